import { ensureProgram } from './build-program.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled, explainPlatform, runNode, stop } from './runtime.mjs';

const complaint = explainPlatform();
if (complaint) stop(complaint);
ensureInstalled();
ensureWebBuilt();
process.exitCode = await runNode([ensureProgram(), 'serve', ...process.argv.slice(2)]);
