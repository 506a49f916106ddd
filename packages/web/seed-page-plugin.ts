import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, 'src', 'seed-page');
const TOKENS = join(import.meta.dirname, 'src', 'theme', 'tokens.css');
const NAME = 'seed-scanner.html';

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The script as one text that runs without a module, with everything it imports. */
async function bundleScript(): Promise<string> {
  const entry = join(FOLDER, 'seed-page.ts');
  const built = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'error',
    build: { write: false, target: 'baseline-widely-available', lib: { entry, formats: ['iife'], name: 'seedPage' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The script of the seed page was not built.');
  // Within a page these would end the script.
  return chunk.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** The whole page as one file. Its policy names its script and its style by their hashes, and forbids every connection. */
async function makeSeedPage(): Promise<string> {
  const script = await bundleScript();
  const style = [TOKENS, join(FOLDER, 'seed-page.css')].map((file) => readFileSync(file, 'utf8')).join('\n');
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return readFileSync(join(FOLDER, 'seed-page.html'), 'utf8')
    .replace('POLICY', policy)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

/** Builds the page that derives addresses of a seed phrase: one file, which the server serves and people carry away. */
export function seedPage(): Plugin {
  return {
    name: 'trailmark-seed-page',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: await makeSeedPage() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${NAME}`, (_, response, next) => {
        makeSeedPage().then((page) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(page);
        }, next);
      });
    },
  };
}
