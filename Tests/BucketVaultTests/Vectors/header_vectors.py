"""Vaults with something wrong before the frames."""
import json
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as aead_open
from opening_vectors import PASSWORD, login_vault, note, put, vector
from two_keys import sealed_under_both
from vault_writer import (
    FLOOR, Vault, canonical, commitment, derived, description, fixed_bytes, flipped, slot_key,
    slot_of)


def opened_by_login(expect, vault, comment, **others):
    return vector(expect, "login", PASSWORD, vault, comment, **others)


def whole():
    return login_vault().add_batch([put(note("hut"))])


def vectors():
    yield from file_vectors()
    yield from header_vectors()
    yield from slot_vectors()
    yield from forged_slot_vectors()


def file_vectors():
    file = whole().bytes()
    length = len(whole().head())
    yield "empty-file", opened_by_login("not-a-vault", b"", "nothing at all")
    yield "text-file", opened_by_login(
        "not-a-vault", b"bucket list:\n- the hut above the lake\n" * 9, "somebody's notes")
    yield "magic-cut", opened_by_login("damaged", file[:9], "the file ends within the magic")
    yield "magic-flipped", opened_by_login(
        "damaged", flipped(file, 13, 1), "version 3 by a flipped bit: the checksum fits version 1")
    yield "magic-flipped-at-start", opened_by_login(
        "damaged", flipped(file, 0), "begins otherwise, but the checksum fits the right magic")
    other = whole()
    text = canonical(other.header)
    yield "magic-version-2", opened_by_login(
        "newer-format", other.head_behind(b"bucket-vault 2\n", text), "of a later version")
    yield "magic-version-10", opened_by_login(
        "newer-format", other.head_behind(b"bucket-vault 10\n", text), "of a much later version")
    yield "header-length-flipped", opened_by_login(
        "damaged", flipped(file, 15), "one bit of the length")
    yield "header-too-long", opened_by_login(
        "damaged", other.head(b" " * 65_537), "longer than a header may be, and all of it there")
    yield "header-truncated", opened_by_login(
        "damaged", file[:200], "the file ends within the header")
    yield "header-truncated-in-length", opened_by_login(
        "damaged", file[:17], "the file ends within the length of the header")
    yield "header-flipped", opened_by_login("damaged", flipped(file, 60), "one bit of the header")
    yield "mac-flipped", opened_by_login(
        "damaged", flipped(file, length - 64), "one bit of the MAC, which the checksum covers")
    yield "checksum-flipped", opened_by_login(
        "damaged", flipped(file, length - 1), "one bit of the checksum")
    yield "checksum-truncated", opened_by_login(
        "damaged", file[:length - 1], "the file ends within the checksum")


def header_vectors():
    def changed(comment, expect="tampered", **fields):
        vault = whole()
        vault.header.update(fields)
        return opened_by_login(expect, vault.bytes(), comment)

    vault = whole()
    forged = vault.forged_head(lambda header: header.update(revision=2))
    yield "header-forged", opened_by_login(
        "tampered", forged + vault.frames[0], "another revision; the checksum fits, not the MAC")
    vault = whole()
    text = canonical(vault.header)
    for name, spelled, comment in [
            ("header-not-canonical", json.dumps(vault.header, sort_keys=True).encode(),
             "white space"),
            ("header-unsorted", json.dumps(dict(reversed(sorted(vault.header.items()))),
                                           separators=(",", ":")).encode(), "keys not sorted"),
            ("header-escaped", text.replace(b"argon2id13", rb"argon2\u0069d13"),
             "an escape that isn't needed"),
            ("header-duplicate-field", b'{"created":"2026-03-12T14:47:00Z",' + text[1:],
             "a field twice"),
            ("header-number-spelled", text.replace(b'"epoch":1', b'"epoch":1.0'), "1.0 for 1"),
            ("header-followed", text + b"\n", "a line end behind the header"),
            ("header-empty", b"", "a header of no bytes"),
            ("header-not-an-object", b"[]", "a list")]:
        yield name, opened_by_login("tampered", vault.head(spelled) + vault.frames[0], comment)
    yield "header-unknown-field", changed("a field of no version", colour="blue")
    yield "header-unknown-feature", changed(
        "a feature of a later version", "newer-format", requires=["packs"])
    yield "header-unknown-feature-and-field", changed(
        "a feature of a later version, and the field that comes with it", "newer-format",
        requires=["packs"], packs=3)
    yield "header-missing-field", changed("no id of the vault", vault=None)
    yield "header-epoch-zero", changed("epochs count from 1", epoch=0)
    yield "header-revision-huge", changed("more than 63 bits", revision=2**63)
    yield "header-vault-id-short", changed("an id of 15 bytes", vault="ab" * 15)
    yield "header-capitals", changed("hexadecimal digits are small", vault="AB" * 16)
    yield "header-time-offset", changed("times are in UTC", created="2026-03-12T15:47:00+01:00")
    yield "header-time-fraction", changed(
        "times are whole seconds", created="2026-03-12T14:47:00.5Z")
    yield "no-slots", changed("a vault without a key slot", slots=[])
    vault = whole()
    for number in range(16):
        vault.add_slot("recovery", fixed_bytes(32, f"recovery key {number}"), f"sheet {number}")
    yield "seventeen-slots", opened_by_login("tampered", vault.bytes(), "one slot too many")


