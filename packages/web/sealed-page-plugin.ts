import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Pages of their own: the folder below `src`, which is also the name of its files, and the file that the server serves. */
const PAGES = [
  { folder: 'seed-page', file: 'seed-scanner.html' },
  { folder: 'verify-page', file: 'verify-bundle.html' },
] as const;
type SealedPage = (typeof PAGES)[number];

const TOKENS = join(import.meta.dirname, 'src', 'theme', 'tokens.css');

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The script as one text that runs without a module, with everything it imports. */
async function bundleScript(name: string): Promise<string> {
  const root = join(import.meta.dirname, 'src', name);
  const entry = join(root, `${name}.ts`);
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { write: false, target: 'baseline-widely-available', lib: { entry, formats: ['iife'], name: 'sealedPage' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`The script of the page ${name} was not built.`);
  // Within a page these would end the script.
  return chunk.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** The whole page as one file. Its policy names its script and its style by their hashes, and forbids every connection. */
async function makePage({ folder: name }: SealedPage): Promise<string> {
  const script = await bundleScript(name);
  const folder = join(import.meta.dirname, 'src', name);
  const style = [TOKENS, join(folder, `${name}.css`)].map((file) => readFileSync(file, 'utf8')).join('\n');
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return readFileSync(join(folder, `${name}.html`), 'utf8')
    .replace('POLICY', policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** Builds the pages that people also carry away and open without a server: each is one file that connects to nothing. */
export function sealedPages(): Plugin {
  return {
    name: 'trailmark-sealed-pages',
    async generateBundle() {
      for (const page of PAGES) this.emitFile({ type: 'asset', fileName: page.file, source: await makePage(page) });
    },
    configureServer({ middlewares }) {
      for (const page of PAGES) {
        middlewares.use(`/${page.file}`, (_, response, next) => {
          makePage(page).then((text) => {
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(text);
          }, next);
        });
      }
    },
  };
}
