import { buildProgram } from '../scripts/build-program.mjs';

function findProgram(): string {
  const { ok, output, path } = buildProgram();
  if (!ok) throw new Error(`The program could not be built.\n${output}`);
  return path;
}

/** The module that `npm start` and `npm run trailmark` run, built from the sources as they are. */
export const PROGRAM = findProgram();
