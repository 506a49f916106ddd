import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './runtime.mjs';
import { runVitest, summarise } from './stages.mjs';

// Tests against real data too large or not licensed to be bundled. What is absent is named, and is no failure.
const data = resolve(process.env.TRAILMARK_DATA ?? resolve(ROOT, '../shared/data'));
process.env.TRAILMARK_DATA = data;
if (!existsSync(data)) console.log(`absent: ${data} (set TRAILMARK_DATA to a folder that holds the data)`);

const config = ['--config', 'vitest.external.config.ts', '--passWithNoTests'];
const counts = await runVitest([...config, ...process.argv.slice(2)]);
summarise(counts);
if (counts.failed > 0) process.exitCode = 1;
