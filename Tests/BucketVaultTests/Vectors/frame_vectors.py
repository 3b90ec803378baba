"""Vaults with something wrong in the frames, at their end, or against what was seen before."""
import json
from opening_vectors import PASSWORD, known, login_vault, note, put, vector
from vault_writer import CREATED, fixed_bytes, flipped, identifier

HUT, LAKE, TARN, RIDGE = note("hut"), note("lake"), note("tarn"), note("ridge")


def vectors():
    yield from chain_vectors()
    yield from text_vectors()
    yield from tail_vectors()
    yield from state_vectors()


def case(expect, vault, comment, frames=None, records=None, left_out=None, **others):
    """A vector of a vault with a login slot, some frames of which may have been replaced."""
    file = vault.head() + b"".join(vault.frames if frames is None else frames)
    if records is not None:
        others["records"] = [known(record) for record in records]
    if left_out is not None:
        others["left_out"] = left_out
    return vector(expect, "login", PASSWORD, file, comment, **others)


def three():
    return login_vault().add_batch([put(HUT)]).add_batch([put(LAKE)]).add_batch([put(TARN)])


def chain_vectors():
    vault = three()
    first, second, third = vault.frames
    for name, frames, comment in [
            ("frame-flipped", [first, flipped(second, 100), third], "one bit of the second frame"),
            ("frame-nonce-flipped", [first, flipped(second, 4), third], "one bit of a nonce"),
            ("frame-tag-flipped", [first, second, flipped(third, -1)], "one bit of the last tag"),
            ("frame-dropped", [first, third], "the second frame is missing"),
            ("frame-first-dropped", [second, third], "the first frame is missing"),
            ("frame-repeated", [first, second, second, third], "the second frame twice"),
            ("frames-swapped", [first, third, second], "two frames have changed places"),
            ("frame-length-flipped", [flipped(first, 0), second, third],
             "a length that no frame has"),
            ("frame-length-over-limit",
             [first, (16 * (1 << 20) + 40).to_bytes(4, "little") + bytes(range(1, 41))],
             "a step longer than the longest frame, and the file ends within it")]:
        yield name, case("damaged", vault, comment, frames)
    other = login_vault().add_batch([put(HUT)])
    other.add_text(b"{}", vault=fixed_bytes(16, "another vault id"))
    yield "frame-of-another-vault", case("damaged", other, "sealed for another vault's id")
    other = login_vault().add_batch([put(HUT)]).add_text(b"{}", epoch=2)
    yield "frame-of-another-epoch", case("damaged", other, "sealed for another epoch")
    other = login_vault().add_batch([put(HUT)]).add_text(b"{}", sequence=3)
    yield "frame-of-another-sequence", case("damaged", other, "sealed for a later place")
    branch = login_vault().add_batch([put(RIDGE)]).add_batch([put(LAKE)])
    yield "frame-of-another-branch", case(
        "damaged", vault, "the second frame of a copy whose first one differs",
        [first, branch.frames[1], third])


def text_vectors():
    def sealed(text, **others):
        return login_vault().add_batch([put(HUT)]).add_text(text, **others)

    start = f'{{"batch":"{identifier("batch")}","changes":['
    change = f'{{"at":"{CREATED}","id":"{identifier("change")}"'
    yield "frame-padding-too-long", case(
        "damaged", sealed((start + "]}").encode(), steps=1), "a short text padded to 2 KiB")
    for name, text, comment in [
            ("frame-not-json", "notes", "text that isn't JSON"),
            ("frame-empty", "", "no text at all"),
            ("frame-not-a-batch", "[]", "JSON that is no batch"),
            ("frame-changes-missing", f'{{"batch":"{identifier("batch")}"}}', "no changes"),
            ("frame-change-without-id", start + f'{{"at":"{CREATED}"}}]}}', "a change without id")]:
        yield name, case("tampered", sealed(text.encode()), comment)
    goes_on = login_vault().add_text((start + '],"more":true}').encode())
    other = start.replace(identifier("batch"), identifier("another batch"))
    yield "frame-of-another-batch", case(
        "tampered", goes_on.add_text((other + "]}").encode()),
        "a batch that goes on as another one")
    yield "newer-change", case(
        "newer-format", sealed(f"{start}{change},\"merge\":[]}}]}}".encode()),
        "a change that neither puts nor removes")
    yield "newer-record", case(
        "newer-format", sealed(
            f"{start}{change},\"put\":{{\"id\":\"{identifier('list')}\"}}}}]}}".encode()),
        "a record that lacks what this version takes for granted", reader="opens")
    unknown = {
        "batch": identifier("batch"), "why": "fun", "changes": [{
            "at": CREATED, "id": identifier("change"), "via": 0, "put": {**LAKE, "new": 1}}]}
    yield "opens-unknown-fields", case(
        "opens", sealed(json.dumps(unknown).encode()),
        "fields that no version knows in a batch, a change and a record", records=[HUT, LAKE])


