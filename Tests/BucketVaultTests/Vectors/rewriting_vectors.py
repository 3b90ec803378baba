"""Vaults whose frames were written anew: packed, purged, or under a new data key."""
from opening_vectors import PASSWORD, RECOVERY, known, login_vault, note, put, vector
from vault_writer import batch, change_id, fixed_bytes, letters

HUT, LAKE, TARN = note("hut"), note("lake"), note("tarn")
BATCHES = [batch("1", [put(HUT)]), batch("2", [put(LAKE)]), batch("3", [put(TARN)])]
NEW_PASSWORD, NEW_RECOVERY = b"battery staple", fixed_bytes(32, "new recovery key")


def vectors():
    yield from epoch_vectors()
    yield from data_key_vectors()


def original():
    vault = login_vault().add_slot("recovery", RECOVERY)
    for content in BATCHES:
        vault.add(content)
    return vault


def with_new_data_key(vault):
    """A new data key in new slots, with the batches as they are."""
    rotated = vault.rewritten(fixed_bytes(32, "new data key"))
    rotated.add_slot("login", NEW_PASSWORD, "new login")
    rotated.add_slot("recovery", NEW_RECOVERY, "new recovery")
    for content in BATCHES:
        rotated.add(content)
    return rotated


def case(expect, vault, comment, records=None, secret=PASSWORD, frames=None, **others):
    if records is not None:
        others["records"] = [known(record) for record in records]
    file = vault.head() + b"".join(vault.frames if frames is None else frames)
    return vector(expect, "login", secret, file, comment, **others)


def epoch_vectors():
    vault, all_ = original(), [HUT, LAKE, TARN]
    packed = vault.rewritten().add(BATCHES)
    purged = packed.rewritten().add(batch("4", [], purged=[change_id("2")]))
    purged.add([BATCHES[0], BATCHES[2]])
    yield "opens-second-epoch", case("opens", packed, "packed once", all_)
    yield "opens-third-epoch", case(
        "opens", purged, "packed, then purged of a record", [HUT, TARN])
    yield "opens-second-epoch-and-grown", case(
        "opens", vault.rewritten().add(BATCHES[:2]).add(BATCHES[2]),
        "packed, and written to afterwards", all_)
    yield "seen-before-packing", case(
        "opens", packed, "seen in the epoch before, with more frames", all_, last_seen=vault.seen())
    yield "older-epoch-put-back", case(
        "older-copy", vault, "the vault from before it was packed", last_seen=packed.seen(),
        reader="opens")
    yield "older-revision-in-newer-epoch", case(
        "older-copy", packed, "packed by a copy that lacks later changes of the slots",
        last_seen=vault.seen(revision=3), reader="opens")
    yield "epoch-of-older-frames", case(
        "damaged", packed, "the new header before the frames of the epoch before",
        frames=vault.frames)
    yield "epoch-of-newer-frames", case(
        "damaged", vault, "the header of the epoch before in front of the new frames",
        frames=packed.frames)


def data_key_vectors():
    vault = original()
    rotated = with_new_data_key(vault)
    records = [HUT, LAKE, TARN]
    yield "opens-new-data-key", case(
        "opens", rotated, "after a new data key, with a new slot", records, NEW_PASSWORD)
    yield "opens-new-data-key-recovery", vector(
        "opens", "recovery", letters(NEW_RECOVERY), rotated.bytes(),
        "after a new data key, with the new recovery key",
        records=[known(record) for record in records])
    yield "seen-before-new-data-key", case(
        "opens", rotated, "seen with the data key before", records, NEW_PASSWORD,
        last_seen=vault.seen())
    yield "new-data-key-old-password", case(
        "wrong-password", rotated, "the password of the slot before")
    yield "new-data-key-old-recovery-key", vector(
        "wrong-recovery-key", "recovery", letters(RECOVERY), rotated.bytes(),
        "the recovery key from before")
    yield "new-data-key-put-back", case(
        "older-copy", vault, "the vault from before the new data key", last_seen=rotated.seen(),
        reader="opens")
    yield "new-data-key-older-frames", case(
        "damaged", rotated, "the new header before the frames under the old key",
        secret=NEW_PASSWORD, frames=vault.frames)
    with_old_slot = with_new_data_key(vault)
    with_old_slot.header["slots"] = vault.header["slots"]
    yield "new-data-key-old-slots", case(
        "tampered", with_old_slot, "a slot that wraps the data key before: the MAC doesn't fit it")
