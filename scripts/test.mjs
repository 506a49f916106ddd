import { buildWeb, isWebBuilt } from './build-web.mjs';
import { captureNode, ensureInstalled } from './runtime.mjs';
import { runVitest, stage, summarise } from './stages.mjs';
import { ensureTools } from './tools.mjs';

ensureInstalled();
ensureTools();

const stages = [
  stage('lint and format', () => captureNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.'])),
  stage('types', () => captureNode(['node_modules/typescript/bin/tsc', '--noEmit'])),
  stage('unused code', () => captureNode(['node_modules/knip/bin/knip.js'])),
  stage('web build', () => (isWebBuilt() ? { ok: true, output: '' } : buildWeb())),
];
const counts = await runVitest(process.argv.slice(2));
counts.failed += stages.filter((ok) => !ok).length;
summarise(counts);
// On a build machine nothing may go untested unnoticed.
const isBuildMachine = process.env.CI === 'true';
if (counts.failed > 0 || (isBuildMachine && counts.skipped > 0)) process.exitCode = 1;
