"""Published algorithms that Python's own library lacks, for verify_bundle.py. Nothing here is about evidence bundles: each part is written
from the standard named above it, and any library of the same standard could take its place.
"""
import hashlib
import json
import struct


def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()


def big(data):
    return int.from_bytes(data, 'big')


def add_up(add, zero, *pairs):
    """The sum of points of a curve, each as often as the number before it."""
    for number, point in pairs:
        while number:
            zero = add(zero, point) if number & 1 else zero
            point, number = add(point, point), number >> 1
    return zero


# Canonical JSON: RFC 8785, of whole numbers.

def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
        return '{%s}' % ','.join('%s:%s' % (canonical(key), canonical(value[key])) for key in keys)
    if isinstance(value, list):
        return '[%s]' % ','.join(map(canonical, value))
    if isinstance(value, float) or (type(value) is int and abs(value) > 2 ** 53 - 1):
        raise ValueError('a number that is not whole or too large')
    return json.dumps(value, ensure_ascii=False)


# Ed25519: RFC 8032.

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
NEUTRAL = (0, 1, 1, 0)


def edwards(one, two):
    x, y, z, t = one
    u, v, w, s = two
    a, b, c, d = (y - x) * (v - u) % P, (y + x) * (v + u) % P, 2 * t * s * D % P, 2 * z * w % P
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def point_of(raw):
    y, sign = int.from_bytes(raw, 'little') & 2 ** 255 - 1, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def is_ed25519(key, signature, message):
    a, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], 'little')
    if not a or not r or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    left, right = add_up(edwards, NEUTRAL, (s, BASE)), edwards(r, add_up(edwards, NEUTRAL, (k, a)))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


# Keccak-256 with the original padding: the Keccak reference, version 3.0.

