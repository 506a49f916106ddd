import { ensureInstalled, runNode } from './runtime.mjs';
import { TYPE_CHECK } from './type-check.mjs';

/** What the compiler knew after the last run: it checks again only what a change can reach. */
const BUILD_INFO = 'node_modules/.cache/trailmark.tsbuildinfo';

ensureInstalled();
const lint = await runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.']);
const types = await runNode([...TYPE_CHECK, '--incremental', '--tsBuildInfoFile', BUILD_INFO]);
process.exitCode = lint || types;
