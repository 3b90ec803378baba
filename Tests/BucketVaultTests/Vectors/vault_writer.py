"""Writes vaults of format 1 as docs/vault-format.md lays them down, the same bytes at every run.

Nothing here is random: what the format wants random comes from names. Only for test vectors.
"""
import json
from functools import cache
from hashlib import blake2b
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as aead_seal
from nacl.bindings import crypto_box_seed_keypair
from nacl.bindings import crypto_pwhash_ALG_ARGON2ID13, crypto_pwhash_alg

MAGIC = b"bucket-vault 1\n"
LETTERS = "BCDEFGHJKLNPRSTV"
CREATED = "2026-03-12T14:47:00Z"
FLOOR = {"memory": 64 << 20, "name": "argon2id13", "passes": 3}


def fixed_bytes(count, name):
    """Bytes that look random and are always the same."""
    return blake2b(name.encode(), digest_size=count).digest()


def hashed(message, key=b""):
    return blake2b(message, key=key, digest_size=32).digest()


def derived(key, number, context):
    return blake2b(
        key=key, salt=number.to_bytes(8, "little"), person=context, digest_size=32).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@cache
def argon2id(secret, salt, passes, memory):
    return crypto_pwhash_alg(32, secret, salt, passes, memory, crypto_pwhash_ALG_ARGON2ID13)


def letters(key):
    """A recovery key as it is shown, in groups with dashes."""
    whole = key + hashed(b"bucket-vault 1 recovery checksum", key)[:2]
    text = "".join(LETTERS[byte >> 4] + LETTERS[byte & 15] for byte in whole)
    return "-".join(text[at:at + 4] for at in range(0, len(text), 4)).encode()


def flipped(data, at, bit=0):
    """The data with one bit of the byte at an index turned over."""
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


# ------------------------------------------------------------------------------------------- Slots


def description(slot, vault):
    return canonical({
        "format": "bucket-vault 1", "id": slot["id"], "kdf": slot["kdf"], "kind": slot["kind"],
        "salt": slot["salt"], "vault": vault.hex()})


def slot_key(slot, secret):
    """The key of a slot; for a recovery slot the secret is the 32 bytes, not the letters."""
    salt, cost = bytes.fromhex(slot["salt"]), slot["kdf"]
    if slot["kind"] == "recovery":
        return hashed(b"bucket-vault 1 recovery" + salt, secret)
    return argon2id(secret, salt, cost["passes"], cost["memory"])


def commitment(slot, vault, key):
    return hashed(
        b"bucket-vault 1 commitment" + bytes.fromhex(slot["nonce"] + slot["wrapped"])
        + description(slot, vault),
        derived(key, 2, b"bkt1comm")).hex()


def slot_of(kind, secret, name, vault, data_key, cost=None):
    """A key slot whose id, salt and nonce come from its name."""
    slot = {
        "created": CREATED, "id": fixed_bytes(8, name + " id").hex(),
        "kdf": {"name": "blake2b"} if kind == "recovery" else cost or FLOOR, "kind": kind,
        "label": name, "nonce": fixed_bytes(24, name + " nonce").hex(),
        "salt": fixed_bytes(16, name + " salt").hex()}
    key = slot_key(slot, secret)
    slot["wrapped"] = aead_seal(
        data_key, description(slot, vault), bytes.fromhex(slot["nonce"]),
        derived(key, 1, b"bkt1wrap")).hex()
    slot["commitment"] = commitment(slot, vault, key)
    return slot


# ------------------------------------------------------------------------------------------- Frames


def padded(text, steps=0):
    """The text with its padding; with steps, longer than the format lays down."""
    count = 1 << 10
    while count <= len(text) or steps > 0:
        if count > len(text):
            steps -= 1
        count = count * 2 if count < 1 << 16 else count + (1 << 16)
    return text + b"\x80" + bytes(count - len(text) - 1)


