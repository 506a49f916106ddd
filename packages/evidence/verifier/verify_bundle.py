#!/usr/bin/env python3
"""Checks an evidence bundle offline. Written from docs/methods/evidence-bundle.md alone; needs Python 3.8 and nothing else.

    python3 verify_bundle.py FILE.evb [--key HEX]... [--json]
"""
import calendar, hashlib, json, re, struct, sys, time, zlib

OUTSIDE = ('manifest.json', 'redaction.json', 'salts.json', 'signatures.json')
NAME = re.compile(r'[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*\Z')
MOMENT = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z')
DAY = 86400
# Built-in blocks of Bitcoin, height and hash.
BLOCKS = {int(pair[0]): pair[1] for pair in (word.split(':') for word in '''
    0:000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f 11111:0000000069e244f73d78e8fd29ba2fd2ed618bd6fa2ee92559f542fdb26e7c1d
    33333:000000002dd5588a74784eaa7ab0507a18ad16a236e7b1ce69f00d7ddfb5d0a6 74000:0000000000573993a3c9e41ce34471c079dcf5f52a0e824a81e7f953b8661a20
    105000:00000000000291ce28027faea320c8d2b054b2e0fe44a773f3eefb151d6bdc97 134444:00000000000005b12ffd4cd315cd34ffd4a594f430ac814c91184a0d42d2b0fe
    168000:000000000000099e61ea72015e79632f216fe6cb33d7899acb35b75c8303b763 193000:000000000000059f452a5f7340de6682a977387c17010ff6e6c3bd83ca8b1317
    210000:000000000000048b95347e83192f69cf0366076336c639f9b7228e9ba171342e 216116:00000000000001b4f4b433e81ee46494af945cf96014816a4e2370f11b23df4e
    225430:00000000000001c108384350f74090433e7fcf79a606b8e797f065b130575932 250000:000000000000003887df1f29024b06fc2200b55f8af8f35453d7be294df2d214
    279000:0000000000000001ae8c72a0b0c301f67e3afca10e819efa9041e458e9bd7e40 295000:00000000000000004d9b4ef50f0f9d686fd69db2e03af35a100370c64632a983'''.split())}

class Refused(Exception):
    def __init__(self, item, why):
        super().__init__('%s: %s' % (item, why))
        self.item, self.why = item, why

class Mismatch(Exception):
    pass

def is_hex(value, digits):
    return isinstance(value, str) and len(value) == digits and re.fullmatch('[0-9a-f]+', value) is not None

def sha(*parts):
    return hashlib.sha256(b''.join(parts)).digest()

def sha2(data):
    return sha(sha(data))

def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode('utf-16-be'))
        return '{%s}' % ','.join('%s:%s' % (canonical(key), canonical(value[key])) for key in keys)
    if isinstance(value, list): return '[%s]' % ','.join(map(canonical, value))
    if isinstance(value, float) or (type(value) is int and abs(value) > 2 ** 53 - 1): raise ValueError('a number that is not whole or too large')
    return json.dumps(value, ensure_ascii=False)

def encode(value):
    return canonical(value).encode('utf-8')

def decode(item, data):
    try:
        value = json.loads(data.decode('utf-8'))
        if encode(value) == data: return value
    except (ValueError, RecursionError, UnicodeError): pass
    raise Refused(item, 'it is not canonical JSON: changed, written again or cut short.')

# The archive.

def heads(name, crc, size, offset):
    raw = name.encode()
    local = struct.pack('<IHHHHHIIIHH', 0x04034b50, 20, 0x800, 0, 0, 0x21, crc, size, size, len(raw), 0) + raw
    central = struct.pack('<IHHHHHHIIIHHHHHII', 0x02014b50, 20, 20, 0x800, 0, 0, 0x21, crc, size, size, len(raw), 0, 0, 0, 0, 0, offset)
    return local, central + raw

