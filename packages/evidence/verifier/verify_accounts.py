"""Transfers of chains of accounts, for verify_bundle.py. Written from docs/methods/evidence-bundle.md alone."""
import hashlib, re, struct

FIRST = ['d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3', '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc']

COINS = {'eth': ('ETH', 18), 'trx': ('TRX', 6)}

class Mismatch(ValueError): pass

def sha(data): return hashlib.sha256(data).digest()
def big(data): return int.from_bytes(data, 'big')

def base58(raw):
    if len(raw) != 21: return ''
    raw, text = raw + sha(sha(raw))[:4], ''
    number = big(raw)
    while number: number, text = number // 58, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[number % 58] + text
    return '1' * (len(raw) - len(raw.lstrip(b'\0'))) + text

# Keccak-256, and who signed on secp256k1.

Q, N = 2 ** 256 - 2 ** 32 - 977, 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141
G = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798, 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8

def secant(one, two):
    if not one or not two: return one or two
    (x, y), (u, v) = one, two
    if x == u and (y + v) % Q == 0: return None
    slope = (3 * x * x * pow(2 * y, -1, Q) if x == u else (v - y) * pow(u - x, -1, Q)) % Q
    top = (slope * slope - x - u) % Q
    return top, (slope * (x - top) - y) % Q

def keccak(data):
    mask, lanes, noise = 2 ** 64 - 1, [0] * 25, 1
    turn = lambda value, by: (value << by | value >> 64 - by) & mask
    padded = bytearray(data) + b'\1' + bytes(-(len(data) + 1) % 136)
    padded[-1] |= 0x80
    for at in range(0, len(padded), 136):
        for i, lane in enumerate(struct.unpack('<17Q', padded[at:at + 136])): lanes[i] ^= lane
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
                if noise & 2: lanes[0] ^= 1 << (1 << j) - 1
    return struct.pack('<4Q', *lanes[:4])

def recover(hashed, r, s, parity):
    """Address of the key that made a signature; None where no key could."""
    y = pow(r ** 3 + 7, (Q + 1) // 4, Q)
    if not 0 < r < N or not 0 < s < N or parity not in (0, 1) or (y * y - r ** 3 - 7) % Q: return None
    part, point = pow(r, -1, N), (r, y if y & 1 == parity else Q - y)
    key = None
    for number, point in ((s * part % N, point), (-big(hashed) * part % N, G)):
        while number:
            key = secant(key, point) if number & 1 else key
            point, number = secant(point, point), number >> 1
    return keccak(b''.join(number.to_bytes(32, 'big') for number in key))[12:] if key else None

# RLP, tries, Protocol Buffers.

def rlp(data):
    """The first item of RLP, and how long it is."""
    first = data[0]
    if first < 128: return data[:1], 1
    short = first - (192 if first > 191 else 128)
    wide = max(0, short - 55)
    start, size = 1 + wide, big(data[1:1 + wide]) if wide else short
    if start + size > len(data) or (wide and (size < 56 or data[1] == 0)) or (first == 129 and data[1] < 128): raise Mismatch('its bytes are no RLP.')
    if first < 192: return data[start:start + size], start + size
    items, at = [], start
    while at < start + size:
        item, length = rlp(data[at:start + size])
        items, at = items + [item], at + length
    return items, start + size

def whole(data):
    item, size = rlp(data)
    if size != len(data): raise Mismatch('its bytes are no RLP.')
    return item

def write_rlp(item):
    if isinstance(item, bytes) and len(item) == 1 and item[0] < 128: return item
    body, low = (item, 128) if isinstance(item, bytes) else (b''.join(map(write_rlp, item)), 192)
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8, 'big')
    return (bytes([low + len(body)]) if len(body) < 56 else bytes([low + 55 + len(size)]) + size) + body