def slot_vectors():
    def changed(comment, expect="tampered", **fields):
        vault = whole()
        vault.header["slots"][0].update(fields)
        return opened_by_login(expect, vault.bytes(), comment)

    yield "slot-twice", opened_by_login(
        "tampered", login_vault().add_slot("login", PASSWORD).bytes(), "two slots with one id")
    yield "slot-kind-device", changed(
        "a kind that is reserved for later versions", "newer-format", kind="device")
    yield "slot-kdf-unknown", changed("a derivation of no version", kdf={"name": "scrypt"})
    yield "slot-kdf-of-recovery", changed(
        "a password without a slow derivation", kdf={"name": "blake2b"})
    yield "slot-label-too-long", changed("65 bytes in 64 letters", label="é" + "a" * 63)
    yield "slot-label-escape", changed("a label that a terminal obeys", label="\x1b[2J")
    yield "slot-label-control", changed("a control character above ASCII", label="\u009b2J")
    for name, cost, comment in [
            ("memory", {"memory": 4 << 40}, "4 TiB of memory"),
            ("memory-just-over", {"memory": (4 << 30) + 1}, "a byte more than 4 GiB"),
            ("passes", {"passes": 2**32 - 1}, "four billion passes")]:
        yield f"slot-cost-absurd-{name}", changed(comment, "cost-refused", kdf={**FLOOR, **cost})
    for name, cost, comment in [
            ("memory", {"memory": 8 << 20}, "8 MiB of memory"),
            ("passes", {"passes": 2}, "2 passes")]:
        vault = Vault().add_slot("login", PASSWORD, cost={**FLOOR, **cost})
        yield f"slot-cost-too-low-{name}", opened_by_login(
            "cost-refused", vault.bytes(), comment + ", sealed like this")
    yield "slot-commitment-flipped", changed(
        "a commitment that fits no password", "wrong-password",
        commitment=fixed_bytes(32, "forged").hex())
    vault = whole()
    slot = vault.header["slots"][0]
    slot["wrapped"] = flipped(bytes.fromhex(slot["wrapped"]), 0).hex()
    slot["commitment"] = commitment(slot, vault.id, slot_key(slot, PASSWORD))
    yield "slot-wrapped-flipped", opened_by_login(
        "tampered", vault.bytes(), "the commitment fits, the seal doesn't")
    yield "slot-two-keys", two_keys()


def two_keys():
    """A seal that opens under a second password too: only the commitment tells that it's wrong."""
    second = b"another password"
    slot = slot_of("login", PASSWORD, "two keys", Vault().id, bytes(32))
    keys = [derived(slot_key(slot, secret), 1, b"bkt1wrap") for secret in (PASSWORD, second)]
    bound = description(slot, Vault().id)
    nonce = bytes.fromhex(slot["nonce"])
    wrapped, data_key = sealed_under_both(*keys, nonce, bound)
    for key in keys:
        aead_open(wrapped, bound, nonce, key)
    slot["wrapped"] = wrapped.hex()
    slot["commitment"] = commitment(slot, Vault().id, slot_key(slot, PASSWORD))
    vault = Vault(data_key=data_key)
    vault.header["slots"] = [slot]
    return vector(
        "wrong-password", "login", second, vault.bytes(),
        "the seal opens under two passwords, and this one doesn't fit the commitment")


def forged_slot_vectors():
    """What somebody without the key can do who makes the checksum fit."""
    theirs = b"mallory's own"

    def forged(change):
        vault = whole()
        return vault.forged_head(lambda header: change(vault)) + vault.frames[0]

    def moved(vault):
        vault.header["slots"] = Vault("other").add_slot("login", PASSWORD).header["slots"]

    def weakened(vault):
        vault.header["slots"][0]["kdf"] = FLOOR

    def replaced(vault):
        vault.header["slots"] = [
            slot_of("login", theirs, "forged", vault.id, fixed_bytes(32, "mallory's key"))]

    def recommitted(vault):
        slot = vault.header["slots"][0]
        slot["commitment"] = commitment(slot, vault.id, slot_key(slot, theirs))

    yield "slot-moved", opened_by_login(
        "wrong-password", forged(moved), "a slot of another vault with the same password")
    yield "slot-replaced", vector(
        "tampered", "login", theirs, forged(replaced),
        "a new slot that opens, but to another key, under which the MAC doesn't fit")
    yield "slot-commitment-forged", vector(
        "tampered", "login", theirs, forged(recommitted),
        "the commitment is made anew for another password, which the seal doesn't fit")
    vault = whole()
    file = vault.forged_head(lambda header: header["slots"][0].update(kind="passphrase"))
    yield "slot-retyped", vector(
        "wrong-passphrase", "passphrase", PASSWORD, file, "a login slot passed off as another kind")
    vault = Vault().add_slot("login", PASSWORD, cost={**FLOOR, "passes": 4})
    yield "slot-weakened", opened_by_login(
        "wrong-password", vault.forged_head(lambda header: weakened(vault)),
        "a pass less than the slot was made with")
