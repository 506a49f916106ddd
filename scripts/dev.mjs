import { ensureInstalled, runNode } from './runtime.mjs';

ensureInstalled();
process.exitCode = await runNode(['scripts/dev.ts', ...process.argv.slice(2)]);
