import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { checkProofOfWork, decodeHeader } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { isMerkleMutated, merkleRoot } from '@trailmark/chains/utxo/merkle';
import { describeScript } from '@trailmark/chains/utxo/script';
import { readTransaction } from '@trailmark/chains/utxo/transaction';
import { assert } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { encodeOwner } from '@trailmark/core/owner';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type {
  FactTableBlock,
  FactTableHead,
  FactTableInput,
  FactTableOutput,
} from '../packages/ingest/src/bundled/fact-table.ts';

// Run by a maintainer: `npm exec -- node scripts/build-bundled-data.ts SOURCE`, where SOURCE has the folders named below.
// Writes data/btc/*; the same sources give the same bytes. The PROVENANCE.txt files next to the data are written by hand.

const MAINNET = getChain('btc');
const TARGET = resolve(dirname(fileURLToPath(import.meta.url)), '../data/btc');

/** Every block by its height and its file in the source folder. */
const ERA_BLOCKS: readonly (readonly [number, string])[] = [
  [131025, 'ruby_131025.raw'],
  [169482, 'bitcoinj_169482.raw'],
  [227835, 'bitcoinj_227835.raw'],
  [227836, 'bitcoinj_227836.raw'],
  [333961, 'electrs_b.raw'],
  [363703, 'bitcoinj_363703.raw'],
  [370661, 'bitcoinj_370661.raw'],
  [481829, 'bitcoinj_481829.raw'],
  [482683, 'bcoin_482683.raw'],
  [574200, 'btcd_574200.raw'],
  [700000, 'rooch_700000.hex.xz'],
  [818677, 'rooch_818677.raw'],
  [832918, 'rooch_832918.hex.xz'],
];

function write(name: string, bytes: Uint8Array): void {
  const path = join(TARGET, name);
  mkdirSync(dirname(path), { recursive: true });
  const packed = gzipSync(bytes, { level: 9 });
  // The operating system's number: not a fact about the data.
  packed[9] = 255;
  writeFileSync(path, packed);
  console.log(`${name}: ${packed.length} bytes`);
}

function writeFacts(name: string, head: Omit<FactTableHead, 'format'>, blocks: readonly FactTableBlock[]): void {
  const lines = [{ format: 'trailmark-facts-1', ...head }, ...blocks].map((line) => JSON.stringify(line));
  write(name, Buffer.from(`${lines.join('\n')}\n`));
}

// The first 4,313 blocks, as they are.

function buildFirstBlocks(source: string): void {
  write('mainnet-0-4312/blk00000.dat.gz', readFileSync(join(source, 'mainnet-0-4312/blk00000.dat')));
}

// Single blocks of every era.

function readEraBlock(source: string, file: string): Uint8Array {
  const path = join(source, 'blocks-every-era', file);
  if (!file.endsWith('.xz')) return new Uint8Array(readFileSync(path));
  return decodeHex(
    execFileSync('xz', ['-dc', path], { maxBuffer: 2 ** 27 })
      .toString()
      .trim(),
  );
}

/** Proof of work, Merkle root and, from BIP 34 on, the height in the coinbase. */
function checkEraBlock(raw: Uint8Array, height: number): void {
  const header = decodeHeader(raw);
  assert(checkProofOfWork(header, MAINNET), `${height}: the proof of work fails.`);
  const reader = new ByteReader(raw);
  reader.skip(80);
  const transactions = Array.from({ length: reader.count(60) }, () => readTransaction(reader));
  assert(reader.remaining === 0, `${height}: bytes follow the last transaction.`);
  const txids = transactions.map((tx) => tx.txid);
  assert(merkleRoot(txids) === header.merkleRoot && !isMerkleMutated(txids), `${height}: the Merkle root differs.`);
  const script = transactions[0]?.inputs[0]?.script ?? new Uint8Array(0);
  const stated = (script[1] ?? 0) + (script[2] ?? 0) * 2 ** 8 + (script[3] ?? 0) * 2 ** 16;
  assert(height < 227_836 || (script[0] === 3 && stated === height), `${height}: the coinbase says ${stated}.`);
}

function buildEraBlocks(source: string): void {
  rmSync(join(TARGET, 'blocks-every-era/blocks'), { recursive: true, force: true });
  for (const [height, file] of ERA_BLOCKS) {
    const raw = readEraBlock(source, file);
    checkEraBlock(raw, height);
    write(`blocks-every-era/blocks/${height}.raw.gz`, raw);
  }
}

// Blocks 100,000 to 102,999 as facts.

interface WindowTransaction {
  readonly txid: string;
  readonly height: number;
  readonly index: number;
  readonly block_hash: string;
  readonly time_est: number;
  readonly coinbase: boolean;
  readonly vin: readonly { prev_txid: string | null; vout: number; addr: string; value: number }[];
  readonly vout: readonly { n: number; addr: string; value: number }[];
}

function ownerOfAddress(address: string): string {
  return encodeHex(encodeOwner(parseOwner(MAINNET, address)));
}

