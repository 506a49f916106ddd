import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { hash256 } from '@trailmark/chains/utxo/hash';
import { merkleRoot } from '@trailmark/chains/utxo/merkle';
import { decodeTransaction, encodeTransaction } from '@trailmark/chains/utxo/transaction';
import { decodeHex } from '@trailmark/core/hex';
import { afterAll, expect, test } from 'vitest';
import { type ListedTransaction, toListedRows } from '../../scripts/accuracy/full-block.ts';
import { readNodeBlock } from '../../scripts/accuracy/node-block.ts';
import { countPairs } from '../../scripts/accuracy/pair-counts.ts';
import { buildLedger } from '../../scripts/accuracy/plain-ledger.ts';
import { parseScannerFile } from '../../scripts/accuracy/scanner-file.ts';
import { createSeededChoice } from '../../scripts/accuracy/seeded-choice.ts';
import { formatRate, formatShare } from '../../scripts/accuracy/tables.ts';
import { wilsonInterval } from '../../scripts/accuracy/wilson.ts';
import { openZip } from '../../scripts/accuracy/zip-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-accuracy-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("Wilson's interval has the published values", () => {
  // Brown, Cai and DasGupta 2001 and any table of the score interval: 8 of 10, and 0 of 10.
  const eight = wilsonInterval({ hits: 8, total: 10 });
  expect(eight?.low).toBeCloseTo(0.4902, 4);
  expect(eight?.high).toBeCloseTo(0.9433, 4);
  expect(wilsonInterval({ hits: 0, total: 10 })?.low).toBe(0);
  expect(wilsonInterval({ hits: 0, total: 10 })?.high).toBeCloseTo(0.2775, 4);
  expect(wilsonInterval({ hits: 0, total: 0 })).toBeUndefined();
});

test('a rate shows that it is short of all or above none', () => {
  expect([1, 0.99951, 0.985, 0.0005, 0].map(formatRate)).toEqual(['100.0 %', '99.95 %', '98.5 %', '0.05 %', '0.0 %']);
  expect(formatShare({ hits: 0, total: 0 })).toBe('–');
});

test('pairs are counted as if each were looked at', () => {
  const choice = createSeededChoice('pairs');
  const addresses = Array.from({ length: 60 }, () => ({ cluster: choice.integer(9), owner: `o${choice.integer(5)}` }));
  let [joined, owned, both] = [0, 0, 0];
  for (const [i, a] of addresses.entries()) {
    for (const b of addresses.slice(i + 1)) {
      if (a.cluster === b.cluster) joined++;
      if (a.owner === b.owner) owned++;
      if (a.cluster === b.cluster && a.owner === b.owner) both++;
    }
  }
  expect(countPairs(addresses)).toMatchObject({ joinedPairs: joined, ownedPairs: owned, truePairs: both });
});

test('the largest false merge is the largest cluster with several owners, not the largest cluster', () => {
  const members = (cluster: number, owners: string) => [...owners].map((owner) => ({ cluster, owner }));
  const counts = countPairs([...members(1, 'aaaaa'), ...members(2, 'abb'), ...members(3, 'ab'), ...members(4, 'c')]);
  expect(counts.largestFalseMerge).toEqual({ addresses: 3, owners: 2 });
  expect([counts.clusters, counts.pureClusters]).toEqual([3, 1]);
});

const P2WPKH = `0014${'11'.repeat(20)}`;
const OTHER = `0014${'22'.repeat(20)}`;

test('a line of the scanner becomes a transaction whose inputs know what they spend', () => {
  const line = `${'ab'.repeat(32)}:::00ff:::7:::1600000000:::${'cd'.repeat(32)}-3-5000+${P2WPKH}+TxWitnessV0Keyhash:::4000+${OTHER}+x}{900+${P2WPKH}+x`;
  const { records } = buildLedger(parseScannerFile(`${line}\n\n`, 'file'));
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ fee: 100n, inputs: [{ value: 5000n, vout: 3, source: undefined }] });
  expect(records[0]?.outputs.map(({ value, type }) => [value, type])).toEqual([
    [4000n, 'p2wpkh'],
    [900n, 'p2wpkh'],
  ]);
  expect(() => parseScannerFile(`${line}\nnonsense`, 'file')).toThrow('file, line 2');
});

test("amounts of a node's block are exact, and an input finds its output among earlier transactions", () => {
  const output = (value: number, hex: string) => ({ value, scriptPubKey: { hex } });
  const blocks = [
    { hash: 'a', height: 1, tx: [{ txid: 'x', vin: [{ coinbase: '00' }], vout: [output(20999999.97690001, P2WPKH)] }] },
    { hash: 'b', height: 2, tx: [{ txid: 'y', vin: [{ txid: 'x', vout: 0 }], vout: [output(0.00000001, OTHER)] }] },
  ];
  const { records, positionOf } = buildLedger([...blocks].reverse().flatMap(readNodeBlock));
  expect(records.map(({ txid }) => txid)).toEqual(['x', 'y']);
  expect(records[1]?.inputs[0]).toMatchObject({ value: 2_099_999_997_690_001n, source: positionOf.get('x') });
  expect(records[1]?.outputs[0]?.value).toBe(1n);
});

