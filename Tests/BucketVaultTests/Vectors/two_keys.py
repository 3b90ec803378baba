"""Makes a seal that XChaCha20-Poly1305 opens under two keys: its tag commits to neither."""
import itertools, struct

PRIME = (1 << 130) - 5
WORD = (1 << 32) - 1


def rounds(state):
    def quarter(a, b, c, d):
        for into, other, by, turn in ((a, d, b, 16), (c, b, d, 12), (a, d, b, 8), (c, b, d, 7)):
            words[into] = (words[into] + words[by]) & WORD
            turned = words[other] ^ words[into]
            words[other] = (turned << turn | turned >> (32 - turn)) & WORD

    words = list(state)
    for _ in range(10):
        for at in range(4):
            quarter(at, at + 4, at + 8, at + 12)
        for at in range(4):
            quarter(at, (at + 1) % 4 + 4, (at + 2) % 4 + 8, (at + 3) % 4 + 12)
    return words


def stream(key, nonce, count):
    """Blocks of 64 bytes of XChaCha20, from the first one on."""
    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    words = rounds(start + list(struct.unpack("<12I", key + nonce[:16])))
    inner = words[:4] + words[12:]
    blocks = b""
    for counter in range(count):
        state = start + inner + [counter, 0] + list(struct.unpack("<2I", nonce[16:]))
        mixed = [(one + other) & WORD for one, other in zip(rounds(state), state)]
        blocks += struct.pack("<16I", *mixed)
    return blocks


class Authenticator:
    """Poly1305 of one key as a polynomial in the two blocks of a ciphertext of 32 bytes."""

    def __init__(self, key, nonce, associated):
        blocks = stream(key, nonce, 2)
        self.mask = blocks[64:96]
        self.r = int.from_bytes(blocks[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
        self.s = int.from_bytes(blocks[16:32], "little")
        padded = associated + bytes(-len(associated) % 16)
        sum_ = 0
        for at in range(0, len(padded), 16):
            sum_ = (sum_ + int.from_bytes(padded[at:at + 16] + b"\1", "little")) * self.r % PRIME
        lengths = struct.pack("<2Q", len(associated), 32) + b"\1"
        self.rest = (
            sum_ * self.r**3 + int.from_bytes(lengths, "little") * self.r) % PRIME

    def sums(self, tag):
        """What the polynomial may come to for this tag, less what the blocks don't change."""
        low = (tag - self.s) % (1 << 128)
        return [(whole - self.rest) % PRIME for whole in range(low, PRIME, 1 << 128)]


def sealed_under_both(key, other, nonce, associated):
    """The ciphertext with its tag, and what it opens to under the first key."""
    a, b = (Authenticator(each, nonce, associated) for each in (key, other))
    inverse = pow(a.r**3 * b.r**2 - b.r**3 * a.r**2, -1, PRIME)
    for tag in itertools.count(1):
        for one, two in itertools.product(a.sums(tag), b.sums(tag)):
            blocks = ((one * b.r**2 - two * a.r**2) * inverse % PRIME,
                      (two * a.r**3 - one * b.r**3) * inverse % PRIME)
            if all(block >> 128 == 1 for block in blocks):
                text = b"".join(block.to_bytes(17, "little")[:16] for block in blocks)
                opened = bytes(x ^ y for x, y in zip(text, a.mask))
                return text + tag.to_bytes(16, "little"), opened
