#!/usr/bin/python3
"""Reads a vault of format 1, following vault-format.md beside it and nothing else.

    read-vault.py VAULT [--slot login|passphrase|recovery] [--attachment ID] < SECRET

The secret is the first line of standard input. The records go to standard output as a JSON list, or
the content of an attachment as it is; a reason for refusing goes to standard error. Needs python3-nacl (libsodium). It changes nothing, and does
not notice older copies, for which see "Rollback".
"""
import argparse, json, os, re, sys, uuid
from datetime import datetime
from hashlib import blake2b
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as aead_open
from nacl.bindings import crypto_pwhash_ALG_ARGON2ID13, crypto_pwhash_alg
from nacl.bindings import crypto_secretstream_xchacha20poly1305_init_pull as stream_begin
from nacl.bindings import crypto_secretstream_xchacha20poly1305_pull as stream_open
from nacl.bindings import crypto_secretstream_xchacha20poly1305_state as stream_state
from nacl.exceptions import CryptoError

KiB, MiB, GiB = 1 << 10, 1 << 20, 1 << 30
MAGIC = b"bucket-vault 1\n"
ATTACHMENT = b"bucket-attachment 1\n"
LETTERS = b"BCDEFGHJKLNPRSTV"
WRONG = {"login": "wrong-password", "passphrase": "wrong-passphrase",
         "recovery": "wrong-recovery-key"}
HEADER = {"created", "epoch", "notes_key", "requires", "revision", "slots", "vault"}
SLOT_BYTES = {"commitment": 32, "id": 8, "nonce": 24, "salt": 16, "wrapped": 48}
SLOT = {"created", "kdf", "kind", "label"} | SLOT_BYTES.keys()
TORN = object()


class Refusal(Exception):
    def __init__(self, reason, detail):
        super().__init__(f"{reason}: {detail}")


def need(condition, reason, detail):
    if not condition:
        raise Refusal(reason, detail)


def hashed(message, key=b""):
    return blake2b(message, key=key, digest_size=32).digest()


def kdf(key, identifier, context):
    """BLAKE2b of no message; it fills up salt and person with zeros."""
    salt = identifier.to_bytes(8, "little")
    return blake2b(key=key, salt=salt, person=context, digest_size=32).digest()


def number(some_bytes):
    return int.from_bytes(some_bytes, "little")


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def matches(pattern, value):
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_bytes(value, count):
    return matches("[0-9a-f]{%d}" % (2 * count), value)


def is_uuid(value):
    return matches("[0-9A-F]{8}(-[0-9A-F]{4}){4}[0-9A-F]{8}", value)