class Vault:
    """A vault in the making: a header that can be changed at will, and frames."""

    def __init__(self, name="hut", data_key=None):
        self.name = name
        self.id = fixed_bytes(16, name + " vault id")
        self.data_key = data_key or fixed_bytes(32, name + " data key")
        notes_key, _ = crypto_box_seed_keypair(derived(self.data_key, 3, b"bkt1note"))
        self.header = {
            "created": CREATED, "epoch": 1, "notes_key": notes_key.hex(), "requires": [],
            "revision": 1, "slots": [], "vault": self.id.hex()}
        self.frames = []
        self.tag = bytes(16)

    def add_slot(self, kind, secret, name=None, cost=None):
        name = name or f"{self.name} {kind}"
        self.header["slots"].append(
            slot_of(kind, secret, name, self.id, self.data_key, cost))
        return self

    def add_text(self, text, steps=0, vault=None, epoch=None, sequence=None):
        """Seals a text as the next frame, or as one that belongs elsewhere."""
        sequence = sequence or len(self.frames) + 1
        associated = (
            b"bucket-vault 1 frame" + (vault or self.id)
            + (epoch or self.header["epoch"]).to_bytes(8, "little")
            + sequence.to_bytes(8, "little") + self.tag)
        nonce = fixed_bytes(24, f"{self.name} frame {len(self.frames)} {text[:4096]}")
        sealed = nonce + aead_seal(
            padded(text, steps), associated, nonce, derived(self.data_key, 2, b"bkt1fram"))
        self.tag = sealed[-16:]
        self.frames.append(len(sealed).to_bytes(4, "little") + sealed)
        return self

    def add_batch(self, *pieces):
        """Adds changes that take effect together, one frame for each list of them."""
        start = len(self.frames) + 1
        for number, changes in enumerate(pieces, 1):
            more = {} if number == len(pieces) else {"more": True}
            self.add(batch(str(start), changes, str(number), **more))
        return self

    def add(self, content):
        """Seals a piece of a batch, or a list of packed batches, as the next frame."""
        return self.add_text(json.dumps(content).encode())

    def seen(self, **others):
        """What a machine remembers that has seen the vault as it is now."""
        return {
            "epoch": self.header["epoch"], "offset": sum(map(len, self.frames)),
            "revision": self.header["revision"], "sequence": len(self.frames),
            "tag": self.tag.hex(), **others}

    def head(self, text=None):
        """The file up to the frames; the header can be spelled in another way."""
        return self.head_behind(MAGIC, canonical(self.header) if text is None else text)

    def head_behind(self, magic, text):
        checked = magic + len(text).to_bytes(4, "little") + text
        return summed(checked + hashed(checked, derived(self.data_key, 1, b"bkt1head")))

    def forged_head(self, change):
        """The file up to the frames, after a change of the header by somebody without the key."""
        mac = self.head()[-64:-32]
        change(self.header)
        text = canonical(self.header)
        return summed(MAGIC + len(text).to_bytes(4, "little") + text + mac)

    def rewritten(self, data_key=None):
        """The vault's header with frames to be written anew, under another data key if given."""
        vault = Vault(self.name, data_key or self.data_key)
        header = self.header if data_key is None else {**self.header, "slots": []}
        vault.header = {
            **header, "epoch": header["epoch"] + 1, "revision": header["revision"] + 1,
            "notes_key": vault.header["notes_key"]}
        return vault

    def bytes(self):
        return self.head() + b"".join(self.frames)


def batch(name, changes, piece="1", **members):
    """A batch, or a frame of one, whose ids come from its name."""
    changes = [
        {"at": CREATED, "by": "alice@hut", **change, "id": change_id(name, at, piece)}
        for at, change in enumerate(changes)]
    return {"batch": identifier(f"batch {name}"), "changes": changes, **members}


def change_id(name, at=0, piece="1"):
    return identifier(f"change {name} {piece} {at}")


def summed(data):
    """The data with its checksum behind it."""
    return data + hashed(data)


def identifier(name):
    """A UUID."""
    digits = fixed_bytes(16, name).hex().upper()
    return "-".join(
        [digits[:8], digits[8:12], "4" + digits[13:16], "8" + digits[17:20], digits[20:]])
