import { ensureInstalled, runNode, stop } from './runtime.mjs';

const [file, ...args] = process.argv.slice(2);
if (!file) stop('usage: node scripts/run.mjs <file.ts> [arguments]');
ensureInstalled();
process.exitCode = await runNode([file, ...args]);
