import { ensureProgram } from './build-program.mjs';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { ensureInstalled, explainPlatform, runNode, say, stop } from './runtime.mjs';

const complaint = explainPlatform();
if (complaint) stop(complaint);
ensureInstalled();
if (!isWebBuilt()) {
  say('building the web application …');
  const { ok, output } = buildWeb();
  if (!ok) stop(`the web application could not be built.\n${output}`);
}
process.exitCode = await runNode([ensureProgram(), 'serve', ...process.argv.slice(2)]);