function buildWindow(source: string): void {
  const text = gunzipSync(readFileSync(join(source, 'mainnet-100000-102999/txs.jsonl.gz'))).toString();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WindowTransaction);
  const numbers = new Map(rows.map((row, number) => [row.txid, number]));
  const blocks = new Map<
    number,
    { height: number; hash: string; time: number; txs: FactTableBlock['txs'][number][] }
  >();
  for (const row of rows) {
    const block = blocks.get(row.height) ?? { height: row.height, hash: row.block_hash, time: row.time_est, txs: [] };
    blocks.set(row.height, block);
    assert(row.index === block.txs.length && row.coinbase === (row.index === 0), `${row.txid}: not in block order.`);
    const inputs = row.vin.map((input): FactTableInput => {
      const number = input.prev_txid === null ? undefined : numbers.get(input.prev_txid);
      if (number !== undefined) return [number, input.vout];
      return [input.prev_txid, input.vout, input.value, ownerOfAddress(input.addr)];
    });
    const outputs = row.vout.map(({ n, addr, value }, at): FactTableOutput => {
      assert(n === at, `${row.txid}: output ${at} is missing.`);
      return [value, SCRIPT_CODE.p2pkh, ownerOfAddress(addr)];
    });
    block.txs.push({
      id: row.txid,
      index: row.index,
      ...(row.coinbase && { coinbase: true }),
      in: inputs,
      out: outputs,
    });
  }
  const list = [...blocks.values()].sort((a, b) => a.height - b.height);
  writeFacts(
    'mainnet-100000-102999/facts.jsonl.gz',
    { timeEstimated: true, heightEstimated: false, isWhole: true },
    list,
  );
}

// One month of Wasabi 1 CoinJoins as facts.

const MONTH = '2021-08';

/** `value+script+type`, and for inputs `txid-vout-` before it; `}{` between entries. */
function splitEntries(list: string): string[] {
  return list.split('}{');
}

function readScript(hex: string): readonly [number, string] {
  const { type, owner } = describeScript(decodeHex(hex));
  return [SCRIPT_CODE[type], encodeHex(encodeOwner(owner))];
}

function readCoinJoin(line: string) {
  const [id, hash, index, time, inputs, outputs] = line.split(':::') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const transaction = {
    id,
    index: Number(index),
    in: splitEntries(inputs).map((entry): FactTableInput => {
      const [outpoint, script] = entry.split('+') as [string, string];
      const [prevTxid, vout, value] = outpoint.split('-') as [string, string, string];
      return [prevTxid, Number(vout), Number(value), readScript(script)[1]];
    }),
    out: splitEntries(outputs).map((entry): FactTableOutput => {
      const [value, script] = entry.split('+') as [string, string];
      return [Number(value), ...readScript(script)];
    }),
  };
  return { hash, time: Number(time), transaction };
}

/** Heights between two known blocks by time, pushed up where needed so that later blocks have higher ones. */
function estimateHeights(times: readonly number[], source: string): number[] {
  const [low, high] = ([574_200, 700_000] as const).map((height) => {
    const file = ERA_BLOCKS.find(([known]) => known === height)?.[1] ?? '';
    return { height, time: decodeHeader(readEraBlock(source, file)).time };
  }) as [{ height: number; time: number }, { height: number; time: number }];
  const perSecond = (high.height - low.height) / (high.time - low.time);
  let last = 0;
  return times.map((time) => {
    last = Math.max(last + 1, Math.round(low.height + (time - low.time) * perSecond));
    assert(last > low.height && last < high.height, `An estimated height lies outside its anchors: ${last}.`);
    return last;
  });
}

function buildCoinJoins(source: string): void {
  const zip = join(source, 'coinjoin/dumplings__ww1_202405.zip');
  const text = execFileSync('unzip', ['-p', zip, 'Scanner/WasabiCoinJoins.txt'], { maxBuffer: 2 ** 27 }).toString();
  const rows = text
    .trim()
    .split('\n')
    .map((line) => readCoinJoin(line.trim()));
  const inMonth = rows.filter((row) => new Date(row.time * 1000).toISOString().startsWith(MONTH));
  const blocks = new Map<string, { hash: string; time: number; txs: FactTableBlock['txs'][number][] }>();
  for (const { hash, time, transaction } of inMonth) {
    const block = blocks.get(hash) ?? { hash, time, txs: [] };
    blocks.set(hash, block);
    assert(
      block.time === time && block.txs.every((tx) => tx.id !== transaction.id),
      `${transaction.id}: contradicts another row.`,
    );
    block.txs.push(transaction);
  }
  const list = [...blocks.values()].sort((a, b) => a.time - b.time || a.hash.localeCompare(b.hash));
  const heights = estimateHeights(
    list.map((block) => block.time),
    source,
  );
  const facts = list.map(({ hash, time, txs }, at) => {
    return { height: heights[at] as number, hash, time, txs: txs.sort((a, b) => a.index - b.index) };
  });
  console.log(`${MONTH}: ${inMonth.length} of ${rows.length} CoinJoins in ${facts.length} blocks`);
  writeFacts(`wasabi-${MONTH}/facts.jsonl.gz`, { timeEstimated: false, heightEstimated: true, isWhole: false }, facts);
}

const source = process.argv[2];
assert(source, 'usage: scripts/build-bundled-data.ts SOURCE');
buildFirstBlocks(source);
buildEraBlocks(source);
buildWindow(source);
buildCoinJoins(source);