def read_zip(data):
    end = len(data) - 22
    if end < 0 or data[end:end + 4] != b'PK\x05\x06': raise Refused('the file', 'the bundle is cut short or is no bundle.')
    count, length, start = struct.unpack('<HII', data[end + 10:end + 20])
    expected = struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, count, count, length, start, 0)
    if start + length != end or data[end:] != expected: raise Refused('the list at the end', 'it does not fit the file.')
    files, damaged, at, next_at, before = {}, set(), start, 0, ''
    seen = set()
    while at < end:
        if at + 46 > end: raise Refused('the list at the end', 'it is damaged.')
        crc, size = struct.unpack('<I', data[at + 16:at + 20])[0], struct.unpack('<I', data[at + 24:at + 28])[0]
        width, offset = struct.unpack('<H', data[at + 28:at + 30])[0], struct.unpack('<I', data[at + 42:at + 46])[0]
        name = data[at + 46:at + 46 + width].decode('latin1')
        if len(name) > 200 or not NAME.match(name): raise Refused(ascii(name), 'this is no name of an item.')
        local, central = heads(name, crc, size, offset)
        if data[at:at + len(central)] != central: raise Refused(name, 'its line in the list at the end is not written as in a bundle.')
        if name.lower() in seen or name <= before: raise Refused(name, 'two items have this name, or they are out of order.')
        if offset != next_at or data[next_at:next_at + len(local)] != local:
            raise Refused(name, 'its head differs from its line in the list at the end.')
        next_at += len(local) + size
        if next_at > start: raise Refused(name, 'it is said to be longer than the file.')
        files[name] = data[next_at - size:next_at]
        if zlib.crc32(files[name]) != crc: damaged.add(name)
        seen.add(name.lower())
        before, at = name, at + len(central)
    if next_at != start or len(files) != count: raise Refused('the list at the end', 'it does not fit the items.')
    return files, damaged

# Ed25519 (RFC 8032).

P = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P

def add(a, b):
    x, y = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = y - x, z - t, z + t, y + x
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(n, point):
    total = (0, 1, 1, 0)
    while n:
        total = add(total, point) if n & 1 else total
        point, n = add(point, point), n >> 1
    return total

def point_of(raw):
    y = int.from_bytes(raw, 'little')
    sign, y = y >> 255, y & (2 ** 255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P: x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign): return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

def is_signed(thing):
    body = encode({key: value for key, value in thing.items() if key != 'value'})
    key, raw = bytes.fromhex(thing['publicKey']), bytes.fromhex(thing['value'])
    a, r, s = point_of(key), point_of(raw[:32]), int.from_bytes(raw[32:], 'little')
    if not a or not r or s >= L: return False
    k = int.from_bytes(hashlib.sha512(raw[:32] + key + body).digest(), 'little') % L
    base = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
    left, right = times(s, base), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0

# Manifest, leaves, what was left out.

def entry_digest(entry):
    return bytes.fromhex(entry['digest']) if 'digest' in entry else sha(bytes.fromhex(entry['salt']), encode({'value': entry['value']}))