def are_texts(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_number(value, low, high):
    return type(value) is int and low <= value <= high


def is_time(value):
    try:
        return datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").isoformat() + "Z" == value
    except (TypeError, ValueError):
        return False


def is_label(value):
    return isinstance(value, str) and len(value.encode("utf-8", "replace")) <= 64 and not any(
        ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 for letter in value)


def checksum_fits(file):
    end = 19 + number(file[15:19]) + 32
    return hashed(file[:end]) == file[end:end + 32]


def split(file):
    """The bytes under the MAC, the header's JSON, the MAC, and the frames."""
    need(file, "not-a-vault", "it is empty")
    if not file.startswith(MAGIC):
        need(not MAGIC.startswith(file), "damaged", "the file ends within the magic")
        need(not checksum_fits(MAGIC + file[15:]), "damaged", "magic")
        need(not file.startswith(b"bucket-vault "), "newer-format", "this reads format 1")
        raise Refusal("not-a-vault", "it doesn't begin like one")
    end = 19 + number(file[15:19])
    need(end - 19 <= 64 * KiB, "damaged", "length of the header")
    need(len(file) >= end + 64, "damaged", "the file ends within the header")
    need(checksum_fits(file), "damaged", "checksum of the header")
    return file[:end], file[19:end], file[end:end + 32], file[end + 64:]


def header_fits(header):
    return (header.keys() == HEADER
            and is_time(header["created"])
            and is_number(header["epoch"], 1, 2**63 - 1)
            and is_bytes(header["notes_key"], 32)
            and is_number(header["revision"], 1, 2**63 - 1)
            and 1 <= len(header["slots"]) <= 16
            and all(slot_fits(slot) for slot in header["slots"])
            and len({slot["id"] for slot in header["slots"]}) == len(header["slots"])
            and is_bytes(header["vault"], 16))


def slot_fits(slot):
    return (slot.keys() == SLOT
            and all(is_bytes(slot[name], count) for name, count in SLOT_BYTES.items())
            and is_time(slot["created"])
            and is_label(slot["label"])
            and kdf_fits(slot["kdf"], slot["kind"]))


def kdf_fits(cost, kind):
    if kind == "recovery":
        return cost == {"name": "blake2b"}
    return (isinstance(cost, dict) and cost.keys() == {"memory", "name", "passes"}
            and cost["name"] == "argon2id13"
            and is_number(cost["memory"], 0, 2**63 - 1)
            and is_number(cost["passes"], 0, 2**63 - 1))


def read_header(text):
    try:
        header = json.loads(text.decode("utf-8"))
        features, kinds = header["requires"], [slot["kind"] for slot in header["slots"]]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Refusal("tampered", "the header is no header") from None
    need(are_texts(features) and are_texts(kinds), "tampered", "header")
    need(features == [], "newer-format", "the vault requires a feature")
    need(WRONG.keys() >= set(kinds), "newer-format", "kind of a key slot")
    need(header_fits(header) and canonical(header) == text, "tampered", "header")
    return header


def recovery_key(secret):
    letters = [LETTERS.find(letter) for letter in secret.upper() if letter not in b"- \t\r\n"]
    need(len(letters) == 68 and -1 not in letters, "mistyped-recovery-key", "it has 68 letters")
    key = bytes(16 * high + low for high, low in zip(letters[::2], letters[1::2]))
    need(hashed(b"bucket-vault 1 recovery checksum", key[:32])[:2] == key[32:],
         "mistyped-recovery-key", "its checksum doesn't fit")
    return key[:32]


def slot_key(slot, secret):
    salt, cost = bytes.fromhex(slot["salt"]), slot["kdf"]
    if slot["kind"] == "recovery":
        return hashed(b"bucket-vault 1 recovery" + salt, recovery_key(secret))
    return crypto_pwhash_alg(
        32, secret, salt, cost["passes"], cost["memory"], crypto_pwhash_ALG_ARGON2ID13)


def cost_is_allowed(cost):
    return cost["name"] == "blake2b" or (
        3 <= cost["passes"] <= 64 and 64 * MiB <= cost["memory"] <= 4 * GiB)


def data_key(header, kind, secret):
    slots = [slot for slot in header["slots"] if slot["kind"] == kind]
    need(slots, "no-such-slot", kind)
    for slot in slots:
        need(cost_is_allowed(slot["kdf"]), "cost-refused", json.dumps(slot["kdf"]))
    for slot in slots:
        description = canonical({
            "format": "bucket-vault 1", "id": slot["id"], "kdf": slot["kdf"],
            "kind": slot["kind"], "salt": slot["salt"], "vault": header["vault"]})
        nonce, wrapped = bytes.fromhex(slot["nonce"]), bytes.fromhex(slot["wrapped"])
        key = slot_key(slot, secret)
        commitment = hashed(b"bucket-vault 1 commitment" + nonce + wrapped + description,
                            kdf(key, 2, b"bkt1comm"))
        if commitment.hex() == slot["commitment"]:
            try:
                return aead_open(wrapped, description, nonce, kdf(key, 1, b"bkt1wrap"))
            except CryptoError:
                raise Refusal("tampered", "seal of a key slot") from None
    raise Refusal(WRONG[kind], "it opens no slot")


def padded_length(length):
    steps = [KiB << step for step in range(7)]
    return next((step for step in steps if step > length), (length // (64 * KiB) + 1) * 64 * KiB)


def length_can_be(length):
    padded = length - 40
    return 0 < padded <= 16 * MiB - 64 * KiB and padded == padded_length(padded - 1)


def unpadded(text):
    end = len(text.rstrip(b"\0")) - 1
    need(end >= 0 and text[end] == 0x80, "damaged", "padding of a frame")
    need(len(text) == padded_length(end), "damaged", "padding of a frame is too long")
    return text[:end]


def opened(frame, associated, key):
    """The padded text of a frame without its length; nothing where it doesn't verify."""
    try:
        return aead_open(frame[24:], associated, frame[:24], key)
    except (CryptoError, ValueError):
        return None


def has_flipped_length(rest, associated, key):
    """Whether a frame begins here that is whole but for one flipped bit of its length."""
    lengths = [number(rest[:4]) ^ 1 << bit for bit in range(32)]
    return any(length_can_be(length) and 4 + length <= len(rest)
               and opened(rest[4:4 + length], associated, key) is not None for length in lengths)


def read_frames(frames, header, key):
    """What is sealed in the frames, one after the other; TORN for an interrupted write."""
    place = b"bucket-vault 1 frame" + bytes.fromhex(header["vault"])
    place += header["epoch"].to_bytes(8, "little")
    sequence, previous, rest = 0, bytes(16), frames
    while rest:
        sequence += 1
        length = number(rest[:4])
        frame, behind = rest[4:4 + length], rest[4 + length:]
        associated = place + sequence.to_bytes(8, "little") + previous
        torn = len(rest) < 4 or not any(rest)
        need(torn or length_can_be(length), "damaged", f"length of frame {sequence}")
        if len(frame) < length:
            need(not has_flipped_length(rest, associated, key), "damaged",
                 f"length of frame {sequence}")
            torn = True
        if torn or not any(frame[-16:] + behind):
            yield TORN
            return
        text = opened(frame, associated, key)
        need(text is not None, "damaged", f"frame {sequence}")
        try:
            yield json.loads(unpadded(text).decode("utf-8"))
        except (ValueError, RecursionError):
            raise Refusal("tampered", f"frame {sequence} isn't JSON") from None
        previous, rest = frame[-16:], behind


def batch_fits(piece):
    """Whether it is a batch or a piece of one, whatever its changes do."""
    made = piece["changes"] + ([piece["merged"]] if "merged" in piece else [])
    ids = [piece["batch"], piece.get("undoes", piece["batch"]), *piece.get("purged", []),
           *(change["id"] for change in piece["changes"])]
    truths = [piece.get("more", True), *(change.get("base", True) for change in piece["changes"])]
    return (all(map(is_uuid, ids)) and all(type(truth) is bool for truth in truths)
            and all(is_time(each["at"]) and isinstance(each.get("by", ""), str) for each in made))


def is_known(change):
    """Whether this format says what the change does: it puts a record or removes one."""
    return ("put" in change) != ("remove" in change) and (
        "put" not in change or isinstance(change["put"], dict) and "id" in change["put"])


def present(records):
    """The records that weren't removed, in the order in which they were first put."""
    return [record for record in records.values() if record is not None]


def apply(frames):
    """The records that the changes leave, in order, and whether an interrupted write follows."""
    records, waiting, batch = {}, [], None
    for frame in frames:
        if frame is TORN:
            return present(records), True
        packed = isinstance(frame, list)
        pieces = frame if packed else [frame]
        need(pieces and all(map(batch_fits, pieces)), "tampered", "a frame holds no batch")
        need(not packed or not batch and not any("more" in piece for piece in pieces),
             "tampered", "packed batches that aren't whole")
        for piece in pieces:
            need(batch in (None, piece["batch"]), "tampered", "a batch goes on as another one")
            need(all(map(is_known, piece["changes"])), "newer-format", "a change of another kind")
            batch = piece["batch"] if piece.get("more") else None
            waiting += piece["changes"]
            for change in [] if batch else waiting:
                if "put" in change:
                    records[change["put"]["id"]] = change["put"]
                elif change["remove"] in records:
                    # If it comes back, it comes back where it was.
                    records[change["remove"]] = None
            waiting = waiting if batch else []
    return present(records), batch is not None


def unlocked(file, kind, secret):
    """The header of a vault, its data key, and the frames."""
    authenticated, text, mac, frames = split(file)
    header = read_header(text)
    key = data_key(header, kind, secret)
    need(hashed(authenticated, kdf(key, 1, b"bkt1head")) == mac, "tampered", "MAC of the header")
    return header, key, frames


def attachment_key(key, vault, identifier):
    return hashed(b"bucket-vault 1 attachment" + vault + identifier, kdf(key, 4, b"bkt1atta"))


def attachment_name(key):
    return kdf(key, 1, b"bkt1atnm")[:16].hex()


def read_attachment(file, key, vault):
    """The content of an attachment, whose key this is."""
    need(file.startswith(ATTACHMENT) or not file.startswith(b"bucket-attachment "),
         "newer-format", "this reads attachments of format 1")
    need(file.startswith(ATTACHMENT) and len(file) >= 92, "damaged", "beginning of the attachment")
    header, rest = file[:92], file[92:]
    need(header[20:36] == vault and hashed(header[:60], kdf(key, 2, b"bkt1athd")) == header[60:],
         "damaged", "header of the attachment")
    state, content, tag = stream_state(), [], 0
    stream_begin(state, header[36:60], kdf(key, 3, b"bkt1atst"))
    while tag != 3:
        need(rest, "damaged", "the attachment ends too early")
        try:
            chunk, tag = stream_open(state, rest[:65536 + 17], header)
        except (CryptoError, ValueError):
            raise Refusal("damaged", f"chunk {len(content) + 1} of the attachment") from None
        need(tag in (0, 3) and (tag == 3 or len(chunk) == 65536) and (chunk or not content),
             "damaged", "length of a chunk")
        content.append(chunk)
        rest = rest[65536 + 17:]
    need(not rest, "damaged", "something follows the attachment")
    return b"".join(content)


def read(header, key, frames):
    """The records of a vault, and whether an interrupted write was left out."""
    try:
        return apply(read_frames(frames, header, kdf(key, 2, b"bkt1fram")))
    except (LookupError, TypeError, AttributeError):
        raise Refusal("tampered", "a frame holds no batch") from None


def main():
    parser = argparse.ArgumentParser(description="Prints the records of a vault as JSON.")
    parser.add_argument("vault")
    parser.add_argument("--slot", choices=["login", "passphrase", "recovery"], default="login")
    parser.add_argument("--attachment", type=uuid.UUID)
    arguments = parser.parse_args()
    secret = sys.stdin.buffer.readline().removesuffix(b"\n")
    try:
        with open(arguments.vault, "rb") as vault:
            header, key, frames = unlocked(vault.read(), arguments.slot, secret)
        if arguments.attachment:
            vault = bytes.fromhex(header["vault"])
            key = attachment_key(key, vault, arguments.attachment.bytes)
            folder = os.path.join(os.path.dirname(os.path.realpath(arguments.vault)), "attachments")
            with open(os.path.join(folder, attachment_name(key)), "rb") as file:
                sys.stdout.buffer.write(read_attachment(file.read(), key, vault))
            return
        records, interrupted = read(header, key, frames)
    except (Refusal, OSError) as refusal:
        sys.exit(f"error: {refusal}")
    if interrupted:
        print("note: an interrupted write at the end was left out", file=sys.stderr)
    sys.stdout.buffer.write(json.dumps(records, ensure_ascii=False, indent=2).encode() + b"\n")


if __name__ == "__main__":
    main()
