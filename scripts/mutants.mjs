import { ensureInstalled, runNode } from './runtime.mjs';

ensureInstalled();
process.exitCode = await runNode(['bench/mutants/run.ts', ...process.argv.slice(2)]);