def list_leaf(entries):
    level = [sha(b'\0', entry_digest(entry)) for entry in entries]
    while len(level) > 1: level = [sha(b'\1', *level[i:i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return (level[0] if level else sha(b'')).hex()

class Bundle:
    def __init__(self, data, now, keys):
        stored, damaged = read_zip(data)
        self.files, self.lists, self.faults, self.left, self.notes = {}, {}, {}, set(), []
        for name in OUTSIDE:
            if name in damaged: raise Refused(name, 'it was changed or damaged: its checksum in the archive differs.')
        self.manifest = head = decode('manifest.json', stored.get('manifest.json', b''))
        ok = isinstance(head, dict) and (head.get('format'), head.get('version')) == ('trailmark-bundle', 1) and head.get('kind') in ('core', 'report')
        if not ok or sorted(head) != ['case', 'format', 'items', 'kind', 'madeAt', 'report', 'software', 'version'] or not MOMENT.match(str(head['madeAt'])):
            raise Refused('manifest.json', 'it is not written as the format has it.')
        self.made = seconds(head['madeAt'])
        if self.made > now + DAY: raise Refused('manifest.json', 'the bundle is dated in the future.')
        self.digest = sha(stored['manifest.json']).hex()
        rows = head['items'] if isinstance(head['items'], list) else [None]
        if not all(isinstance(row, dict) and isinstance(row.get('path'), str) and is_hex(row.get('leaf'), 64) and len(row) == 3 and
                   isinstance(row.get('size', row.get('entries')), int) for row in rows):
            raise Refused('manifest.json', 'its items are not written as the format has them.')
        paths = [item['path'] for item in rows]
        if paths != sorted(set(paths)) or any(path in OUTSIDE for path in paths): raise Refused('manifest.json', 'its items are not in order.')
        for name in stored:
            if name not in OUTSIDE and name not in set(paths): raise Refused(name, 'the manifest does not list it.')
        salts = decode('salts.json', stored.get('salts.json', b''))
        if not isinstance(salts, dict) or not all(path in stored and is_hex(salt, 32) for path, salt in salts.items()):
            raise Refused('salts.json', 'it has no salt, or one of something that is not in the bundle.')
        gone = self.redaction(stored, now)
        for item in head['items']: self.item(item, stored.get(item['path']), salts, gone)
        for name in damaged: self.faults.setdefault(name, 'its checksum in the archive differs.')
        self.signatures(decode('signatures.json', stored.get('signatures.json', b'')), now, keys)

    def fault(self, path, why):
        self.faults.setdefault(path, why)

    def redaction(self, stored, now):
        if 'redaction.json' not in stored: return {'items': [], 'entries': {}}
        gone = decode('redaction.json', stored['redaction.json'])
        names = ['entries', 'format', 'items', 'madeAt', 'manifest', 'profile', 'publicKey', 'value', 'version']
        fits = sorted(gone) == names and gone['format'] == 'trailmark-redaction' and gone['version'] == 1 and MOMENT.match(str(gone['madeAt']))
        if not fits or not is_hex(gone['publicKey'], 64) or not is_hex(gone['value'], 128) or not isinstance(gone['entries'], dict):
            raise Refused('redaction.json', 'it is not written as the format has it.')
        fits = gone['manifest'] == self.digest
        if not fits or not is_signed(gone) or seconds(gone['madeAt']) > now + DAY:
            self.fault('redaction.json', 'it is not what its key signed for this bundle.')
        return gone

    def item(self, item, content, salts, gone):
        path, listed = item['path'], item['path'] in gone['items']
        if content is None or listed:
            if content is None and listed: self.left.add(path)
            else: self.fault(path, 'it is missing without being listed, or listed and there.')
        elif 'size' in item:
            if path not in salts or len(content) != item['size'] or sha(bytes.fromhex(salts[path]), content).hex() != item['leaf']:
                self.fault(path, 'its SHA-256 is not the one that was signed.')
            else: self.files[path] = content
        else:
            entries = decode(path, content)
            forms = (['digest'], ['salt', 'value'])
            if not isinstance(entries, list) or not all(isinstance(one, dict) and sorted(one) in forms and
                                                        (is_hex(one.get('salt'), 32) or is_hex(one.get('digest'), 64)) for one in entries):
                raise Refused(path, 'it is no list of entries.')
            missing = [i for i, one in enumerate(entries) if 'digest' in one]
            if len(entries) != item['entries'] or list_leaf(entries) != item['leaf'] or missing != gone['entries'].get(path, []):
                return self.fault(path, 'an entry was changed, added, taken away, or left out without being listed.')
            self.lists[path] = [one.get('value', Ellipsis) for one in entries]
            self.left.update('%s entry %d' % (path, i) for i in missing)

    def signatures(self, signatures, now, keys):
        names = ['algorithm', 'manifest', 'name', 'publicKey', 'role', 'signedAt', 'value']
        if not isinstance(signatures, list) or not all(isinstance(one, dict) and sorted(one) == names and one['algorithm'] == 'Ed25519' and
                                                       is_hex(one['publicKey'], 64) and is_hex(one['value'], 128) and
                                                       MOMENT.match(str(one['signedAt'])) for one in signatures):
            raise Refused('signatures.json', 'it is not written as the format has it.')
        if not signatures: self.fault('signatures.json', 'nobody signed this bundle.')
        for one in signatures:
            when = seconds(one['signedAt'])
            if not is_signed(one) or one['manifest'] != self.digest or not self.made <= when <= now + DAY or (keys and one['publicKey'] not in keys):
                self.fault('signatures.json', 'the signature of %s does not hold.' % one['name'])
            self.notes.append('signed by %s %s, key %s' % (one['role'], one['name'], one['publicKey']))

def seconds(moment):
    try: return calendar.timegm(time.strptime(moment, '%Y-%m-%dT%H:%M:%SZ'))
    except ValueError: return 2 ** 60

# Chains of the Bitcoin family.

def hash160(data):
    try: return hashlib.new('ripemd160', sha(data)).digest()
    except ValueError:  # Some builds of OpenSSL leave it out: the address is then not compared.
        return None

def base58(version, payload):
    raw = bytes([version]) + payload
    raw += sha2(raw)[:4]
    number, text = int.from_bytes(raw, 'big'), ''
    while number:
        number, digit = divmod(number, 58)
        text = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[digit] + text
    return '1' * (len(raw) - len(raw.lstrip(b'\0'))) + text

def bech32(hrp, version, program):
    bits, count, words = 0, 0, [version]
    for byte in program:
        bits, count = bits << 8 | byte, count + 8
        while count >= 5:
            count -= 5
            words.append(bits >> count & 31)
    if count: words.append(bits << (5 - count) & 31)
    check = 1
    for value in [ord(c) >> 5 for c in hrp] + [0] + [ord(c) & 31 for c in hrp] + words + [0] * 6:
        top, check = check >> 25, (check & 0x1ffffff) << 5 ^ value
        for i, g in enumerate((0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3)): check ^= g if top >> i & 1 else 0
    check ^= 0x2bc830a3 if version else 1
    return hrp + '1' + ''.join('qpzry9x8gf2tvdw0s3jn54khce6mua7l'[w] for w in words + [check >> 5 * (5 - i) & 31 for i in range(6)])

def address_of(script):
    """Mainnet form of an output's owner; None where nobody can spend it; Ellipsis for forms that this program does not name."""
    if len(script) == 25 and script[:3] == b'\x76\xa9\x14' and script[23:] == b'\x88\xac': return base58(0, script[3:23])
    if len(script) == 23 and script[:2] == b'\xa9\x14' and script[22:] == b'\x87': return base58(5, script[2:22])
    if len(script) in (35, 67) and script[0] == len(script) - 2 and script[-1] == 0xac:
        key = hash160(script[1:-1])
        return base58(0, key) if key else Ellipsis
    if 4 <= len(script) <= 42 and script[1] == len(script) - 2 and (script[0] == 0 or 0x51 <= script[0] <= 0x60):
        return bech32('bc', script[0] and script[0] - 0x50, script[2:])
    return None if script[:1] == b'\x6a' else Ellipsis

class Transaction:
    def __init__(self, raw):
        self.raw, self.at = raw, 4
        witness = raw[4:6] == b'\0\1'
        self.at += 2 if witness else 0
        start = self.at
        self.inputs = []
        for _ in range(self.size()):
            self.inputs.append((self.take(32)[::-1].hex(), struct.unpack('<I', self.take(4))[0]))
            self.take(self.size() + 4)
        self.outputs = [(struct.unpack('<Q', self.take(8))[0], self.take(self.size())) for _ in range(self.size())]
        core = raw[:4] + raw[start:self.at]
        for _ in self.inputs if witness else ():
            for _ in range(self.size()): self.take(self.size())
        core += self.take(4)
        if self.at != len(raw) or len(core) == 64: raise Mismatch('its bytes are no transaction.')
        self.txid = sha2(core)[::-1].hex()
        self.coinbase = self.inputs[0][0] == '0' * 64
        self.inputs = [] if self.coinbase else self.inputs

    def take(self, count):
        self.at += count
        if self.at > len(self.raw): raise Mismatch('its bytes end too early.')
        return self.raw[self.at - count:self.at]

    def size(self):
        first = self.take(1)[0]
        return first if first < 253 else int.from_bytes(self.take(1 << first - 252), 'little')

def target(bits):
    size, mantissa = bits >> 24, bits & 0x7fffff
    return mantissa >> 8 * (3 - size) if size <= 3 else mantissa << 8 * (size - 3)

class Ledger:
    def __init__(self, bundle, chain):
        self.b, self.chain, self.folder = bundle, chain, 'ledger/%s/' % chain
        self.cache, self.headers = {}, {}
        for path, data in bundle.files.items():
            run = re.match(re.escape(self.folder) + r'headers-(\d+)\.bin\Z', path)
            if run: self.read_headers(path, int(run.group(1)), data)
        places = bundle.files.get(self.folder + 'places.json')
        self.places = {place['txid']: place for place in decode(self.folder + 'places.json', places)} if places else {}
        for path in bundle.files:
            if path.startswith(self.folder + 'tx/'): self.place(path[len(self.folder) + 3:-4])

    def read_headers(self, path, start, data):
        run = [data[at:at + 80] for at in range(0, len(data), 80)]
        known = None
        for i, head in enumerate(run):
            own, height, bits = sha2(head)[::-1].hex(), start + i, struct.unpack('<I', head[72:76])[0]
            ok = len(head) == 80 and (i == 0 or head[4:36] == sha2(run[i - 1]))
            if self.chain in ('btc', 'bch'): ok = ok and int(own, 16) <= target(bits) <= target(0x1d00ffff)
            if self.chain == 'btc' and i > 0 and height % 2016: ok = ok and head[72:76] == run[i - 1][72:76]
            if self.chain == 'btc' and height % 2016 == 0 and i >= 2016:
                span = struct.unpack('<I', run[i - 1][68:72])[0] - struct.unpack('<I', run[i - 2016][68:72])[0]
                due = min(target(struct.unpack('<I', run[i - 1][72:76])[0]) * min(max(span, 302400), 4838400) // 1209600, target(0x1d00ffff))
                keep = max(due.bit_length() - 15, 0)
                ok = ok and target(bits) >> keep == due >> keep
            if self.chain == 'btc' and height in BLOCKS: ok, known = ok and own == BLOCKS[height], height
            if not ok:
                return self.b.fault(path, 'the header of block %d does not follow, does not meet its target or is not the known block.' % height)
        self.headers.update((start + i, head) for i, head in enumerate(run))
        self.b.notes.append('%d headers of %s from block %d%s' % (len(run), self.chain, start, ', lead to built-in block %d' % known if known is not None else ', not linked to a built-in block'))

    def tx(self, txid):
        path = '%stx/%s.raw' % (self.folder, txid)
        if txid not in self.cache and path in self.b.files:
            try:
                self.cache[txid] = Transaction(self.b.files[path])
                if self.cache[txid].txid != txid: raise Mismatch('its bytes hash to another id.')
            except (Mismatch, struct.error, IndexError) as error:
                self.cache[txid] = None
                self.b.fault(path, str(error))
        return self.cache.get(txid)

    def place(self, txid):
        place, tx = self.places.get(txid), self.tx(txid)
        if not place or not tx or place['height'] not in self.headers: return None
        node, index, head = bytes.fromhex(txid)[::-1], place['index'], self.headers[place['height']]
        for other in place['branch']:
            other = bytes.fromhex(other)[::-1]
            node, index = sha2(other + node if index & 1 else node + other), index >> 1
        if node != head[36:68] or index:
            self.b.fault(self.folder + 'places.json', 'the path of %s does not lead to its header.' % txid)
            return None
        return place['height'], struct.unpack('<I', head[68:72])[0]

    def output(self, txid, vout):
        tx = self.tx(txid)
        return tx.outputs[vout] if tx and vout < len(tx.outputs) else None

# Traces. Methods: first in first out, last in first out, haircut, poison.

def remap(pieces, taints, wanted):
    """Units of a line: lengths and marked spans by slot, cut into other lengths. Gives spans by slot, and what is left."""
    spans, start = [], 0
    for slot, length in pieces:
        spans += [(start + a, start + b) for a, b in taints.get(slot, [])]
        start += length
    result, start = {}, 0
    for slot, length in wanted:
        own = [(max(a, start) - start, min(b, start + length) - start) for a, b in spans if a < start + length and b > start]
        if own: result[slot] = own
        start += length
    return result, sum(max(0, b - max(a, start)) for a, b in spans)

def divide(amount, weights):
    total = sum(weights)
    if not amount or not total or amount == total: return list(weights) if amount and total else [0] * len(weights)
    parts = [amount * weight // total for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(amount * weights[i] % total), i))
    for i in order[:amount - sum(parts)]: parts[i] += 1
    return parts

def total(spans):
    return sum(b - a for a, b in spans)

def rerun(ledger, trace, seeds):
    """True: every step calculated again from proven transactions. False: sums only, or a method that is not in this program."""
    for one in trace['sums']:
        asset, number = one['asset'], lambda rows: sum(int(row['amount']) for row in rows if row['asset'] == asset)
        ended = sum(map(int, one['ended'].values()))
        came, went = sum(int(one[k]) for k in ('began', 'added', 'convertedIn')), ended + sum(int(one[k]) for k in ('cut', 'fees', 'convertedOut'))
        if came != went or number(trace['leaves']) != ended or number(trace['cuts']) != int(one['cut']) or number(seeds) != int(one['began']):
            raise Mismatch('its sums do not close.')
    method = trace['request']['method']
    if not ledger or trace['request']['direction'] != 'forward' or method not in ('fifo/1', 'lifo/1', 'haircut/1', 'poison/1'): return False
    if any('amount' in seed for seed in trace['request']['seeds']) or len(seeds) != 1: return False
    arrived = {}
    for seed in seeds:
        output = ledger.output(seed['ref'][:64], int(seed['ref'][65:]))
        if not output or output[0] != int(seed['amount']): raise Mismatch('a seed is not the whole output.')
        arrived[seed['ref']] = [(0, output[0])]
    for step in trace['steps']:
        tx, place = ledger.tx(step['txid']), ledger.place(step['txid'])
        if not tx or place != (step['height'], step['time']): raise Mismatch('step %s is not proven, or is in another block.' % step['txid'])
        spent = [ledger.output(txid, vout) for txid, vout in tx.inputs]
        if None in spent: return False
        values, outs, given = [value for value, _ in spent], [value for value, _ in tx.outputs], {}
        for slot, part in enumerate(step['inputs']):
            if part['tainted'] != '0':
                given[slot] = arrived.pop('%s:%d' % tx.inputs[slot], [])
                if total(given[slot]) != int(part['tainted']): raise Mismatch('the traced part of an input of %s differs.' % step['txid'])
        fee, came = sum(values) - sum(outs), sum(map(total, given.values()))
        if method in ('fifo/1', 'lifo/1'):
            line = list(enumerate(values)) if method == 'fifo/1' else list(enumerate(values))[::-1]
            taken, paid = remap(line, given, enumerate(outs))
        else:
            parts = divide(came, outs + [fee]) if method == 'haircut/1' else outs + [fee]
            taken, paid = {i: [(0, part)] for i, part in enumerate(parts[:-1]) if part}, parts[-1]
        extra = sum(map(total, taken.values())) + paid - came
        if paid != int(step['feeTainted']) or extra != int(step['added']): raise Mismatch('the fee of %s differs.' % step['txid'])
        for slot, part in enumerate(step['outputs']):
            if total(taken.get(slot, [])) != int(part['tainted']): raise Mismatch('the traced part of an output of %s differs.' % step['txid'])
            if slot in taken: arrived['%s:%d' % (step['txid'], slot)] = taken[slot]
    for leaf in trace['leaves']:
        if total(arrived.pop(leaf['ref'], [])) != int(leaf['amount']): raise Mismatch('what ends at %s differs.' % leaf['ref'])
    if sum(map(total, arrived.values())) != sum(int(cut['amount']) for cut in trace['cuts']): raise Mismatch('the sum of what was cut differs.')
    return True

# Claims.

RANK = ('failed', 'left out', 'stated', 'agrees', 'verified')

class Claims:
    def __init__(self, bundle):
        self.b, self.claims, self.done, self.open, self.traces = bundle, {}, {}, [], {}
        chains = {path.split('/')[1] for path in bundle.files if re.match(r'ledger/[a-z-]+/(tx/|places|headers)', path)}
        self.ledgers = {chain: Ledger(bundle, chain) for chain in sorted(chains)}
        for entry in bundle.lists.get('claims.json', []):
            if entry is not Ellipsis:
                if not isinstance(entry, dict) or sorted(entry) != ['id', 'inputs', 'mark', 'result', 'rule', 'text'] or entry['id'] in self.claims:
                    raise Refused('claims.json', 'a claim is not written as the format has it, or is there twice.')
                self.claims[entry['id']] = entry
        for path in sorted(bundle.files):
            if re.match(r'traces/[^/]+\.json\Z', path) and not path.endswith('.seeds.json'): self.trace(path)
        before = '0' * 64
        for i, row in enumerate(bundle.lists.get('custody.json', [])):
            if row is not Ellipsis:
                body = {key: value for key, value in row.items() if key != 'hash'}
                if sha(encode(body)).hex() != row['hash'] or row['seq'] != i + 1 or before not in (None, row['before']):
                    bundle.fault('custody.json', 'row %d does not follow the one before it.' % (i + 1))
            before = None if row is Ellipsis else row['hash']

    def trace(self, path):
        if path not in self.traces:
            data, seeds = self.b.files.get(path), self.b.files.get(path[:-5] + '.seeds.json')
            if data is None or seeds is None: return None
            trace, proven = decode(path, data)['value'], False
            try: proven = rerun(self.ledgers.get(trace['request']['chain']), trace, decode(path, seeds))
            except (Mismatch, KeyError, ValueError, TypeError, AttributeError) as error:
                self.b.fault(path, str(error))
                trace = None
            self.traces[path] = trace, proven
        return self.traces[path]

    def rule_on(self, name):
        if name not in self.claims: return 'left out'
        if name in self.open: raise Refused('claims.json', 'claim %s rests on itself.' % name)
        if name not in self.done:
            self.open.append(name)
            try: self.done[name] = self.check(self.claims[name])
            except (KeyError, ValueError, TypeError, IndexError, AttributeError): self.done[name] = 'failed'
            self.open.pop()
        return self.done[name]

    def gone(self, path):
        return 'left out' if path in self.b.left else 'failed'

    def check(self, claim):
        rule, inputs, result = claim['rule'], claim['inputs'], claim['result']
        same = lambda own, good: good if all(result.get(key) == value for key, value in own.items()) else 'failed'
        if rule == 'output/1':
            ledger = self.ledgers.get(inputs['chain'])
            output = ledger and ledger.output(inputs['txid'], inputs['vout'])
            if not output: return self.gone('ledger/%s/tx/%s.raw' % (inputs['chain'], inputs['txid']))
            own, place = {'amount': str(output[0])}, ledger.place(inputs['txid'])
            address = address_of(output[1])
            if inputs['chain'] == 'btc' and address is not Ellipsis: own['address'] = address
            own.update(zip(('height', 'time'), place or ()))
            return same(own, 'verified' if place else 'agrees')
        if rule in ('row/1', 'label/1', 'price/1', 'case/1', 'method/1'):
            row = self.entry(inputs['list'], inputs['entry'])
            return row if isinstance(row, str) else same({key: row.get(key) for key in result}, 'agrees' if rule == 'row/1' else 'stated')
        if rule.startswith('trace-'):
            if rule == 'trace-hash/1':
                data = self.b.files.get(inputs['trace'])
                return self.gone(inputs['trace']) if data is None else same({'hash': sha(data).hex()}, 'verified')
            trace, proven = self.trace(inputs['trace']) or (None, None)
            if trace is None: return self.gone(inputs['trace'])
            good = 'verified' if proven else 'agrees'
            if rule == 'trace-end/1':
                rows = [leaf for leaf in trace['leaves'] if leaf['asset'] == inputs['asset'] and leaf['ref'] in inputs['refs']]
                own = {'amount': str(sum(int(leaf['amount']) for leaf in rows))}
                if 'count' in result: own['count'] = len(rows)
                return same(own, good) if {leaf['ref'] for leaf in rows} == set(inputs['refs']) else 'failed'
            if rule == 'trace-count/1': return same({'count': len({'steps': trace['steps'], 'leaves': trace['leaves']}[inputs['part']])}, good)
            if rule == 'trace-sum/1':
                one = next(one for one in trace['sums'] if one['asset'] == inputs['asset'])
                part = one[inputs['part']]
                return same({'amount': str(sum(map(int, part.values()))) if isinstance(part, dict) else part}, good)
        if rule in ('sum/1', 'difference/1'):
            parents = [self.claims.get(name) for name in inputs['claims']]
            if None in parents: return 'left out'
            amounts = [int(parent['result']['amount']) for parent in parents]
            if any(parent['result'].get(key) != result.get(key) for parent in parents for key in (('symbol', 'decimals') if rule == 'sum/1' else ())):
                return 'failed'
            own = sum(amounts) if rule == 'sum/1' else amounts[0] - amounts[1]
            return same({'amount': str(own)}, min((self.rule_on(name) for name in inputs['claims']), key=RANK.index, default='verified'))
        if rule == 'value/1':
            parent, price = self.claims.get(inputs['claim']), self.entry('prices.json', inputs['price'])
            if not parent or isinstance(price, str): return price if parent else 'left out'
            scale = 1000 * 10 ** parent['result']['decimals']
            usd = (int(parent['result']['amount']) * int(price['nano']) + scale // 2) // scale
            own = {'usd': str(usd), 'day': price['day']}
            return same(own, min(self.rule_on(inputs['claim']), 'agrees', key=RANK.index)) if price['symbol'] == parent['result']['symbol'] else 'failed'
        if rule == 'item/1':
            data = self.b.files.get(inputs['item'])
            if data is None: return self.gone(inputs['item'])
            value = decode(inputs['item'], data)
            for name in inputs['at']: value = value[int(name)] if isinstance(value, list) else value[name]
            return same({next(key for key in sorted(result) if key in ('amount', 'value')): value}, 'agrees')
        return 'not checked here' if rule == 'cluster/1' else 'failed'

    def entry(self, path, index):
        if path not in self.b.lists: return self.gone(path)
        row = self.b.lists[path][index]
        return 'left out' if row is Ellipsis else row

def write(claim):
    result, words = claim['result'], []
    for part in claim['text']:
        kind, name = (None, part) if isinstance(part, str) else next(iter(part.items()))
        value = part if kind is None else result[name]
        if kind in ('amount', 'usd'):
            places = result.get('decimals', 0) if kind == 'amount' else 6
            digits = str(abs(int(value))).rjust(places + 1, '0')
            value = ('-' if int(value) < 0 else '') + digits[:len(digits) - places] + ('.' + digits[-places:] if places else '') + ' ' + str(result.get('symbol', '') if kind == 'amount' else 'USD')
        if kind == 'time': value = time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(value))
        words.append('not known' if value is None else str(value))
    return ''.join(words)

def verify(data, now, keys, prefix=''):
    bundle = Bundle(data, now, keys)
    if bundle.manifest['kind'] == 'report':
        result = {'claims': [], 'left': set(), 'faults': {}, 'notes': []}
        if 'core.evb' in bundle.files:
            core = Bundle(bundle.files['core.evb'], now, keys)
            if any(core.manifest[key] != bundle.manifest[key] for key in ('case', 'report')) or core.manifest['kind'] != 'core':
                raise Refused('core.evb', 'it is of another case or report.')
            if 'report.json' in bundle.files and decode('report.json', bundle.files['report.json']).get('core') != core.digest:
                raise Refused('report.json', 'it is the report of another bundle.')
            result = verify(bundle.files['core.evb'], now, keys, 'core.evb/')
        return {'claims': result['claims'], 'left': result['left'] | bundle.left, 'faults': {**bundle.faults, **result['faults']},
                'notes': bundle.notes + result['notes'], 'digest': bundle.digest}
    claims = Claims(bundle)
    for claim in claims.claims.values():
        if isinstance(claim['result'].get('time'), int) and claim['result']['time'] > bundle.made + DAY:
            raise Refused('claims.json', 'claim %s states a time after the bundle was made.' % claim['id'])
    rows = [(name, claims.rule_on(name), write(claim)) for name, claim in claims.claims.items()]
    return {'claims': rows, 'left': bundle.left, 'faults': {prefix + path: why for path, why in bundle.faults.items()}, 'notes': bundle.notes, 'digest': bundle.digest}

def main(words):
    keys = [words[i + 1] for i, word in enumerate(words) if word == '--key' and i + 1 < len(words)]
    names = [word for i, word in enumerate(words) if not word.startswith('--') and (i == 0 or words[i - 1] != '--key')]
    if len(names) != 1:
        print(__doc__)
        return 2
    try:
        with open(names[0], 'rb') as file:
            result = verify(file.read(), int(time.time()), keys)
    except Refused as refused:
        print(json.dumps({'verdict': 'refused', 'item': refused.item, 'why': refused.why}) if '--json' in words else 'REFUSED: %s' % refused)
        return 1
    failed = bool(result['faults']) or any(state == 'failed' for _, state, _ in result['claims'])
    whole = all(state == 'verified' for _, state, _ in result['claims'])
    verdict = 'failed' if failed else 'verified' if whole and not result['left'] else 'partial'
    if '--json' in words:
        print(json.dumps({'verdict': verdict, 'digest': result['digest'], 'faults': result['faults'], 'claims': result['claims'], 'leftOut': sorted(result['left'])}))
        return failed
    lines = result['notes'] + ['[%s] %s %s' % (state, name, text) for name, state, text in result['claims']]
    lines += ['[left out] %s' % path for path in sorted(result['left'])] + ['[FAILED] %s: %s' % pair for pair in sorted(result['faults'].items())]
    print('\n'.join(''.join(c if c.isprintable() else ' ' for c in line)[:600] for line in lines))
    print('%s, digest %s' % (verdict.upper(), result['digest']))
    return failed

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
