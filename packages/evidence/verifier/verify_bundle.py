#!/usr/bin/env python3
"""Checks an evidence bundle offline. Written from docs/methods/evidence-bundle.md alone; needs Python 3.8 and standards.py beside it.

    python3 verify_bundle.py FILE.evb [--key HEX]... [--block HASH]... [--json]
"""
import calendar, hashlib, io, json, re, struct, sys, time, zipfile, zlib
from standards import address_of, base58check, big, canonical, is_ed25519, keccak, proto, recover, rlp, sha, shortest, Transaction, trie_value, write_rlp

OUTSIDE = ('manifest.json', 'redaction.json', 'salts.json', 'signatures.json', 'stamps.json')
NAME = re.compile(r'[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*\Z')
MOMENT = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z')
DAY = 86400
# Built-in blocks of Bitcoin, by height.
BLOCKS = {int(height): name for height, name in (word.split(':') for word in '''
    0:000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f 11111:0000000069e244f73d78e8fd29ba2fd2ed618bd6fa2ee92559f542fdb26e7c1d
    2015:00000000693067b0e6b440bc51450b9f3850561b07f6d3c021c54fbd6abb9763 4031:00000000f037ad09d0b05ee66b8c1da83030abaf909d2b1bf519c3c7d2cd3fdf
    33333:000000002dd5588a74784eaa7ab0507a18ad16a236e7b1ce69f00d7ddfb5d0a6 74000:0000000000573993a3c9e41ce34471c079dcf5f52a0e824a81e7f953b8661a20
    105000:00000000000291ce28027faea320c8d2b054b2e0fe44a773f3eefb151d6bdc97 134444:00000000000005b12ffd4cd315cd34ffd4a594f430ac814c91184a0d42d2b0fe
    168000:000000000000099e61ea72015e79632f216fe6cb33d7899acb35b75c8303b763 193000:000000000000059f452a5f7340de6682a977387c17010ff6e6c3bd83ca8b1317
    210000:000000000000048b95347e83192f69cf0366076336c639f9b7228e9ba171342e 216116:00000000000001b4f4b433e81ee46494af945cf96014816a4e2370f11b23df4e
    225430:00000000000001c108384350f74090433e7fcf79a606b8e797f065b130575932 250000:000000000000003887df1f29024b06fc2200b55f8af8f35453d7be294df2d214
    279000:0000000000000001ae8c72a0b0c301f67e3afca10e819efa9041e458e9bd7e40 295000:00000000000000004d9b4ef50f0f9d686fd69db2e03af35a100370c64632a983
    '''.split())}
class Refused(Exception): pass  # Item, and why.
class Mismatch(ValueError): pass
BROKEN = (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError, OverflowError, struct.error)
def is_hex(value, digits): return isinstance(value, str) and len(value) == digits and re.fullmatch('[0-9a-f]+', value) is not None
def sha2(data): return sha(sha(data))
def encode(value): return canonical(value).encode()
def decode(item, data):
    try:
        value = json.loads(data.decode('utf-8'))
        if canonical(value).encode() == data: return value
    except (ValueError, RecursionError, UnicodeError): pass
    raise Refused(item, 'it is not canonical JSON: changed, written again or cut short.')
def seconds(moment):
    try: return calendar.timegm(time.strptime(moment, '%Y-%m-%dT%H:%M:%SZ'))
    except ValueError: return 2 ** 60

# The archive: heads are written again from name, size and checksum, and compared.
def read_zip(data):
    """Contents by name, and the names of those whose checksum differs."""
    try: rows = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, *BROKEN): raise Refused('the file', 'the bundle is cut short or is no bundle.')
    if len(data) > 2 ** 29 or len(rows) > 60000: raise Refused('the file', 'it is larger than a bundle may be.')
    files, folded, damaged, directory, at, before = {}, set(), set(), b'', 0, ''
    for name, crc, size in ((row.orig_filename, row.CRC, row.file_size) for row in rows):
        if len(name) > 200 or not NAME.match(name): raise Refused(ascii(name), 'this is no name of an item.')
        if name <= before or name.lower() in folded: raise Refused(name, 'two items have this name, or they are out of order.')
        same = struct.pack('<HHHHIIIHH', 0x800, 0, 0, 0x21, crc, size, size, len(name), 0)
        local, before = struct.pack('<IH', 0x04034b50, 20) + same + name.encode(), name
        directory += struct.pack('<IHH', 0x02014b50, 20, 20) + same + struct.pack('<HHHII', 0, 0, 0, 0, at) + name.encode()
        start, at = at + len(local), at + len(local) + size
        files[name] = data[start:at]
        folded.add(name.lower())
        if data[start - len(local):start] != local or len(files[name]) != size: raise Refused(name, 'its head differs from its line in the list at the end.')
        if zlib.crc32(files[name]) != crc: damaged.add(name)
    end = struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, len(files), len(files), len(directory), at, 0)
    if data[at:] != directory + end: raise Refused('the list at the end', 'it does not fit the items.')
    return files, damaged

