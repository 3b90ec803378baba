"""Batches: packed ones, what they say about themselves, and what is no batch."""
import json
from opening_vectors import PASSWORD, known, login_vault, note, put, remove, vector
from vault_writer import CREATED, batch, change_id, identifier

HUT, LAKE, TARN, RIDGE = note("hut"), note("lake"), note("tarn"), note("ridge")
UPPER = {**HUT, "description": "The upper one."}


def vectors():
    yield from packed_vectors()
    yield from member_vectors()
    yield from fault_vectors()
    yield from newer_vectors()


def vault_of(*frames):
    vault = login_vault()
    for frame in frames:
        vault.add(frame)
    return vault


def case(expect, comment, *frames, records=None, **others):
    if records is not None:
        others["records"] = [known(record) for record in records]
    return vector(expect, "login", PASSWORD, vault_of(*frames).bytes(), comment, **others)


def packed_vectors():
    packed = [batch("1", [put(HUT), put(LAKE)]), batch("2", [put(UPPER), remove(LAKE)]),
              batch("3", [put(TARN)]), batch("4", [put(LAKE)])]
    yield "opens-packed", case(
        "opens", "four batches in one frame", packed, records=[UPPER, LAKE, TARN])
    whole = [batch("5", [put(RIDGE)], "1", more=True), batch("5", [remove(TARN)], "2")]
    yield "opens-packed-among-others", case(
        "opens", "packed batches before and after single ones and one of two frames, and a list "
        "of one", packed[0], packed[1:3], *whole, packed[3:], records=[UPPER, LAKE, RIDGE])
    vault = login_vault().add_text(b" \n\t\r" + json.dumps(packed, indent=1).encode() + b"\n")
    yield "opens-packed-spaced", vector(
        "opens", "login", PASSWORD, vault.bytes(), "white space around a list",
        records=[known(record) for record in (UPPER, LAKE, TARN)])
    vault = vault_of(packed[0], packed[1:])
    torn = vault.frames[1][:-1]
    yield "tail-torn-packed", vector(
        "opens", "login", PASSWORD, vault.head() + vault.frames[0] + torn,
        "a frame of packed batches that is cut short", records=[HUT, LAKE], left_out=len(torn))
    first, second = batch("1", [put(HUT)]), batch("2", [put(LAKE)])
    for name, comment, frames in [
            ("packed-empty", "a list of no batches", [first, []]),
            ("packed-more", "a packed batch that goes on in the next frame",
             [[first, {**second, "more": True}], second]),
            ("packed-more-first", "a packed batch that goes on within the list",
             [[{**first, "more": True}, first]]),
            ("packed-within-batch", "a list where a batch was to go on",
             [{**first, "more": True}, [first], first]),
            ("packed-nested", "a list in a list", [[first, [second]]]),
            ("packed-not-a-batch", "a list with a number in it", [[first, 5]])]:
        yield name, case("tampered", comment, *frames)


def member_vectors():
    first, second = batch("1", [put(HUT)]), batch("2", [put(LAKE)])
    undoing = batch("3", [put(UPPER), remove(LAKE)], undoes=second["batch"])
    merged = batch("4", [put(TARN)], merged={"at": CREATED, "by": "bob@lake"})
    nobody = batch("5", [put(RIDGE)], merged={"at": CREATED}, undoes=first["batch"])
    for name, comment, frames in [
            ("opens-undoes-and-merged", "batches that take others back or were brought in",
             [first, second, undoing, merged, nobody]),
            ("opens-undoes-and-merged-packed", "the same in one frame",
             [[first, second, undoing, merged, nobody]])]:
        yield name, case("opens", comment, *frames, records=[UPPER, TARN, RIDGE])
    yield "opens-merged-in-two-frames", case(
        "opens", "of a batch of two frames, the first says where it comes from",
        batch("1", [put(HUT)], "1", more=True, merged={"at": CREATED}, purged=[change_id("9")]),
        batch("1", [put(LAKE)], "2"), records=[HUT, LAKE])
    purged = batch("1", [], purged=[change_id("0"), change_id("0", 1)])
    base = batch("2", [{**put(UPPER), "base": True}, put(LAKE)])
    yield "opens-purged", case(
        "opens", "a batch that only lists what was purged", purged, second,
        records=[LAKE])
    yield "opens-base", case(
        "opens", "a record whose past was purged keeps its place, and was changed since",
        purged, base, batch("3", [put(TARN), put(HUT)]), records=[HUT, LAKE, TARN])
    unknown = batch(
        "1", [{**put({**HUT, "new": [None]}), "base": True, "why": {}}], why=1, purged=[],
        merged={"at": CREATED, "from": "lake"})
    yield "opens-unknown-members", case(
        "opens", "members that no version knows in packed batches and what they are made of",
        [unknown, {**second, "mood": None}], records=[HUT, LAKE])


def fault_vectors():
    yield "frame-null", case("tampered", "null in the place of a batch", None)
    first = batch("1", [put(HUT)])
    change = first["changes"][0]
    for name, comment, members in [
            ("batch-without-id", "a batch whose id is a number", {"batch": 1}),
            ("batch-null-changes", "null in the place of the changes", {"changes": None}),
            ("batch-changes-not-a-list", "an object in place of the changes", {"changes": {}}),
            ("batch-more-not-a-truth", "`more` is a text", {"more": "yes"}),
            ("batch-undoes-not-an-id", "`undoes` is no UUID", {"undoes": "the last one"}),
            ("batch-merged-without-time", "`merged` has no time", {"merged": {"by": "bob@lake"}}),
            ("batch-purged-not-a-list", "`purged` is one id alone", {"purged": change_id("0")}),
            ("batch-purged-not-ids", "`purged` lists a number", {"purged": [1]})]:
        yield name, case("tampered", comment, {**first, **members})
    for name, comment, members in [
            ("change-id-not-an-id", "a change whose id is no UUID", {"id": "one"}),
            ("change-time-not-a-time", "a change made yesterday", {"at": "yesterday"}),
            ("change-by-not-a-text", "`by` is a number", {"by": 1}),
            ("change-base-not-a-truth", "`base` is a number", {"base": 1})]:
        yield name, case("tampered", comment, {**first, "changes": [{**change, **members}]})


def newer_vectors():
    first, newer = batch("1", [put(HUT)]), batch("2", [{"move": LAKE["id"]}])
    yield "newer-change-packed", case(
        "newer-format", "a change that neither puts nor removes among packed batches",
        [first, newer])
    yield "newer-record-without-id", case(
        "newer-format", "a record that is no object with an id", first,
        batch("2", [{"put": "lake"}]))
    yield "newer-change-both", case(
        "newer-format", "a change that puts and removes", first,
        batch("2", [{**put(LAKE), **remove(HUT)}]))
    yield "newer-change-in-open-batch", case(
        "newer-format", "a change of a newer format in a batch that lacks its end", first,
        {**newer, "more": True})
    yield "newer-change-before-tampering", case(
        "newer-format", "a change of a newer format, and behind it what is no batch", newer, 5)
