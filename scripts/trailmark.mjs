import { ensureProgram } from './build-program.mjs';
import { ensureInstalled, runNode } from './runtime.mjs';

ensureInstalled();
// npm changes into the checkout; paths on the command line are meant from where it was called.
const cwd = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runNode([ensureProgram(), ...process.argv.slice(2)], { cwd });
