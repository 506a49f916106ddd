import { buildProgram } from './build-program.mjs';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { captureNodeAside, ensureInstalled, say } from './runtime.mjs';
import { runVitest, stage, summarise } from './stages.mjs';
import { findChangedBase, toVitestArgs } from './test-filter.mjs';
import { ensureTools } from './tools.mjs';
import { checkTypes } from './type-check.mjs';

ensureInstalled();
ensureTools();

const args = process.argv.slice(2);

/**
 * The checks of the whole tree. What serves a page builds the web application itself. The checks only read and no one of them
 * keeps all cores busy, so they run in parallel with each other and the builds.
 */
const runStages = () =>
  Promise.all([
    stage('lint and format', () => captureNodeAside(['node_modules/@biomejs/biome/bin/biome', 'check', '.'])),
    stage('types', checkTypes),
    stage('unused code', () => captureNodeAside(['node_modules/knip/bin/knip.js'])),
    stage('program build', buildProgram),
    stage('web build', () => (isWebBuilt() ? { ok: true, output: '' } : buildWeb())),
  ]);
if (args.length > 0) say('with a filter only tests run; npm test alone also checks format, types and unused code.');
const stages = args.length > 0 ? [] : await runStages();
const counts = await runVitest(toVitestArgs(args, findChangedBase()));
counts.failed += stages.filter((ok) => !ok).length;
summarise(counts);
// On a build machine nothing may go untested unnoticed.
const isBuildMachine = process.env.CI === 'true';
if (counts.failed > 0 || (isBuildMachine && counts.skipped > 0)) process.exitCode = 1;
