import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressTruth } from './chain/ground-truth.ts';
import type { ChainMeta, ChainStage } from './generate-chain.ts';
import { runScript } from './harness.ts';

export const CACHE = join(import.meta.dirname, '.cache');

export interface ChainPlan {
  readonly transactions: number;
  readonly seed: number;
  readonly hot: readonly number[];
  readonly stages: readonly number[];
}

export interface Chain {
  readonly directory: string;
  readonly meta: ChainMeta;
}

/** Hash of the generator's source: a chain made by another version is not the same chain. */
function generatorVersion(): string {
  const digest = createHash('sha256').update(readFileSync(join(import.meta.dirname, 'generate-chain.ts')));
  const directory = join(import.meta.dirname, 'chain');
  for (const name of readdirSync(directory).sort()) digest.update(readFileSync(join(directory, name)));
  return digest.digest('hex').slice(0, 8);
}

/** Removes what other versions of the generator made of a plan, and what was left unfinished. */
function removeVersions(name: string): void {
  const parent = join(CACHE, 'chains');
  if (!existsSync(parent)) return;
  for (const entry of readdirSync(parent)) {
    if (entry.startsWith(name)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

/** The chain of a plan, made on first use. */
export async function ensureChain(plan: ChainPlan): Promise<Chain> {
  const stages = plan.stages.join('-') || 'whole';
  const name = `${plan.transactions}-${plan.seed}-hot-${plan.hot.join('-')}-stages-${stages}-`;
  const directory = join(CACHE, 'chains', name + generatorVersion());
  const metaPath = join(directory, 'meta.json');
  if (!existsSync(metaPath)) {
    const unfinished = `${directory}.unfinished`;
    removeVersions(name);
    console.error(`Making a chain of ${plan.transactions} transactions, once.`);
    const lists = ['--hot', plan.hot.join(','), '--stages', plan.stages.join(','), '--no-truth'];
    const script = join(import.meta.dirname, 'generate-chain.ts');
    await runScript(script, [unfinished, String(plan.transactions), String(plan.seed), ...lists]);
    renameSync(unfinished, directory);
  }
  return { directory, meta: JSON.parse(readFileSync(metaPath, 'utf8')) as ChainMeta };
}

export function stageOf(chain: Chain, index: number): ChainStage {
  const stage = chain.meta.stages[index];
  if (!stage) throw new Error(`The chain has no stage ${index + 1}.`);
  return stage;
}

/** A directory with the block files of the chain up to a stage, as hard links. */
export function stageBlocks(chain: Chain, index: number): string {
  const { files } = stageOf(chain, index);
  const directory = join(chain.directory, `stage-${index + 1}`);
  mkdirSync(directory, { recursive: true });
  const names = readdirSync(chain.directory).filter((name) => /^blk\d+\.dat$/.test(name));
  for (const name of names.sort().slice(0, files)) {
    if (!existsSync(join(directory, name))) linkSync(join(chain.directory, name), join(directory, name));
  }
  return directory;
}

/** What is true of the sampled addresses at the end of a stage. */
export function stageSample(chain: Chain, index: number): AddressTruth[] {
  return JSON.parse(readFileSync(join(chain.directory, stageOf(chain, index).sample), 'utf8')) as AddressTruth[];
}

/** Folder of a chain, by default without hot addresses, with the columns of what is true of it; made on first use. */
export async function ensureTruthChain(
  transactions: number,
  seed: number,
  hot: readonly number[] = [],
): Promise<string> {
  const name = `${transactions}-${seed}-${hot.map((entries) => `hot-${entries}-`).join('')}truth-`;
  const directory = join(CACHE, 'chains', name + generatorVersion());
  if (existsSync(join(directory, 'meta.json'))) return directory;
  const unfinished = `${directory}.unfinished`;
  removeVersions(name);
  console.error(`Making a chain of ${transactions} transactions, once.`);
  const script = join(import.meta.dirname, 'generate-chain.ts');
  await runScript(script, [
    unfinished,
    String(transactions),
    String(seed),
    '--hot',
    hot.length === 0 ? '10' : hot.join(','),
    '--stages',
    String(transactions),
  ]);
  renameSync(unfinished, directory);
  return directory;
}