def without_value(thing): return encode({key: value for key, value in thing.items() if key != 'value'})
def is_signed(thing):
    return is_ed25519(bytes.fromhex(thing['publicKey']), bytes.fromhex(thing['value']), without_value(thing))

# Manifest, leaves, what was left out.
def list_leaf(entries):
    level = [sha(b'\0', bytes.fromhex(entry['digest']) if 'digest' in entry else sha(bytes.fromhex(entry['salt']), encode({'value': entry['value']})))
             for entry in entries]
    while len(level) > 1: level = [sha(b'\1', *level[i:i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return (level[0] if level else sha(b'')).hex()
def has(value, members): return isinstance(value, dict) and sorted(value) == members.split()
class Bundle:
    def __init__(self, data, now, keys, blocks):
        stored, damaged = read_zip(data)
        self.files, self.lists, self.faults, self.left, self.notes, self.now, self.unread = {}, {}, {}, set(), [], now, []
        self.keys, self.blocks = keys, blocks
        for name in damaged & set(OUTSIDE): raise Refused(name, 'it was changed or damaged: its checksum in the archive differs.')
        head = self.manifest = decode('manifest.json', stored.get('manifest.json', b''))
        if not has(head, 'case format items kind madeAt report software version') or (head['format'], head['version']) != ('trailmark-bundle', 1) or \
                head['kind'] not in ('core', 'report') or not MOMENT.match(str(head['madeAt'])) or not isinstance(head['items'], list):
            raise Refused('manifest.json', 'it is not written as the format has it.')
        self.made, self.digest = seconds(head['madeAt']), sha(stored['manifest.json']).hex()
        if self.made > now + DAY: raise Refused('manifest.json', 'the bundle is dated in the future.')
        if not all((has(row, 'leaf path size') or has(row, 'entries leaf path')) and isinstance(row['path'], str) and is_hex(row['leaf'], 64) and
                   isinstance(row.get('size', row.get('entries')), int) for row in head['items']):
            raise Refused('manifest.json', 'its items are not written as the format has them.')
        paths = [item['path'] for item in head['items']]
        if paths != sorted(set(paths)) or any(path in OUTSIDE for path in paths): raise Refused('manifest.json', 'its items are not in order.')
        for name in set(stored) - set(OUTSIDE) - set(paths): raise Refused(name, 'the manifest does not list it.')
        salts = decode('salts.json', stored.get('salts.json', b''))
        if not isinstance(salts, dict) or not all(path in stored and is_hex(salt, 32) for path, salt in salts.items()):
            raise Refused('salts.json', 'it has no salt, or one of something that is not in the bundle.')
        gone = self.redaction(stored)
        for item in head['items']: self.item(item, stored.get(item['path']), salts, gone)
        for name in sorted(damaged): self.fault(name, 'its checksum in the archive differs.')
        self.signatures(*(decode(name, stored.get(name, other)) for name, other in (('signatures.json', b''), ('stamps.json', b'[]'))))
    def fault(self, path, why): self.faults.setdefault(path, why)
    def redaction(self, stored):
        if 'redaction.json' not in stored: return {'items': [], 'entries': {}}
        gone = decode('redaction.json', stored['redaction.json'])
        fits = has(gone, 'entries format items madeAt manifest profile publicKey value version') and isinstance(gone['entries'], dict)
        if not fits or (gone['format'], gone['version']) != ('trailmark-redaction', 1) or not MOMENT.match(str(gone['madeAt'])) or \
                not is_hex(gone['publicKey'], 64) or not is_hex(gone['value'], 128):
            raise Refused('redaction.json', 'it is not written as the format has it.')
        if gone['manifest'] != self.digest or not is_signed(gone) or seconds(gone['madeAt']) > self.now + DAY or gone['publicKey'] not in (self.keys or [gone['publicKey']]):
            self.fault('redaction.json', 'it is not what its key, or a given key, signed for this bundle.')
        return gone
    def item(self, item, content, salts, gone):
        path, listed = item['path'], item['path'] in gone['items']
        if content is None and listed: self.left.add(path)
        elif content is None or listed: self.fault(path, 'it is missing without being listed, or listed and there.')
        elif 'size' in item:
            if path not in salts or len(content) != item['size'] or sha(bytes.fromhex(salts[path]), content).hex() != item['leaf']:
                return self.fault(path, 'its SHA-256 is not the one that was signed.')
            self.files[path] = content
        else:
            entries = decode(path, content)
            if not isinstance(entries, list) or not all((has(one, 'digest') and is_hex(one['digest'], 64)) or
                                                        (has(one, 'salt value') and is_hex(one['salt'], 32)) for one in entries):
                raise Refused(path, 'it is no list of entries.')
            missing = [i for i, one in enumerate(entries) if 'digest' in one]
            if len(entries) != item['entries'] or list_leaf(entries) != item['leaf'] or missing != gone['entries'].get(path, []):
                return self.fault(path, 'an entry was changed, added, taken away, or left out without being listed.')
            self.lists[path] = [one.get('value', Ellipsis) for one in entries]
            self.left.update('%s entry %d' % (path, i) for i in missing)
    def signatures(self, signatures, stamps):
        kinds = {'Ed25519': 'algorithm manifest name publicKey role signedAt value', 'X.509': 'algorithm certificates manifest name role signedAt value'}
        if not isinstance(signatures, list) or not all(
                isinstance(one, dict) and has(one, kinds.get(one.get('algorithm'), '')) and MOMENT.match(str(one['signedAt'])) and
                ('certificates' in one or (is_hex(one['publicKey'], 64) and is_hex(one['value'], 128))) for one in signatures):
            raise Refused('signatures.json', 'it is not written as the format has it.')
        if not any('publicKey' in one for one in signatures): self.fault('signatures.json', 'nobody signed this bundle.')
        for one in signatures:
            when, key = seconds(one['signedAt']), one.get('publicKey', '')
            if one['manifest'] != self.digest or not self.made <= when <= self.now + DAY or (key and (not is_signed(one) or (self.keys and key not in self.keys))):
                self.fault('signatures.json', 'the signature of %s does not hold.' % one['name'])
            self.unread += [] if key else ['the certificate of %s' % one['name']]
            self.notes.append('signed by %s %s, key %s' % (one['role'], one['name'], key or 'of a certificate: not checked by this program'))
        for one in stamps if isinstance(stamps, list) else [None]:
            self.unread.append('a time stamp')
            if not has(one, 'manifest token') or one['manifest'] != self.digest: self.fault('stamps.json', 'it is not written as the format has it.')
# Chains of the Bitcoin family.
def target(bits): return (bits & 0x7fffff) << 8 * (bits >> 24) >> 24
def number_at(head, at): return struct.unpack('<I', head[at:at + 4])[0]
class Ledger:
    def __init__(self, bundle, chain):
        self.b, self.chain, self.folder, self.cache, self.headers = bundle, chain, 'ledger/%s/' % chain, {}, {}
        for path, data in bundle.files.items():
            run = re.match(re.escape(self.folder) + r'headers-(\d+)\.bin\Z', path)
            if run: self.read_headers(path, int(run.group(1)), data)
        rows = decode(self.folder + 'places.json', bundle.files.get(self.folder + 'places.json', b'[]'))
        good = isinstance(rows, list) and all(has(row, 'branch height index txid') and isinstance(row['branch'], list) and isinstance(row['height'], int)
            and isinstance(row['index'], int) and all(is_hex(one, 64) for one in row['branch'] + [row['txid']]) for row in rows)
        if not good: bundle.fault(self.folder + 'places.json', 'it is no list of places.')
        self.places = {row['txid']: row for row in rows} if good else {}
        for path in bundle.files:
            if path.startswith(self.folder + 'tx/'): self.place(path[len(self.folder) + 3:-4])
    def read_headers(self, path, start, data):
        run, known, btc = [data[at:at + 80] for at in range(0, len(data), 80)], None, self.chain == 'btc'
        for i, head in enumerate(run):
            own, height, bits = sha2(head)[::-1].hex(), start + i, number_at(head, 72)
            ok = len(head) == 80 and (i == 0 or head[4:36] == sha2(run[i - 1]))
            if self.chain in ('btc', 'bch'): ok = ok and int(own, 16) <= target(bits) <= target(0x1d00ffff)
            if btc and i > 0 and height % 2016: ok = ok and head[72:76] == run[i - 1][72:76]
            if btc and height % 2016 == 0 and i >= 2016:
                span = min(max(number_at(run[i - 1], 68) - number_at(run[i - 2016], 68), 302400), 4838400)
                due = min(target(number_at(run[i - 1], 72)) * span // 1209600, target(0x1d00ffff))
                keep = max(due.bit_length() - 15, 0)
                ok = ok and target(bits) >> keep == due >> keep
            if btc and height in BLOCKS: ok, known = ok and own == BLOCKS[height], height
            if not ok: return self.b.fault(path, 'block %d does not follow, does not meet its target or is not the known block.' % height)
        top, spent = max([-1 if known is None else known] + [start + i for i, head in enumerate(run) if sha2(head)[::-1].hex() in self.b.blocks]), 0
        for i in reversed(range(len(run)) if self.chain in ('btc', 'bch') else ()):
            spent += 2 ** 256 // (target(number_at(run[i], 72)) + 1)
            if spent >= 2 ** 78: top = max(top, start + i)
        self.headers.update((start + i, (head, start + i <= top)) for i, head in enumerate(run))
        self.b.notes.append('%d headers of %s from block %d, %s' % (len(run), self.chain, start, 'shown up to block %d' % top if top >= 0 else 'compare the last'))
    def tx(self, txid):
        path = '%stx/%s.raw' % (self.folder, txid)
        if txid not in self.cache and path in self.b.files:
            try:
                self.cache[txid] = Transaction(self.b.files[path])
                if self.cache[txid].txid != txid: raise Mismatch('its bytes hash to another id.')
            except (ValueError, struct.error, IndexError) as error:
                self.cache[txid] = self.b.fault(path, str(error))
        return self.cache.get(txid)
    def place(self, txid):
        place, tx = self.places.get(txid), self.tx(txid)
        if not place or not tx or place['height'] not in self.headers: return None
        node, index, (head, known) = bytes.fromhex(txid)[::-1], place['index'], self.headers[place['height']]
        for other in (bytes.fromhex(text)[::-1] for text in place['branch']): node, index = sha2(other + node if index & 1 else node + other), index >> 1
        if node == head[36:68] and not index: return place['height'], number_at(head, 68), known
        return self.b.fault(self.folder + 'places.json', 'the path of %s does not lead to its header.' % txid)
    def output(self, txid, vout):
        tx = self.tx(txid)
        return tx.outputs[vout] if tx and 0 <= vout < len(tx.outputs) else None

# Chains of accounts: transfers by tries of receipts, and on TRON by what was signed.
FIRST = ('d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3', '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc')
COINS = {'btc': ('BTC', 8), 'eth': ('ETH', 18), 'trx': ('TRX', 6)}
EVENT = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
def account(raw): return base58check(raw) if len(raw) == 21 else ''
class Accounts:
    """Headers of a chain, and what its transactions did."""
    def __init__(self, bundle, chain):
        self.b, self.chain, self.tron, self.headers, self.done = bundle, chain, chain == 'trx', {}, {}
        for path, data in bundle.files.items():
            run = re.match(r'ledger/%s/headers-(\d+)\.json\Z' % chain, path)
            try: run and self.read_headers(path, int(run.group(1)), decode(path, data))
            except BROKEN as error: bundle.fault(path, 'it is no list of headers: %s' % error)
        for path, data in bundle.files.items():
            proof = re.match(r'ledger/%s/proofs/([0-9a-f]{64})\.json\Z' % chain, path)
            if not proof: continue
            try: self.done[proof.group(1)] = (self.tron_proof if self.tron else self.ether_proof)(proof.group(1), decode(path, data))
            except BROKEN as error: bundle.fault(path, 'it does not lead to its header: %s' % error)
    def read_headers(self, path, start, rows):
        found, before = {}, None
        for i, row in enumerate(rows):
            raw = bytes.fromhex(row['raw'])
            head = proto(raw) if self.tron else rlp(raw)
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
        raw, receipt = (trie_value(head[at], proof['index'], proof[name]) for at, name in ((4, 'transaction'), (5, 'receipt')))
        if not raw or not receipt or keccak(raw).hex() != txid: raise Mismatch('its nodes lead elsewhere.')
        kind, fields = (raw[0], rlp(raw[1:])) if raw[0] < 128 else (0, rlp(raw))
        status, _, _, logs = rlp(receipt[1:] if receipt[0] < 128 else receipt)
        def payment():
            at, v, body = (3, 4, 5, 5, 5)[kind], big(fields[-3]), fields[:-3]
            if kind == 0 and v > 34: body, v = body + [shortest((v - 35) // 2), b'', b''], (v - 35) % 2
            elif kind == 0: v -= 27
            payer = recover(keccak((bytes([kind]) if kind else b'') + write_rlp(body)), big(fields[-2]), big(fields[-1]), v)
            return ['', '0x' + payer.hex(), '0x' + fields[at].hex(), str(big(fields[at + 1]))] if status == b'\1' and payer and fields[at] else None
        moves = [[log[0].hex(), '0x' + log[1][1][12:].hex(), '0x' + log[1][2][12:].hex(), str(big(log[2]))]
                 if len(log[1]) == 3 and log[1][0].hex() == EVENT and len(log[2]) == 32 else None for log in logs]
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
        coins = good and kind == 'TransferContract' and ['', account(value[1]), account(value[2]), str(value.get(3, 0))]
        asks = good and kind == 'TriggerSmartContract' and isinstance(data, bytes) and len(data) == 68 and data[:4].hex() == 'a9059cbb'
        moves = [[value[2][1:].hex(), account(value[1]), account(b'\x41' + data[16:36]), str(big(data[36:]))]] if asks else []
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

# Traces. Methods: first in first out, last in first out, haircut, poison.
def total(spans): return sum(b - a for a, b in spans)
def remap(pieces, taints, wanted):
    """Units of a line: lengths and marked spans by slot, cut into other lengths. Gives spans by slot, and what is left."""
    spans, start, result = [], 0, {}
    for slot, length in pieces:
        spans += [(start + a, start + b) for a, b in taints.get(slot, [])]
        start += length
    start = 0
    for slot, length in wanted:
        own = [(max(a, start) - start, min(b, start + length) - start) for a, b in spans if a < start + length and b > start]
        if own: result[slot] = own
        start += length
    return result, sum(max(0, b - max(a, start)) for a, b in spans)
def divide(amount, weights):
    whole = sum(weights)
    if not amount or not whole or amount == whole: return list(weights) if amount and whole else [0] * len(weights)
    parts = [amount * weight // whole for weight in weights]
    for i in sorted(range(len(weights)), key=lambda i: -(amount * weights[i] % whole))[:amount - sum(parts)]: parts[i] += 1
    return parts
def expect(own, stated, what):
    if own != int(stated): raise Mismatch('%s differs.' % what)
def rerun(ledger, trace, seeds):
    """True: every step calculated again from proven transactions. False: sums only, or a method that is not in this program."""
    for one in trace['sums']:
        number = lambda rows: sum(int(row['amount']) for row in rows if row['asset'] == one['asset'])
        ended = sum(map(int, one['ended'].values()))
        came, went = sum(int(one[k]) for k in ('began', 'added', 'convertedIn')), ended + sum(int(one[k]) for k in ('cut', 'fees', 'convertedOut'))
        if came != went or number(trace['leaves']) != ended or number(trace['cuts']) != int(one['cut']) or number(seeds) != int(one['began']):
            raise Mismatch('its sums do not close.')
    method, arrived, proven = trace['request']['method'], {}, True
    if not ledger or trace['request']['direction'] != 'forward' or method not in ('fifo/1', 'lifo/1', 'haircut/1', 'poison/1'): return False
    if any('amount' in seed for seed in trace['request']['seeds']) or len(seeds) != 1: return False
    for seed in seeds:
        output = ledger.output(seed['ref'][:64], int(seed['ref'][65:]))
        if not output: return False
        expect(output[0], seed['amount'], 'the output that the trace begins with')
        arrived[seed['ref']] = [(0, output[0])]
    for step in trace['steps']:
        txid, tx, place = step['txid'], ledger.tx(step['txid']), ledger.place(step['txid'])
        if not tx or not place: return False
        proven = proven and place[2]
        if place[:2] != (step['height'], step['time']): raise Mismatch('the block of %s differs.' % txid)
        spent = [ledger.output(*one) for one in tx.inputs]
        if None in spent: return False
        values, outs, given = [value for value, _ in spent], [value for value, _ in tx.outputs], {}
        for slot, part in enumerate(step['inputs']):
            if part['tainted'] != '0':
                given[slot] = arrived.pop('%s:%d' % tx.inputs[slot], [])
                expect(total(given[slot]), part['tainted'], 'the traced part of an input of %s' % txid)
        fee, came = sum(values) - sum(outs), sum(map(total, given.values()))
        if method in ('fifo/1', 'lifo/1'):
            taken, paid = remap(list(enumerate(values))[::1 if method == 'fifo/1' else -1], given, enumerate(outs))
        else:
            *parts, paid = divide(came, outs + [fee]) if method == 'haircut/1' else outs + [fee]
            taken = {i: [(0, part)] for i, part in enumerate(parts) if part}
        expect(paid, step['feeTainted'], 'the fee of %s' % txid)
        expect(sum(map(total, taken.values())) + paid - came, step['added'], 'what is added in %s' % txid)
        for slot, part in enumerate(step['outputs']):
            expect(total(taken.get(slot, [])), part['tainted'], 'the traced part of an output of %s' % txid)
            if slot in taken: arrived['%s:%d' % (txid, slot)] = taken[slot]
    for leaf in trace['leaves']: expect(total(arrived.pop(leaf['ref'], [])), leaf['amount'], 'what ends at %s' % leaf['ref'])
    expect(sum(map(total, arrived.values())), sum(int(cut['amount']) for cut in trace['cuts']), 'the sum of what was cut')
    return proven

# Claims.
RANK = ('failed', 'not checked here', 'left out', 'stated', 'agrees', 'verified')
class Claims:
    def __init__(self, bundle):
        self.b, self.claims, self.done, self.open, self.traces = bundle, {}, {}, [], {}
        chains = lambda parts: {path.split('/')[1] for path in bundle.files if re.match(r'ledger/[a-z-]+/(%s)' % parts, path)}
        self.ledgers = {chain: Ledger(bundle, chain) for chain in sorted(chains(r'tx/|places|headers-\d+\.bin'))}
        self.accounts = {chain: Accounts(bundle, chain) for chain in sorted(chains(r'proofs/|headers-\d+\.json'))}
        for entry in bundle.lists.get('claims.json', []):
            is_claim = has(entry, 'id inputs mark result rule text') and isinstance(entry['result'], dict) and isinstance(entry['id'], str)
            if entry is not Ellipsis and (not is_claim or entry['id'] in self.claims):
                raise Refused('claims.json', 'a claim is not written as the format has it, or is there twice.')
            if entry is not Ellipsis: self.claims[entry['id']] = entry
        for path in sorted(bundle.files):
            if re.match(r'traces/[^/]+\.json\Z', path) and not path.endswith('.seeds.json'): self.trace(path)
        before = '0' * 64
        for i, row in enumerate(bundle.lists.get('custody.json', [])):
            if row is not Ellipsis and not isinstance(row, dict): row = {}
            if row is not Ellipsis:
                body = {key: value for key, value in row.items() if key != 'hash'}
                if sha(encode(body)).hex() != row.get('hash') or row.get('seq') != i + 1 or before not in (None, row.get('before')):
                    bundle.fault('custody.json', 'row %d does not follow the one before it.' % (i + 1))
            before = None if row is Ellipsis else row.get('hash', '')
    def trace(self, path):
        if path not in self.traces:
            data, seeds = self.b.files.get(path), self.b.files.get(path[:-5] + '.seeds.json')
            if data is None or seeds is None: return None
            try:
                trace = decode(path, data)['value']
                self.traces[path] = trace, rerun(self.ledgers.get(trace['request']['chain']), trace, decode(path, seeds))
            except BROKEN as error: self.traces[path] = self.b.fault(path, str(error)), False
        return self.traces[path]
    def rule_on(self, name):
        if name not in self.claims: return 'left out'
        if name in self.open: raise Refused('claims.json', 'claim %s rests on itself.' % name)
        if name not in self.done:
            self.open.append(name)
            try: self.done[name] = self.check(**{key: self.claims[name][key] for key in ('rule', 'inputs', 'result')})
            except BROKEN: self.done[name] = 'failed'
            self.open.pop()
        return self.done[name]
    def asset(self, name):
        inputs = self.claims[name]['inputs']
        own = self.claims[name]['result'].get('asset', inputs.get('asset'))
        return own if isinstance(own, str) else self.asset(inputs['claims'][0]) if inputs.get('claims') else ''
    def gone(self, path): return 'left out' if path in self.b.left else 'failed'
    def weakest(self, names, most='verified'): return min([most] + [self.rule_on(name) for name in names], key=RANK.index)
    def entry(self, path, index):
        if path not in self.b.lists: return self.gone(path)
        row = self.b.lists[path][index if index >= 0 else len(self.b.lists[path])]
        return 'left out' if row is Ellipsis else row
    def check(self, rule, inputs, result):
        same = lambda own, good: good if all(result.get(key) == value for key, value in own.items()) else 'failed'
        if rule == 'output/1':
            ledger, txid = self.ledgers.get(inputs['chain']), inputs['txid']
            output = ledger and ledger.output(txid, inputs['vout'])
            if not output: return self.gone('ledger/%s/tx/%s.raw' % (inputs['chain'], txid))
            place, address, own = ledger.place(txid), address_of(output[1]), {'amount': str(output[0])}
            if inputs['chain'] == 'btc' and address is not Ellipsis: own['address'] = address
            return same({**own, **dict(zip(('height', 'time'), place or ()))}, 'verified' if place and place[2] else 'agrees')
        if rule == 'transfer/1':
            ledger = self.accounts.get(inputs['chain'])
            own, good = ledger.transfer(inputs['txid'], inputs['log']) if ledger else (None, None)
            if own is None: return self.gone('ledger/%s/proofs/%s.json' % (inputs['chain'], inputs['txid']))
            result = {**result, 'ref': result['ref'].split('#')[0], **({} if ledger.tron else {key: result[key].lower() for key in ('from', 'to')})}
            return good if all(result.get(key) == value for key, value in own.items()) else 'failed'
        if rule in ('row/1', 'label/1', 'price/1', 'case/1', 'method/1', 'appeal/1'):
            row = self.entry(inputs['list'], inputs['entry'])
            return row if isinstance(row, str) else same({key: row.get(key) for key in result}, 'agrees' if rule == 'row/1' else 'stated')
        if rule == 'trace-hash/1':
            data = self.b.files.get(inputs['trace'])
            return self.gone(inputs['trace']) if data is None else same({'hash': sha(data).hex()}, 'verified')
        if rule in ('trace-end/1', 'trace-count/1', 'trace-sum/1'):
            trace, proven = self.trace(inputs['trace']) or (None, None)
            if trace is None: return self.gone(inputs['trace'])
            good, of = 'verified' if proven else 'agrees', COINS.get(trace['request']['chain'])
            coin = dict(zip(('symbol', 'decimals'), of)) if of and inputs.get('asset') == '' else {}
            if rule == 'trace-count/1': return same({'count': len({'steps': trace['steps'], 'leaves': trace['leaves']}[inputs['part']])}, good)
            if rule == 'trace-sum/1':
                part = next(one for one in trace['sums'] if one['asset'] == inputs['asset'])[inputs['part']]
                return same({'amount': str(sum(map(int, part.values()))) if isinstance(part, dict) else part, **coin}, good)
            rows = [leaf for leaf in trace['leaves'] if leaf['asset'] == inputs['asset'] and leaf['ref'] in inputs['refs']]
            own = {'amount': str(sum(int(leaf['amount']) for leaf in rows)), **({'count': len(rows)} if 'count' in result else {}), **coin}
            there = {leaf['ref'] for leaf in rows} == set(inputs['refs']) and all(leaf['address'] == result.get('address', leaf['address']) for leaf in rows)
            return same(own, good) if there else 'failed'
        if rule in ('sum/1', 'difference/1'):
            parents, good = [self.claims.get(name) for name in inputs['claims']], self.weakest(inputs['claims'])
            if None in parents: return 'left out'
            amounts = [int(parent['result']['amount']) for parent in parents]
            differs = any(parent['result'].get(key) != result.get(key) for parent in parents for key in ('symbol', 'decimals'))
            if rule == 'sum/1' and (differs or len({self.asset(name) for name in inputs['claims']}) != 1): return 'failed'
            return same({'amount': str(sum(amounts) if rule == 'sum/1' else amounts[0] - amounts[1])}, good)
        if rule in ('value/1', 'value/2'):
            parent, price = self.claims.get(inputs['claim']), self.entry('prices.json', inputs['price'])
            if not parent or isinstance(price, str): return price if parent else 'left out'
            scale = 1000 * 10 ** parent['result']['decimals']
            usd = (int(parent['result']['amount']) * int(price['nano']) + scale // 2) // scale
            if price['symbol'] != (parent['result']['symbol'] if rule == 'value/1' else result['ticker']): return 'failed'
            return same({'usd': str(usd), 'day': price['day']}, self.weakest([inputs['claim']], 'agrees'))
        if rule == 'item/1':
            data = self.b.files.get(inputs['item'])
            if data is None: return self.gone(inputs['item'])
            value = decode(inputs['item'], data)
            for name in inputs['at']: value = value[int(name)] if isinstance(value, list) else value[name]
            return same({next(key for key in sorted(result) if key in ('amount', 'value')): value}, 'agrees')
        return 'not checked here' if rule == 'cluster/1' else 'failed'
def write(claim):
    try: return write_text(claim['text'], claim['result'])
    except BROKEN: raise Refused('claims.json', 'the text of claim %s does not fit its result.' % claim['id'])
def write_text(text, result):
    words = []
    for part in text:
        kind, name = (None, part) if isinstance(part, str) else next(iter(part.items()))
        value = part if kind is None else result[name]
        if kind == 'usd': value = '{:,}.{:02d} USD'.format(*divmod((int(value) + 5000) // 10000, 100))
        if kind == 'amount':
            places, unit = result.get('decimals', 0), result.get('symbol', '')
            digits = str(abs(int(value))).rjust(places + 1, '0')
            value = '-' * (int(value) < 0) + digits[:len(digits) - places] + ('.' + digits[-places:] if places else '') + ' ' + str(unit)
        if kind == 'time': value = time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(value))
        words.append('not known' if value is None else str(value))
    return ''.join(words)
def verify(data, now, keys, blocks=()):
    bundle = core = Bundle(data, now, keys, blocks)
    if bundle.manifest['kind'] == 'report':
        if 'core.evb' not in bundle.files: return {**vars(bundle), 'claims': []}
        core = Bundle(bundle.files['core.evb'], now, keys, blocks)
        if any(core.manifest[key] != bundle.manifest[key] for key in ('case', 'report')) or core.manifest['kind'] != 'core':
            raise Refused('core.evb', 'it is of another case or report.')
        if 'report.json' in bundle.files and decode('report.json', bundle.files['report.json']).get('core') != core.digest:
            raise Refused('report.json', 'it is the report of another bundle.')
    claims = Claims(core)
    for claim in claims.claims.values():
        if isinstance(claim['result'].get('time'), int) and claim['result']['time'] > core.made + DAY:
            raise Refused('claims.json', 'claim %s states a time after the bundle was made.' % claim['id'])
    rows = [(name, claims.rule_on(name), write(claim)) for name, claim in claims.claims.items()]
    outer = [] if core is bundle else [bundle]
    faults = {**(bundle.faults if outer else {}), **{('core.evb/' if outer else '') + path: why for path, why in core.faults.items()}}
    both = {name: [part for one in outer + [core] for part in getattr(one, name)] for name in ('left', 'notes', 'unread')}
    return {'claims': rows, 'faults': faults, 'digest': bundle.digest, **both}
def main(words):
    given = lambda option: [words[i + 1] for i, word in enumerate(words) if word == option and i + 1 < len(words)]
    names = [word for i, word in enumerate(words) if not word.startswith('--') and (i == 0 or words[i - 1] not in ('--key', '--block'))]
    if len(names) != 1: return print(__doc__) or 2
    try:
        with open(names[0], 'rb') as file: result = verify(file.read(), int(time.time()), given('--key'), given('--block'))
    except Refused as refused:
        print(json.dumps(dict(zip(('item', 'why'), refused.args), verdict='refused')) if '--json' in words else 'REFUSED: %s: %s' % refused.args)
        return 1
    states = {state for _, state, _ in result['claims']}
    failed, whole = bool(result['faults']) or 'failed' in states, states == {'verified'} and not result['left'] and not result['unread'] and given('--key')
    verdict = 'failed' if failed else 'verified' if whole else 'partial'
    if '--json' in words:
        shown = {key: result[key] for key in ('digest', 'faults', 'claims', 'notes', 'unread')}
        print(json.dumps({'verdict': verdict, 'leftOut': sorted(result['left']), **shown}))
        return failed
    lines = result['notes'] + ['[%s] %s %s' % (state, name, text) for name, state, text in result['claims']]
    lines += ['[left out] %s' % path for path in sorted(result['left'])] + ['[FAILED] %s: %s' % pair for pair in sorted(result['faults'].items())]
    lines += ['[not checked here] %s' % what for what in result['unread']]
    print('\n'.join(''.join(c if c.isprintable() else ' ' for c in line)[:600] for line in lines))
    print('%s, digest %s' % (verdict.upper(), result['digest']))
    return failed

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
