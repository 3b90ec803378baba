"""Vaults that open, and secrets that don't open them."""
from vault_writer import Vault, fixed_bytes, flipped, identifier, letters

PASSWORD = b"correct horse"
PASSPHRASE = "über alle Berge".encode()
RECOVERY = fixed_bytes(32, "recovery key")


def note(name, description=None, **others):
    return {"id": identifier("note " + name), "name": name,
            "description": description or f"About {name}.", **others}


def put(record):
    return {"put": record}


def remove(record):
    return {"remove": record["id"]}


def known(record):
    """The fields that a program knows that has only these."""
    return {name: record[name] for name in ("id", "name", "description")}


def vector(expect, kind, secret, vault, comment, **others):
    return {"expect": expect, "with": kind, "secret": secret.hex(), **others, "comment": comment,
            "vault": vault}


def login_vault(name="hut"):
    return Vault(name).add_slot("login", PASSWORD)


def places():
    """A vault with a past: puts, an edit, removals, a put after a removal, a batch of frames."""
    hut, pass_, lake = note("hut"), note("pass"), note("lake", "Lac \"bleu\"\n\\ 2.351\U0001f3d4")
    tarn = note("tarn", elevation=2100.25, tags=["cold", None, {"deep": True}])
    long = note("ridge", "up and down " * 90)
    gone = note("gone")
    vault = login_vault()
    vault.add_batch([put(hut)])
    vault.add_batch([put(pass_), put(gone)], [put(lake), put(long)], [put(tarn)])
    edited = {**hut, "description": "The upper one."}
    vault.add_batch([put(edited), remove(gone), remove(pass_)])
    vault.add_batch([put(pass_), remove(note("never there"))])
    return vault, [edited, pass_, lake, long, tarn]


def vectors():
    empty = login_vault().bytes()
    yield "opens", vector("opens", "login", PASSWORD, empty, "no record yet", records=[])
    vault, records = places()
    yield "opens-places", vector(
        "opens", "login", PASSWORD, vault.bytes(),
        "puts, an edit, removals, a batch of three frames, fields that no program knows",
        records=[known(record) for record in records])
    for count in (1024, 65536):
        vault = login_vault()
        for length in (count - 1, count):
            bare = len(batch_text(vault, ""))
            vault.add_text(batch_text(vault, "a" * (length - bare)))
        yield f"opens-padding-{count}", vector(
            "opens", "login", PASSWORD, vault.bytes(),
            f"texts of {count - 1} and of {count} bytes, below and above a step of the padding",
            records=2)
    vault = Vault().add_slot("passphrase", PASSPHRASE).add_batch([put(note("hut"))])
    yield "opens-passphrase", vector(
        "opens", "passphrase", PASSPHRASE, vault.bytes(), "a passphrase with a composed letter",
        records=[note("hut")])
    yield "wrong-passphrase", vector(
        "wrong-passphrase", "passphrase", "u\u0308ber alle Berge".encode(), vault.bytes(),
        "the same passphrase, typed with a combining mark: secrets are not normalised")
    odd = bytes([0xFF, 0x20, 0x09, 0xC3, 0x28, 0x20])
    yield "opens-passphrase-not-utf8", vector(
        "opens", "passphrase", odd, Vault().add_slot("passphrase", odd).bytes(),
        "a secret is bytes, whatever they are, with white space at its end", records=[])
    vault = login_vault().add_slot("recovery", RECOVERY).add_batch([put(note("hut"))])
    for name, typed, comment in [
            ("opens-recovery", letters(RECOVERY), "as it is shown"),
            ("opens-recovery-small-letters", letters(RECOVERY).lower().replace(b"-", b" "),
             "small letters, spaces for the dashes"),
            ("opens-recovery-without-dashes", letters(RECOVERY).replace(b"-", b""),
             "letters alone")]:
        yield name, vector(
            "opens", "recovery", typed, vault.bytes(), comment, records=[note("hut")])
    yield "wrong-recovery-key", vector(
        "wrong-recovery-key", "recovery", letters(fixed_bytes(32, "another recovery key")),
        vault.bytes(), "the recovery key of another vault")
    right = letters(RECOVERY)
    slip = (b"B" if right[10:11] != b"B" else b"C")
    for name, typed, comment in [
            ("mistyped-recovery-key", right[:10] + slip + right[11:], "one letter is another one"),
            ("mistyped-recovery-key-short", right[:-1], "one letter is missing"),
            ("mistyped-recovery-key-foreign", right[:10] + b"8" + right[11:], "a digit")]:
        yield name, vector(
            "mistyped-recovery-key", "recovery", typed, vault.bytes(), comment)
    yield "wrong-password", vector(
        "wrong-password", "login", flipped(PASSWORD, 0), empty, "one bit of the password differs")
    yield "wrong-password-empty", vector(
        "wrong-password", "login", b"", empty, "an empty password")
    yield "no-such-slot", vector(
        "no-such-slot", "recovery", letters(RECOVERY), empty, "the vault has a login slot only")
    vault = login_vault()
    for number in range(15):
        vault.add_slot("recovery", fixed_bytes(32, f"recovery key {number}"), f"sheet {number}")
    yield "opens-sixteen-slots", vector(
        "opens", "recovery", letters(fixed_bytes(32, "recovery key 14")), vault.bytes(),
        "as many slots as there may be, and the last one opens", records=[])
    vault = Vault().add_slot("passphrase", b"first", "first")
    vault.add_slot("passphrase", b"second", "é")
    yield "opens-second-slot", vector(
        "opens", "passphrase", b"second", vault.bytes(), "the second of two slots of a kind",
        records=[])
    vault = login_vault()
    vault.header.update(epoch=7, revision=2**53 + 1)
    vault.add_batch([put(note("hut"))])
    yield "opens-large-numbers", vector(
        "opens", "login", PASSWORD, vault.bytes(), "a revision that no double holds",
        records=[note("hut")])


def batch_text(vault, description):
    """The text of a frame with one record whose description is this."""
    place = f"{len(vault.frames)}"
    return (
        f'{{"batch":"{identifier("b" + place)}","changes":[{{"at":"2026-03-12T14:47:00Z","id":'
        f'"{identifier("c" + place)}","put":{{"description":"{description}","id":'
        f'"{identifier("r" + place)}","name":"long"}}}}]}}').encode()
