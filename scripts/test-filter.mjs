import { spawnSync } from 'node:child_process';
import { ROOT } from './runtime.mjs';

const MAIN = 'main';

/** @param {string[]} args */
function runGit(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** What `--changed` compares with: on a branch where it left main, on main itself the last commit. */
export function findChangedBase() {
  const isBranch = runGit(['rev-parse', '--abbrev-ref', 'HEAD']) !== MAIN;
  return isBranch && runGit(['rev-parse', '--verify', '--quiet', MAIN]) !== undefined ? MAIN : undefined;
}

/**
 * Arguments for Vitest: `--changed` without a value gets the base it compares with.
 * @param {string[]} args
 * @param {string | undefined} base
 */
export function toVitestArgs(args, base) {
  return args.map((arg) => (arg === '--changed' && base !== undefined ? `--changed=${base}` : arg));
}
