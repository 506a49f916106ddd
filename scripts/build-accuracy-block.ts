import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { decodeHex } from '@trailmark/core/hex';
import { type BlockRow, type ListedTransaction, toBlockRows, toListedRows } from './accuracy/full-block.ts';
import { ROOT } from './runtime.mjs';

// node scripts/run.mjs scripts/build-accuracy-block.ts <source> <height> <subsidy>: writes data/btc/accuracy/block-<height>.jsonl.gz. The source
// is a folder of Floresta's crates/floresta-chain/testdata with raw.zst (the block) and spent_utxos.zst (what its inputs spend,
// JSON), or a file of ordpool-parser's testdata, block_<height>_txns.json.br (the transactions as an explorer lists them).

interface SpentOutput {
  readonly txout: { readonly value: number; readonly script_pubkey: string };
}

function readFolder(folder: string, subsidy: bigint): BlockRow[] {
  const read = (name: string): Buffer => zstdDecompressSync(readFileSync(join(folder, name)));
  const spent = (JSON.parse(read('spent_utxos.zst').toString('utf8')) as SpentOutput[]).map(({ txout }) => ({
    value: BigInt(txout.value),
    script: decodeHex(txout.script_pubkey),
  }));
  return toBlockRows(read('raw.zst'), spent, subsidy);
}

function readListed(file: string, subsidy: bigint): BlockRow[] {
  const text = brotliDecompressSync(readFileSync(file)).toString('utf8');
  return toListedRows(JSON.parse(text) as ListedTransaction[], subsidy);
}

const [source, height, subsidy] = process.argv.slice(2);
if (!source || !height || !subsidy) throw new Error('State the source, the height and the subsidy in units.');
const rows = statSync(source).isDirectory() ? readFolder(source, BigInt(subsidy)) : readListed(source, BigInt(subsidy));
const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
writeFileSync(join(ROOT, `data/btc/accuracy/block-${height}.jsonl.gz`), gzipSync(text, { level: 9 }));
console.log(`${rows.length} transactions of block ${height} are written.`);