def keccak(data):
    mask, lanes, noise = 2 ** 64 - 1, [0] * 25, 1
    padded = bytearray(data) + b'\1' + bytes(-(len(data) + 1) % 136)
    padded[-1] |= 0x80

    def turn(value, by):
        return (value << by | value >> 64 - by) & mask

    for at in range(0, len(padded), 136):
        for i, lane in enumerate(struct.unpack('<17Q', padded[at:at + 136])):
            lanes[i] ^= lane
        noise = 1
        for _ in range(24):
            c = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
            lanes = [lane ^ c[(i + 4) % 5] ^ turn(c[(i + 1) % 5], 1) for i, lane in enumerate(lanes)]
            x, y, kept = 1, 0, lanes[1]
            for step in range(24):
                x, y = y, (2 * x + 3 * y) % 5
                kept, lanes[x + 5 * y] = lanes[x + 5 * y], turn(kept, (step + 1) * (step + 2) // 2 % 64)
            lanes = [lane ^ (~lanes[i - i % 5 + (i + 1) % 5] & lanes[i - i % 5 + (i + 2) % 5]) for i, lane in enumerate(lanes)]
            for j in range(7):
                noise = (noise << 1) ^ (noise >> 7) * 0x171
                if noise & 2:
                    lanes[0] ^= 1 << (1 << j) - 1
    return struct.pack('<4Q', *lanes[:4])


# Who signed, on secp256k1: SEC 1, 4.1.6; addresses of keys as Ethereum has them.

Q, N = 2 ** 256 - 2 ** 32 - 977, 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141
G = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798, 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8


def secant(one, two):
    if not one or not two:
        return one or two
    (x, y), (u, v) = one, two
    if x == u and (y + v) % Q == 0:
        return None
    slope = (3 * x * x * pow(2 * y, -1, Q) if x == u else (v - y) * pow(u - x, -1, Q)) % Q
    top = (slope * slope - x - u) % Q
    return top, (slope * (x - top) - y) % Q


def recover(hashed, r, s, parity):
    """Address of the key that made a signature; None where no key could."""
    y = pow(r ** 3 + 7, (Q + 1) // 4, Q)
    if not 0 < r < N or not 0 < s < N or parity not in (0, 1) or (y * y - r ** 3 - 7) % Q:
        return None
    part, point = pow(r, -1, N), (r, y if y & 1 == parity else Q - y)
    key = add_up(secant, None, (s * part % N, point), (-big(hashed) * part % N, G))
    return keccak(b''.join(number.to_bytes(32, 'big') for number in key))[12:] if key else None


# Addresses: Base58Check; segregated witness by BIP 173 and BIP 350.

def base58check(raw):
    raw, text = raw + sha(sha(raw))[:4], ''
    number = big(raw)
    while number:
        number, text = number // 58, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[number % 58] + text
    return '1' * (len(raw) - len(raw.lstrip(b'\0'))) + text


def segwit(hrp, version, program):
    bits = ''.join(format(byte, '08b') for byte in program)
    words = [version] + [int(bits[at:at + 5].ljust(5, '0'), 2) for at in range(0, len(bits), 5)]
    check = 1
    for value in [ord(c) >> 5 for c in hrp] + [0] + [ord(c) & 31 for c in hrp] + words + [0] * 6:
        top, check = check >> 25, (check & 0x1ffffff) << 5 ^ value
        for i, g in enumerate((0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3)):
            check ^= g if top >> i & 1 else 0
    check ^= 0x2bc830a3 if version else 1
    return hrp + '1' + ''.join('qpzry9x8gf2tvdw0s3jn54khce6mua7l'[w] for w in words + [check >> 5 * (5 - i) & 31 for i in range(6)])


# RLP and the Merkle-Patricia trie: Ethereum's yellow paper, appendices B to D.

def read_rlp(data):
    """The first item, and how long it is."""
    first = data[0]
    if first < 128:
        return data[:1], 1
    short = first - (192 if first > 191 else 128)
    wide = max(0, short - 55)
    start, size = 1 + wide, big(data[1:1 + wide]) if wide else short
    if start + size > len(data) or (wide and (size < 56 or data[1] == 0)) or (first == 129 and data[1] < 128):
        raise ValueError('its bytes are no RLP.')
    if first < 192:
        return data[start:start + size], start + size
    items, at = [], start
    while at < start + size:
        item, length = read_rlp(data[at:start + size])
        items, at = items + [item], at + length
    return items, start + size


def rlp(data):
    item, size = read_rlp(data)
    if size != len(data):
        raise ValueError('its bytes are no RLP.')
    return item


def write_rlp(item):
    if isinstance(item, bytes) and len(item) == 1 and item[0] < 128:
        return item
    body, low = (item, 128) if isinstance(item, bytes) else (b''.join(map(write_rlp, item)), 192)
    size = shortest(len(body))
    return (bytes([low + len(body)]) if len(body) < 56 else bytes([low + 55 + len(size)]) + size) + body


def shortest(number):
    return number.to_bytes((number.bit_length() + 7) // 8, 'big')


def trie_value(root, index, nodes):
    """The value under the RLP of an index by the nodes from the root down; None where they lead elsewhere."""
    key, node, nodes = write_rlp(shortest(index)).hex(), root, list(nodes)
    while True:
        if isinstance(node, bytes):
            data = bytes.fromhex(nodes.pop(0)) if nodes else b''
            if len(node) != 32 or keccak(data) != node:
                return None
            node = rlp(data)
        elif len(node) == 17:
            key, node = key[1:], node[int(key[0], 16)]
        else:
            path, flag = node[0].hex(), int(node[0].hex()[0], 16)
            path = path[1:] if flag & 1 else path[2:]
            if not key.startswith(path):
                return None
            if flag > 1:
                return node[1] if key == path and not nodes else None
            key, node = key[len(path):], node[1]


# Protocol Buffers: the encoding of messages.

def proto(data):
    """The last value of each field of a message."""
    fields, at = {}, 0

    def number():
        nonlocal at
        value, by = 0, 0
        while True:
            value, by, at = value | (data[at] & 127) << by, by + 7, at + 1
            if data[at - 1] < 128:
                return value

    while at < len(data):
        tag, value = number(), number()
        if tag & 7 == 2:
            at, value = at + value, data[at:at + value]
        fields[tag >> 3] = value
    return fields


# Transactions of the Bitcoin family as they travel: the protocol's documentation, BIP 141 and BIP 144.

class Transaction:
    """Its id, what it spends (id and place; nothing in a coinbase), and its outputs (amount and script)."""

    def __init__(self, raw):
        self.raw, witness = raw, raw[4:6] == b'\0\1'
        start = self.at = 6 if witness else 4
        self.inputs = []
        for _ in range(self.size()):
            self.inputs.append((self.take(32)[::-1].hex(), struct.unpack('<I', self.take(4))[0]))
            self.take(self.size() + 4)
        self.outputs = [(struct.unpack('<Q', self.take(8))[0], self.take(self.size())) for _ in range(self.size())]
        core = raw[:4] + raw[start:self.at]
        for _ in self.inputs if witness else ():
            for _ in range(self.size()):
                self.take(self.size())
        core += self.take(4)
        if self.at != len(raw) or len(core) == 64:
            raise ValueError('its bytes are no transaction.')
        self.txid = sha(sha(core))[::-1].hex()
        if self.inputs[0][0] == '0' * 64:
            self.inputs = []

    def take(self, count):
        self.at += count
        if self.at > len(self.raw):
            raise ValueError('its bytes end too early.')
        return self.raw[self.at - count:self.at]

    def size(self):
        first = self.take(1)[0]
        return first if first < 253 else int.from_bytes(self.take(1 << first - 252), 'little')


# Addresses of Bitcoin's main network: BIP 13, BIP 16, BIP 141, and the hash of a bare public key.

# Some builds of OpenSSL leave RIPEMD-160 out: an address of a bare key is then not compared.
def hash160(data):
    return hashlib.new('ripemd160', sha(data)).digest() if 'ripemd160' in hashlib.algorithms_available else None


def address_of(script):
    """The owner of an output; None where nobody can spend it; Ellipsis for forms that are not named here."""
    size = len(script)
    if size == 25 and script[:3] == b'\x76\xa9\x14' and script[23:] == b'\x88\xac':
        return base58check(b'\0' + script[3:23])
    if size == 23 and script[:2] == b'\xa9\x14' and script[22:] == b'\x87':
        return base58check(b'\5' + script[2:22])
    if size in (35, 67) and script[0] == size - 2 and script[-1] == 0xac:
        return base58check(b'\0' + hash160(script[1:-1])) if hash160(b'') else Ellipsis
    if 4 <= size <= 42 and script[1] == size - 2 and (script[0] == 0 or 0x51 <= script[0] <= 0x60):
        return segwit('bc', script[0] and script[0] - 0x50, script[2:])
    return None if script[:1] == b'\x6a' else Ellipsis
