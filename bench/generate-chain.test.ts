import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlockFiles } from './block-files.ts';
import type { AddressTruth } from './chain/ground-truth.ts';
import { type ChainMeta, generateChain } from './generate-chain.ts';

const PLAN = { transactions: 2000, seed: 3, hot: [10, 1000], stages: [1200], hasTruth: true };

function wordsOf(directory: string, name: string): Uint32Array {
  const bytes = readFileSync(join(directory, 'truth', `${name}.u32`));
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

describe('generateChain', () => {
  const root = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  const first = join(root, 'first');
  let meta: ChainMeta;

  beforeAll(() => {
    meta = generateChain({ ...PLAN, directory: first });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('makes the same chain from the same seed, and another from another', () => {
    expect(generateChain({ ...PLAN, directory: join(root, 'second') })).toEqual(meta);
    expect(generateChain({ ...PLAN, seed: 4, directory: join(root, 'third') }).sha256).not.toBe(meta.sha256);
  });

  it('states the digest of the block files', () => {
    const digest = createHash('sha256');
    for (const name of readdirSync(first).sort())
      if (name.endsWith('.dat')) digest.update(readFileSync(join(first, name)));
    expect(digest.digest('hex')).toBe(meta.sha256);
  });

  it('ends each stage with a block file', () => {
    for (const { files, blocks } of meta.stages) expect([...readBlockFiles(first, files)]).toHaveLength(blocks);
  });

  it('links the blocks and pays for their work', () => {
    const sha256d = (bytes: Uint8Array): Buffer =>
      createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
    let previous: Buffer = Buffer.alloc(32);
    for (const block of readBlockFiles(first)) {
      expect(block.subarray(4, 36)).toEqual(previous);
      previous = sha256d(block.subarray(0, 80));
      expect(previous[31]).toBeLessThanOrEqual(0x7f);
    }
    expect(previous.reverse().toString('hex')).toBe(meta.stages.at(-1)?.tip);
  });

  it('gives hot addresses exactly the requested entries, in the first stage already', () => {
    expect(meta.hot.map(({ receiveCount, spendCount }) => receiveCount + spendCount)).toEqual(PLAN.hot);
    const sample = JSON.parse(readFileSync(join(first, 'sample-1.json'), 'utf8')) as AddressTruth[];
    for (const hot of meta.hot) expect(sample).toContainEqual(hot);
  });

  it('writes columns that agree with the sample', () => {
    const addresses = wordsOf(first, 'output-address');
    const low = wordsOf(first, 'output-value-low');
    const high = wordsOf(first, 'output-value-high');
    const received = new Map<number, number>();
    for (const [i, address] of addresses.entries()) {
      received.set(address, (received.get(address) ?? 0) + (high[i] ?? 0) * 2 ** 32 + (low[i] ?? 0));
    }
    const sample = JSON.parse(readFileSync(join(first, 'sample-2.json'), 'utf8')) as AddressTruth[];
    const sums = new Set(received.values());
    for (const truth of sample) expect(sums.has(truth.received)).toBe(true);
    expect(addresses).toHaveLength((meta.stages.at(-1)?.outputs ?? 0) - 1);
    expect(wordsOf(first, 'input-vout')).toHaveLength(meta.stages.at(-1)?.inputs ?? 0);
    expect(wordsOf(first, 'height')).toHaveLength((meta.stages.at(-1)?.transactions ?? 0) - 1);
  });
});
