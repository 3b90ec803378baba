"""Attachments, whole and with one fault each."""
from nacl.bindings import crypto_secretstream_xchacha20poly1305_init_pull as stream_begin
from nacl.bindings import crypto_secretstream_xchacha20poly1305_push as stream_seal
from nacl.bindings import crypto_secretstream_xchacha20poly1305_state as stream_state
from vault_writer import derived, fixed_bytes, flipped, hashed, identifier

MAGIC = b"bucket-attachment 1\n"
CHUNK = 1 << 16
MESSAGE, FINAL = 0, 3
VAULT = fixed_bytes(16, "hut vault id")
DATA_KEY = fixed_bytes(32, "hut data key")
ID = identifier("attachment")


class Keys:
    def __init__(self, attachment=ID, vault=VAULT, data_key=DATA_KEY):
        key = hashed(
            b"bucket-vault 1 attachment" + vault + bytes.fromhex(attachment.replace("-", "")),
            derived(data_key, 4, b"bkt1atta"))
        self.vault = vault
        self.name = derived(key, 1, b"bkt1atnm")[:16].hex()
        self.header = derived(key, 2, b"bkt1athd")
        self.stream = derived(key, 3, b"bkt1atst")


def header(keys, magic=MAGIC, stream=fixed_bytes(24, "stream header")):
    start = magic + keys.vault + stream
    return start + hashed(start, keys.header)


def chunks(content):
    """The content in chunks, each with its tag."""
    pieces = [content[at:at + CHUNK] for at in range(0, len(content), CHUNK)] or [b""]
    return [(piece, MESSAGE) for piece in pieces[:-1]] + [(pieces[-1], FINAL)]


def sealed(pieces, head, keys):
    """The sealed chunks; both ends of a stream begin alike, and this one takes a header."""
    state = stream_state()
    stream_begin(state, head[36:60], keys.stream)
    return [stream_seal(state, piece, head, tag) for piece, tag in pieces]


def content_of(count):
    return (fixed_bytes(64, "content") * (count // 64 + 1))[:count]


def attachment(content, keys=Keys(), magic=MAGIC):
    head = header(keys, magic)
    return head + b"".join(sealed(chunks(content), head, keys))


def vector(file, expect="damaged", content=None, **others):
    fields = {
        "expect": expect, "data-key": DATA_KEY.hex(), "vault": VAULT.hex(), "attachment": ID,
        "name": Keys().name}
    if content is not None:
        fields |= {"count": len(content), "hash": hashed(content).hex()}
    return {**fields, **others, "file": file}


def vectors():
    counts = {"empty": 0, "byte": 1, "short": 1000, "chunk": CHUNK, "chunk-and-byte": CHUNK + 1}
    for name, count in counts.items():
        content = content_of(count)
        yield f"opens-{name}", vector(attachment(content), "opens", content)
    short, long = attachment(content_of(1000)), attachment(content_of(CHUNK + 1))
    keys, first = Keys(), 92 + CHUNK + 17
    head = header(keys)
    yield "newer-format", vector(attachment(b"", magic=b"bucket-attachment 2\n"), "newer-format")
    yield "magic-flipped", vector(flipped(short, 3))
    yield "vault-flipped", vector(flipped(short, 20))
    yield "stream-flipped", vector(flipped(short, 40))
    yield "mac-flipped", vector(flipped(short, 60))
    yield "chunk-flipped", vector(flipped(short, 100))
    yield "last-chunk-flipped", vector(flipped(long, len(long) - 1))
    yield "nothing", vector(b"")
    yield "cut-in-header", vector(short[:91])
    yield "cut-behind-header", vector(short[:92])
    yield "cut-in-chunk", vector(short[:-1])
    yield "cut-between-chunks", vector(long[:first])
    yield "trailing", vector(short + b"\0")
    yield "twice", vector(short + short[92:])
    yield "chunks-swapped", vector(long[:92] + long[first:] + long[92:first])
    yield "chunk-dropped", vector(long[:92] + long[first:])
    yield "of-another", vector(attachment(b"x", Keys(identifier("another attachment"))))
    yield "of-another-vault", vector(attachment(b"x", Keys(vault=fixed_bytes(16, "another"))))
    yield "of-another-key", vector(attachment(b"x", Keys(data_key=fixed_bytes(32, "another"))))
    whole = content_of(CHUNK)
    yield "empty-last-chunk", vector(
        head + b"".join(sealed([(whole, MESSAGE), (b"", FINAL)], head, keys)))
    yield "short-chunk-before-last", vector(
        head + b"".join(sealed([(b"short", MESSAGE), (b"last", FINAL)], head, keys)))
    yield "no-last-chunk", vector(head + b"".join(sealed([(whole, MESSAGE)], head, keys)))
    yield "other-associated-data", vector(
        head + b"".join(sealed(chunks(b"x"), head[:60] + bytes(32), keys)))