def tail_vectors():
    vault = three()
    first, second, third = vault.frames
    short, torn = [HUT, LAKE], [
        ("tail-torn", third[:-7], "the last frame is cut short"),
        ("tail-torn-in-length", third[:3], "the file ends within the length of a frame"),
        ("tail-torn-behind-length", third[:4], "the file ends behind the length of a frame"),
        ("tail-zeros", bytes(5_000), "zeros where a frame should begin"),
        ("tail-zeros-short", bytes(2), "fewer zeros than a length has bytes"),
        ("tail-tag-zero", third[:-16] + bytes(16), "a frame that ends with the file in zeros")]
    for name, rest, comment in torn:
        yield name, case(
            "opens", vault, comment, [first, second, rest], short, left_out=len(rest))
    zeros = third[:300] + bytes(len(third) - 300 + 2_000)
    yield "tail-zeros-within", case(
        "opens", vault, "zeros from within a frame on, further than it reaches",
        [first, second, zeros], short, left_out=len(zeros))
    yield "frame-tag-zero", case(
        "damaged", vault, "a tag of zeros, but then another frame",
        [first, second[:-16] + bytes(16), third])
    large = login_vault().add_batch([put(HUT)])
    large.add_batch([put({**LAKE, "description": "ice " * 9_000})])
    yield "tail-length-flipped", case(
        "damaged", large, "a frame of 64 KiB whose length reaches past the end by one flipped bit",
        [large.frames[0], flipped(large.frames[1], 2, 1)])
    batch = login_vault().add_batch([put(HUT)]).add_batch([put(LAKE)], [put(TARN)], [put(RIDGE)])
    rest = batch.frames[1:3]
    yield "tail-torn-between-frames-of-batch", case(
        "opens", batch, "a batch whose last frame was never written", batch.frames[:3], [HUT],
        left_out=sum(map(len, rest)))
    rest = batch.frames[1:3] + [batch.frames[3][:500]]
    yield "tail-torn-in-batch", case(
        "opens", batch, "a batch whose last frame is cut short", batch.frames[:1] + rest, [HUT],
        left_out=sum(map(len, rest)))
    yield "tail-torn-only-frame", case(
        "opens", vault, "nothing but a frame that is cut short", [first[:-1]], [],
        left_out=len(first) - 1)


def state_vectors():
    vault = three()
    seen = vault.seen()
    first, second, third = vault.frames
    before = login_vault().add_batch([put(HUT)]).add_batch([put(LAKE)])
    yield "seen", case(
        "opens", vault, "as it was seen", records=[HUT, LAKE, TARN], last_seen=seen)
    yield "seen-and-grown", case(
        "opens", vault, "a frame more than was seen", records=[HUT, LAKE, TARN],
        last_seen=before.seen())
    yield "seen-and-torn", case(
        "opens", vault, "cut short behind what was seen", [first, second, third[:-1]],
        [HUT, LAKE], left_out=len(third) - 1, last_seen=before.seen())
    yield "tail-cut-short-after-seen", case(
        "damaged", vault, "cut short within what was seen", [first, second, third[:-1]],
        last_seen=seen, reader="opens")
    yield "older-copy", case(
        "older-copy", before, "a frame less than was seen", last_seen=seen, reader="opens")
    yield "older-revision", case(
        "older-copy", vault, "a header from before", last_seen=vault.seen(revision=2),
        reader="opens")
    yield "older-epoch", case(
        "older-copy", vault, "frames from before they were written anew",
        last_seen=vault.seen(epoch=2, sequence=1), reader="opens")
    yield "diverged-copy", case(
        "older-copy", vault, "another frame in the place of one that was seen",
        last_seen=before.seen(tag=fixed_bytes(16, "diverged").hex()), reader="opens")
