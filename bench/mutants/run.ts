/**
 * Mutation sampling: `run.ts --seed N --count M --package NAME [--file PART] [--own] [--timeout SECONDS]`. Plants one fault in each of
 * M source files of a package, drawn by the seed, and runs the tests closest to the file, then those of its package, and
 * (without `--own`) all unit and server tests that import the file. A fault no test notices is printed with its place, and so is one
 * whose tests were stopped by the limit: it may never end, or the machine is slow. Files are put back; those with changes that are
 * not committed are refused.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../chain/random.ts';
import { findClosestTests } from './closest-tests.ts';
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
      own: { type: 'boolean', default: false },
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

type Options = ReturnType<typeof readArguments>;

/** Source files of a package whose path contains a part; what only tests use is none. */
function listSources(name: string, part: string): string[] {
  return globSync(`packages/${name}/src/**/*.ts`, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file) && file.includes(part))
    .toSorted();
}

/** Draws so many files by the seed, and one fault in each. */
function draw({ seed, count, package: name, file: part }: Options): Planted[] {
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
    // It has ended on its own.
  }
}

/** How tests ended; `stopped` is by the time limit, which a fault without end also meets. */
type Verdict = 'caught' | 'stopped' | 'passed';

interface Stage {
  readonly args: readonly string[];
  readonly projects: readonly string[];
}

/** Tests next to a file that are run first: most faults end here, at little cost. */
const NEAREST = 4;
/** Holds every route to what it writes and logs; no import leads from most rows and handlers to it. */
const ROUTES_TEST = 'test/access/audit-lines.test.ts';
/** Tests that are looked for by way of what imports the file. */
const CLOSEST = 12;

/**
 * What is run for a file, one stage after the other until something notices: the nearest tests of its own package, all of that package, the
 * closest elsewhere, what holds the routes where the file serves them, and all that import it.
 */
function listStages(file: string, isOwnOnly: boolean): Stage[] {
  const name = file.split('/')[1] ?? '';
  const own = `packages/${name}/`;
  const near = ['unit', 'server'];
  const all = [...near, 'programs'];
  const closest = findClosestTests(ROOT, file, CLOSEST);
  const nearest = closest.filter((test) => test.startsWith(own)).slice(0, NEAREST);
  const others = closest.filter((test) => !nearest.includes(test));
  const toStage = (tests: readonly string[], projects = all): Stage[] =>
    tests.length > 0 ? [{ args: ['run', ...tests], projects }] : [];
  // The server imports everything: its tests are those that import a file of it.
  const whole = name === 'server' ? [] : toStage([own], name === 'store' ? all : near);
  const stages = [
    ...toStage(nearest),
    ...whole,
    ...toStage(others.slice(0, NEAREST)),
    ...toStage(others.slice(NEAREST)),
    ...(name === 'server' || file.startsWith('packages/store/src/cases/') ? toStage([ROUTES_TEST]) : []),
  ];
  return isOwnOnly && stages.length > 0 ? stages : [...stages, { args: ['related', file, '--run'], projects: near }];
}

async function runTests({ args: chosen, projects }: Stage, timeoutMs: number): Promise<Verdict> {
  const quiet = ['--bail=1', '--passWithNoTests', '--reporter=dot', '--color=false'];
  const args = [VITEST, ...chosen, ...quiet, ...projects.map((project) => `--project=${project}`)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore', detached: true });
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const timer = setTimeout(() => {
    resolve('stopped');
    endGroup(child.pid);
  }, timeoutMs);
  const onStop = (): void => endGroup(child.pid);
  process.once('exit', onStop);
  child.on('error', () => resolve('caught'));
  child.on('exit', (code) => resolve(code === 0 ? 'passed' : 'caught'));
  const verdict = await promise;
  clearTimeout(timer);
  process.off('exit', onStop);
  return verdict;
}

async function tryOne({ file, source, mutant }: Planted, { own, timeoutMs }: Options): Promise<Verdict> {
  const path = join(ROOT, file);
  const putBack = (): void => {
    writeFileSync(`${path}.original`, source);
    renameSync(`${path}.original`, path);
  };
  process.once('exit', putBack);
  writeFileSync(path, plant(source, mutant));
  try {
    for (const stage of listStages(file, own)) {
      const verdict = await runTests(stage, timeoutMs);
      if (verdict !== 'passed') return verdict;
    }
    return 'passed';
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
  const count = { caught: 0, stopped: 0, passed: 0 };
  for (const planted of drawn) {
    const { line, before, after } = describeMutant(planted.source, planted.mutant);
    const verdict = await tryOne(planted, options);
    count[verdict]++;
    const word = { caught: 'caught  ', stopped: 'STOPPED ', passed: 'UNCAUGHT' }[verdict];
    console.log(`${word} ${planted.file}:${line} (${planted.mutant.kind})`);
    if (verdict !== 'caught')
      console.log(`  - ${before.replaceAll('\n', '\n  - ')}\n  + ${after.replaceAll('\n', '\n  + ')}`);
  }
  const share = drawn.length === 0 ? 0 : Math.round((1_000 * count.caught) / drawn.length) / 10;
  console.log(
    `${count.caught} of ${drawn.length} caught, ${count.stopped} stopped by the limit, ${share} % (${options.package}, seed ${options.seed}).`,
  );
}

await main();