function writeZip(name: string, content: Buffer): string {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  const path = join(folder, 'archive.zip');
  writeFileSync(path, Buffer.concat([local, packed, entry, end]));
  return path;
}

test('an entry of a zip archive is read back, and what is no archive is refused by name', () => {
  const content = Buffer.from('mixes and change\n'.repeat(500));
  const archive = openZip(writeZip('folder/file.txt', content));
  expect(archive.names).toEqual(['folder/file.txt']);
  expect(archive.read('folder/file.txt').equals(content)).toBe(true);
  expect(() => archive.read('other')).toThrow('has no entry other');
  const plain = join(folder, 'plain.zip');
  writeFileSync(plain, 'not a zip archive at all, only some text');
  expect(() => openZip(plain)).toThrow('is no zip archive');
});

test('the same seed makes the same choices', () => {
  const draw = (seed: string) => Array.from({ length: 20 }, () => createSeededChoice(seed).integer(1000));
  expect(draw('a')).toEqual(draw('a'));
  expect(draw('a')).not.toEqual(draw('b'));
});

/** What a coinbase commits to: hash of the root over the wtxids, its own as zeros, and the reserved value. */
function commitmentTo(wtxids: readonly string[]): string {
  const root = merkleRoot(['00'.repeat(32), ...wtxids]);
  return Buffer.from(hash256(Buffer.concat([Buffer.from(root, 'hex').reverse(), new Uint8Array(32)]))).toString('hex');
}

interface ListedChange {
  readonly taken?: number;
  readonly commitment?: string;
  readonly spends?: number;
}

/** A block as an explorer lists it: a coinbase that takes 50 and a fee of 100, and one payment with a witness. */
function listBlock({ taken = 150, commitment, spends = 1_000 }: ListedChange = {}): ListedTransaction[] {
  const payment = {
    ...{ version: 2, locktime: 0, vout: [{ scriptpubkey: OTHER, value: 900 }] },
    vin: [
      {
        ...{ txid: 'cd'.repeat(32), vout: 3, scriptsig: '', witness: ['00ff'], sequence: 0 },
        prevout: { scriptpubkey: P2WPKH, value: spends },
      },
    ],
  };
  const encode = ({ vin, vout, ...rest }: Omit<ListedTransaction, 'txid'>) =>
    decodeTransaction(
      encodeTransaction(
        {
          ...{ version: rest.version, lockTime: rest.locktime },
          inputs: vin.map((input) => ({
            ...{ prevTxid: input.txid, prevVout: input.vout, sequence: input.sequence },
            ...{ script: decodeHex(input.scriptsig), witness: (input.witness ?? []).map(decodeHex) },
          })),
          outputs: vout.map(({ value, scriptpubkey }) => ({ value: BigInt(value), script: decodeHex(scriptpubkey) })),
        },
        { witness: true },
      ),
    );
  const { txid, wtxid } = encode(payment);
  const commits = commitment ?? commitmentTo([wtxid]);
  const coinbase = {
    ...{ version: 1, locktime: 0 },
    vin: [
      {
        ...{ txid: '00'.repeat(32), vout: 0xffffffff, scriptsig: '0101', witness: ['00'.repeat(32)], sequence: 0 },
        prevout: null,
      },
    ],
    vout: [
      { scriptpubkey: P2WPKH, value: taken },
      { scriptpubkey: `6a24aa21a9ed${commits}`, value: 0 },
    ],
  };
  return [
    { ...coinbase, txid: encode(coinbase).txid },
    { ...payment, txid },
  ];
}

test('a block that is listed without a header is whole where its coinbase commits to it and takes the fees', () => {
  expect(toListedRows(listBlock(), 50n).slice(1)).toEqual([
    [expect.stringMatching(/^[0-9a-f]{64}$/), [['1000', P2WPKH]], [['900', OTHER]]],
  ]);
  const [coinbase, payment] = listBlock();
  expect(() => toListedRows([coinbase, { ...payment, locktime: 1 }] as ListedTransaction[], 50n)).toThrow('another id');
  expect(() => toListedRows([coinbase] as ListedTransaction[], 50n)).toThrow('does not commit');
  expect(() => toListedRows(listBlock({ commitment: 'ab'.repeat(32) }), 50n)).toThrow('does not commit');
  expect(() => toListedRows(listBlock({ taken: 151 }), 50n)).toThrow('do not belong');
  expect(() => toListedRows(listBlock({ spends: 1_001 }), 50n)).toThrow('do not belong');
});
