/**
 * Mutation sampling: `run.ts --seed N --count M --package NAME [--file PART] [--own] [--timeout SECONDS]`. Plants one fault in each of
 * M source files of a package, drawn by the seed, and runs the tests closest to the file, then those of its package, and
 * (without `--own`) all unit and server tests that import the file; what none notices is shown to the compiler. A fault that nothing
 * notices is printed with its place, and so is one whose tests were stopped by the limit though they would be without it. Files are put
 * back; those with changes that are not committed are refused.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TYPE_CHECK } from '../../scripts/type-check.mjs';
import { createRandom } from '../chain/random.ts';
import { findClosestTests } from './closest-tests.ts';
import { describeMutant, findMutants, type Mutant, plant } from './find-mutants.ts';
import { CAUGHT, type Ending, judgeFault, type Verdict } from './judge-fault.ts';

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

interface Stage {
  readonly args: readonly string[];
  readonly projects: readonly string[];
}

/** Tests next to a file that are run first: most faults end here, at little cost. */
const NEAREST = 4;
/**
 * What holds many files at once, and is too far from most of them for their imports to lead there: answers about the sample chains, what
 * every route answers, writes and logs, and the pages that state versions and numbers of the rules.
 */
const ANSWERS_TEST = 'test/access/ledger-answers.test.ts';
const ROUTES_TEST = 'test/access/audit-lines.test.ts';
const PAGES_TEST = 'test/methods-pages.test.ts';
/** Tests that are looked for by way of what imports the file. */
const CLOSEST = 12;

/** Of the tests that hold many files at once those that run this one. */
function listFarTests(file: string): string[] {
  if (file.startsWith('packages/analysis/')) return [PAGES_TEST, ANSWERS_TEST];
  if (file.startsWith('packages/store/src/cases/')) return [ROUTES_TEST];
  return file.startsWith('packages/server/') ? [ANSWERS_TEST, ROUTES_TEST] : [];
}

/**
 * What is run for a file, one stage after the other until something notices: the nearest tests of its own package, all of that package, the
 * closest elsewhere, what holds many files at once, and all that import it.
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
    ...toStage(listFarTests(file)),
  ];
  return isOwnOnly && stages.length > 0 ? stages : [...stages, { args: ['related', file, '--run'], projects: near }];
}

/** Runs a program of the tree for at most so long. */
async function runProgram(args: readonly string[], timeoutMs: number): Promise<Ending> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore', detached: true });
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const timer = setTimeout(() => {
    resolve('stopped');
    endGroup(child.pid);
  }, timeoutMs);
  const onStop = (): void => endGroup(child.pid);
  process.once('exit', onStop);
  child.on('error', () => resolve('failed'));
  child.on('exit', (code) => resolve(code === 0 ? 'passed' : 'failed'));
  const ending = await promise;
  clearTimeout(timer);
  process.off('exit', onStop);
  return ending;
}

function runTests({ args, projects }: Stage, timeoutMs: number): Promise<Ending> {
  const quiet = ['--bail=1', '--passWithNoTests', '--reporter=dot', '--color=false'];
  return runProgram([VITEST, ...args, ...quiet, ...projects.map((project) => `--project=${project}`)], timeoutMs);
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
    const compiles = async () => (await runProgram(TYPE_CHECK, timeoutMs)) !== 'failed';
    return await judgeFault(listStages(file, own), timeoutMs, { run: runTests, compiles, putBack });
  } finally {
    putBack();
    process.off('exit', putBack);
  }
}

const WORDS: Readonly<Record<Verdict, string>> = {
  caught: 'caught  ',
  endless: 'ENDLESS ',
  refused: 'TYPES   ',
  stopped: 'STOPPED ',
  passed: 'UNCAUGHT',
};

async function main(): Promise<void> {
  const options = readArguments();
  const drawn = draw(options);
  checkClean(drawn.map(({ file }) => file));
  // A second signal must not end the process while it puts a file back.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const count: Record<Verdict, number> = { caught: 0, endless: 0, refused: 0, stopped: 0, passed: 0 };
  for (const planted of drawn) {
    const { line, before, after } = describeMutant(planted.source, planted.mutant);
    const verdict = await tryOne(planted, options);
    count[verdict]++;
    console.log(`${WORDS[verdict]} ${planted.file}:${line} (${planted.mutant.kind})`);
    if (verdict !== 'caught')
      console.log(`  - ${before.replaceAll('\n', '\n  - ')}\n  + ${after.replaceAll('\n', '\n  + ')}`);
  }
  const caught = CAUGHT.reduce((sum, verdict) => sum + count[verdict], 0);
  const share = drawn.length === 0 ? 0 : Math.round((1_000 * caught) / drawn.length) / 10;
  const how = `${count.endless} by tests without end and ${count.refused} by the compiler alone`;
  console.log(
    `${caught} of ${drawn.length} caught (${how}), ${count.stopped} stopped by the limit, ${share} % (${options.package}, seed ${options.seed}).`,
  );
}

await main();
