/**
 * Mutation sampling: `run.ts --seed N --count M --package NAME [--file PART] [--timeout SECONDS]`. Plants one fault in each of M
 * source files of a package, drawn by the seed, and runs the tests that import the file: those of its folder first, then all of the
 * unit and server projects, of the store its own. A fault no test notices is printed with its place. Files are put back; those with
 * changes that are not committed are refused.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../chain/random.ts';
import { describeMutant, findMutants, type Mutant, plant } from './find-mutants.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

interface Planted {
  readonly file: string;
  readonly source: string;
  readonly mutant: Mutant;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '10' },
      package: { type: 'string', default: 'server' },
      file: { type: 'string', default: '' },
      timeout: { type: 'string', default: '300' },
    },
  });
  return {
    ...values,
    seed: Number(values.seed),
    count: Number(values.count),
    timeoutMs: Number(values.timeout) * 1_000,
  };
}

/** Source files of a package whose path contains a part; what only tests use is none. */
function listSources(name: string, part: string): string[] {
  return globSync(`packages/${name}/src/**/*.ts`, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file) && file.includes(part))
    .toSorted();
}

/** Draws so many files by the seed, and one fault in each. */
function draw({ seed, count, package: name, file: part }: ReturnType<typeof readArguments>): Planted[] {
  const random = createRandom(seed);
  const files = listSources(name, part);
  const drawn: Planted[] = [];
  while (drawn.length < count && files.length > 0) {
    const [file = ''] = files.splice(random.below(files.length), 1);
    const source = readFileSync(join(ROOT, file), 'utf8');
    const mutants = findMutants(file, source);
    const mutant = mutants[random.below(Math.max(1, mutants.length))];
    if (mutant) drawn.push({ file, source, mutant });
  }
  return drawn;
}

function checkClean(files: readonly string[]): void {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...files], { cwd: ROOT, encoding: 'utf8' });
  if (stdout.trim() !== '') throw new Error(`Commit or stash these first, faults are planted in them:\n${stdout}`);
}

/** Ends a program and everything it started. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Whether the tests that import a file notice what is in it, within a folder. */
async function isNoticed(file: string, folder: string, timeoutMs: number): Promise<boolean> {
  const projects = file.startsWith('packages/store/') ? ['unit', 'server', 'programs'] : ['unit', 'server'];
  const where = folder === '' && projects.includes('programs') ? 'packages' : folder;
  const args = ['related', file, '--run', '--bail=1', '--passWithNoTests', '--reporter=dot', '--color=false'];
  const chosen = [...projects.map((project) => `--project=${project}`), ...(where === '' ? [] : [`--dir=${where}`])];
  const child = spawn(process.execPath, [VITEST, ...args, ...chosen], { cwd: ROOT, stdio: 'ignore', detached: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => endGroup(child.pid), timeoutMs);
  const onStop = (): void => endGroup(child.pid);
  process.once('exit', onStop);
  child.on('error', () => resolve(true));
  child.on('exit', (code) => resolve(code !== 0));
  const noticed = await promise;
  clearTimeout(timer);
  process.off('exit', onStop);
  return noticed;
}

async function tryOne({ file, source, mutant }: Planted, timeoutMs: number): Promise<boolean> {
  const path = join(ROOT, file);
  const putBack = (): void => {
    writeFileSync(`${path}.original`, source);
    renameSync(`${path}.original`, path);
  };
  process.once('exit', putBack);
  writeFileSync(path, plant(source, mutant));
  try {
    return (await isNoticed(file, dirname(file), timeoutMs)) || (await isNoticed(file, '', timeoutMs));
  } finally {
    putBack();
    process.off('exit', putBack);
  }
}

async function main(): Promise<void> {
  const options = readArguments();
  const drawn = draw(options);
  checkClean(drawn.map(({ file }) => file));
  // A second signal must not end the process while it puts a file back.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  let caught = 0;
  for (const planted of drawn) {
    const { line, before, after } = describeMutant(planted.source, planted.mutant);
    const isCaught = await tryOne(planted, options.timeoutMs);
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught  ' : 'UNCAUGHT'} ${planted.file}:${line} (${planted.mutant.kind})`);
    if (!isCaught) console.log(`  - ${before.replaceAll('\n', '\n  - ')}\n  + ${after.replaceAll('\n', '\n  + ')}`);
  }
  const share = drawn.length === 0 ? 0 : Math.round((1_000 * caught) / drawn.length) / 10;
  console.log(`${caught} of ${drawn.length} caught, ${share} % (${options.package}, seed ${options.seed}).`);
}

await main();
