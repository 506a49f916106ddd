import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { decodeHex } from '@trailmark/core/hex';
import { toBlockRows } from './accuracy/full-block.ts';
import { ROOT } from './runtime.mjs';

// node scripts/run.mjs scripts/build-accuracy-block.ts <folder> <height> <subsidy>: writes data/btc/accuracy/block-<height>.jsonl.gz from a
// folder of Floresta's crates/floresta-chain/testdata: raw.zst (the block) and spent_utxos.zst (what its inputs spend, JSON).

interface SpentOutput {
  readonly txout: { readonly value: number; readonly script_pubkey: string };
}

const [folder, height, subsidy] = process.argv.slice(2);
if (!folder || !height || !subsidy) throw new Error('State the folder, the height and the subsidy in units.');
const read = (name: string): Buffer => zstdDecompressSync(readFileSync(join(folder, name)));
const spent = (JSON.parse(read('spent_utxos.zst').toString('utf8')) as SpentOutput[]).map(({ txout }) => ({
  value: BigInt(txout.value),
  script: decodeHex(txout.script_pubkey),
}));
const rows = toBlockRows(read('raw.zst'), spent, BigInt(subsidy));
const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
writeFileSync(join(ROOT, `data/btc/accuracy/block-${height}.jsonl.gz`), gzipSync(text, { level: 9 }));
console.log(`${rows.length} transactions of block ${height} are written.`);