def short(number): return number.to_bytes((number.bit_length() + 7) // 8, 'big')

def walk(root, index, nodes):
    """The value under an index by the nodes from the root down; None where they lead elsewhere."""
    key, node, nodes = write_rlp(short(index)).hex(), root, list(nodes)
    while True:
        if isinstance(node, bytes):
            data = bytes.fromhex(nodes.pop(0)) if nodes else b''
            if len(node) != 32 or keccak(data) != node: return None
            node = whole(data)
        elif len(node) == 17: key, node = key[1:], node[int(key[0], 16)]
        else:
            path, flag = node[0].hex(), int(node[0].hex()[0], 16)
            path = path[1:] if flag & 1 else path[2:]
            if not key.startswith(path): return None
            if flag > 1: return node[1] if key == path and not nodes else None
            key, node = key[len(path):], node[1]

def proto(data):
    """The last value of each field of a message."""
    fields, at = {}, 0
    def number():
        nonlocal at
        value, by = 0, 0
        while True:
            value, by, at = value | (data[at] & 127) << by, by + 7, at + 1
            if data[at - 1] < 128: return value
    while at < len(data):
        tag, value = number(), number()
        if tag & 7 == 2: at, value = at + value, data[at:at + value]
        fields[tag >> 3] = value
    return fields

UNREADABLE = (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError)

class Accounts:
    """Headers of a chain, and what its transactions did."""
    def __init__(self, bundle, chain, decode):
        self.b, self.chain, self.tron, self.headers, self.done = bundle, chain, chain == 'trx', {}, {}
        for path, data in bundle.files.items():
            run = re.match(r'ledger/%s/headers-(\d+)\.json\Z' % chain, path)
            try: run and self.read_headers(path, int(run.group(1)), decode(path, data))
            except UNREADABLE as error: bundle.fault(path, 'it is no list of headers: %s' % error)
        for path, data in bundle.files.items():
            proof = re.match(r'ledger/%s/proofs/([0-9a-f]{64})\.json\Z' % chain, path)
            if not proof: continue
            try: self.done[proof.group(1)] = (self.tron_proof if self.tron else self.ether_proof)(proof.group(1), decode(path, data))
            except UNREADABLE as error: bundle.fault(path, 'it does not lead to its header: %s' % error)
    def read_headers(self, path, start, rows):
        found, before = {}, None
        for i, row in enumerate(rows):
            raw = bytes.fromhex(row['raw'])
            head = proto(raw) if self.tron else whole(raw)
            height, parent, when = (head[7], head[3], head[1] // 1000) if self.tron else (big(head[8]), head[0], big(head[11]))
            own = height.to_bytes(8, 'big') + sha(raw)[8:] if self.tron else keccak(raw)
            if height != start + i or before not in (None, parent): return self.b.fault(path, 'the header of block %d does not follow.' % (start + i))
            found[height], before = (head, when, own.hex()), own
        if not found: raise Mismatch('there is none.')
        top = max((height for height, (_, _, own) in found.items() if own in [*self.b.blocks, *FIRST]), default=-1)
        self.b.notes.append('%d headers from block %d, %s' % (len(found), start, 'the last is known' if top == max(found) else 'compare the last, ' + before.hex()))
        self.headers.update((height, row + (height <= top,)) for height, row in found.items())
    def ether_proof(self, txid, proof):
        head, when, _, known = self.headers[proof['height']]
        raw, receipt = (walk(head[at], proof['index'], proof[name]) for at, name in ((4, 'transaction'), (5, 'receipt')))
        if not raw or not receipt or keccak(raw).hex() != txid: raise Mismatch('its nodes lead elsewhere.')
        kind, fields = (raw[0], whole(raw[1:])) if raw[0] < 128 else (0, whole(raw))
        status, _, _, logs = whole(receipt[1:] if receipt[0] < 128 else receipt)
        def payment():
            at, v, body = (3, 4, 5, 5, 5)[kind], big(fields[-3]), fields[:-3]
            if kind == 0 and v > 34: body, v = body + [short((v - 35) // 2), b'', b''], (v - 35) % 2
            elif kind == 0: v -= 27
            payer = recover(keccak((bytes([kind]) if kind else b'') + write_rlp(body)), big(fields[-2]), big(fields[-1]), v)
            return ['', '0x' + payer.hex(), '0x' + fields[at].hex(), str(big(fields[at + 1]))] if status == b'\1' and payer and fields[at] else None
        event = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
        moves = [[log[0].hex(), '0x' + log[1][1][12:].hex(), '0x' + log[1][2][12:].hex(), str(big(log[2]))]
                 if len(log[1]) == 3 and log[1][0].hex() == event and len(log[2]) == 32 else None for log in logs]
        return payment, moves, proof['height'], when, known
    def tron_proof(self, txid, proof):
        head, when, _, known = self.headers[proof['height']]
        raw, index = bytes.fromhex(proof['transaction']), proof['index']
        fields, node = proto(raw), sha(raw)
        for other in map(bytes.fromhex, proof['branch']):
            if len(other) not in (0, 32): raise Mismatch('a part of its path is no hash.')
            node, index = sha(other + node if index & 1 else node + other) if other else node, index >> 1
        if len(raw) == 64 or sha(fields[1]).hex() != txid or node != head[2] or index: raise Mismatch('its path leads elsewhere.')
        call, result = proto(proto(proto(fields[1])[11])[2]), proto(fields[5]) if 5 in fields else {3: 1}
        value, kind = proto(call[2]), call[1].decode().split('.')[-1]
        data, good = value.get(4, b''), result.get(2, 0) == 0 and result.get(3, 0) == 1
        coins = good and kind == 'TransferContract' and ['', base58(value[1]), base58(value[2]), str(value.get(3, 0))]
        asks = good and kind == 'TriggerSmartContract' and isinstance(data, bytes) and len(data) == 68 and data[:4].hex() == 'a9059cbb'
        moves = [[value[2][1:].hex(), base58(value[1]), base58(b'\x41' + data[16:36]), str(big(data[36:]))]] if asks else []
        return lambda: coins or None, moves, proof['height'], when, known
    def transfer(self, txid, log):
        """What a claim on a transfer has to state, and how good that is."""
        if txid not in self.done: return None, None
        payment, moves, height, when, known = self.done[txid]
        if log is not None and not 0 <= log < len(moves): raise Mismatch('the transaction has no such event.')
        move = payment() if log is None else moves[log]
        if move is None: raise Mismatch('the transaction proves no such transfer.')
        own = dict(zip(('asset', 'from', 'to', 'amount'), move), height=height, time=when, ref=txid)
        if log is None: own.update(zip(('symbol', 'decimals'), COINS[self.chain]))
        return own, 'verified' if known and not (self.tron and log is not None) else 'agrees'
