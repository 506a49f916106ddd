import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readBlockFile } from './block-files.ts';

const REPOSITORY = join(import.meta.dirname, '..');
/** Blocks that every clone has. */
export const OWN_DIRECTORIES = [
  join(REPOSITORY, 'packages', 'chains', 'vectors', 'blocks'),
  join(REPOSITORY, 'data', 'btc', 'blocks-every-era', 'blocks'),
];
/** With the larger collection next to the repository, where it exists. */
const DIRECTORIES = [...OWN_DIRECTORIES, join(REPOSITORY, '..', 'shared', 'data', 'btc', 'blocks-every-era')];
/** Blocks with fewer bytes measure the call and not the work. */
const SMALLEST = 10_000;

function decompress(path: string): string {
  const run = spawnSync('xz', ['-dc', path], { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (run.status !== 0) throw new Error(`xz could not read ${path}: ${run.error?.message ?? run.stderr}`);
  return run.stdout;
}

function readBlocks(path: string): Buffer[] {
  if (path.endsWith('.raw')) return [readFileSync(path)];
  if (path.endsWith('.raw.gz')) return [gunzipSync(readFileSync(path))];
  if (path.endsWith('.hex.xz')) return [Buffer.from(decompress(path).trim(), 'hex')];
  if (path.endsWith('.hex')) return [Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')];
  return path.endsWith('.dat') ? [...readBlockFile(path)] : [];
}

/** Real blocks of every era, each once, in a fixed order. */
export function realBlocks(directories: readonly string[] = DIRECTORIES): Buffer[] {
  const seen = new Set<string>();
  const blocks: Buffer[] = [];
  for (const directory of directories.filter((path) => existsSync(path))) {
    for (const name of readdirSync(directory).sort()) {
      for (const block of readBlocks(join(directory, name))) {
        const key = createHash('sha256').update(block.subarray(0, 80)).digest('hex');
        if (block.length < SMALLEST || seen.has(key)) continue;
        seen.add(key);
        blocks.push(block);
      }
    }
  }
  return blocks;
}
