import { fileURLToPath } from 'node:url';

/** For the surroundings of programs that tests start: they find their modules compiled. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/trailmark-compiled', import.meta.url)),
};
