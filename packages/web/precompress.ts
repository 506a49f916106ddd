import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.map', '.mjs', '.svg', '.txt', '.webmanifest']);
/** Below this a header costs more than it saves. */
const SMALLEST_BYTES = 1_024;

function writeBeside(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Writes each text file of the build compressed next to it, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'trailmark-precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = build.outDir.startsWith('/') ? build.outDir : join(root, build.outDir);
    },
    closeBundle: () => {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && COMPRESSED.has(extname(entry.name))) writeBeside(join(entry.parentPath, entry.name));
      }
    },
  };
}

/** Verifiers that run anywhere with nothing but Node; whoever checks us takes them from the server as they are. */
export function copyVerifiers(folder: string): Plugin {
  return {
    name: 'trailmark-verifiers',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.mjs'))) {
        this.emitFile({ type: 'asset', fileName: `verifier/${name}`, source: readFileSync(join(folder, name)) });
      }
    },
  };
}

/** What the first view of every page is set in. */
const FIRST_FONT = /ibm-plex-sans-latin-wght-normal.*\.woff2$/;

/** Lets the browser fetch the first view's font in parallel with the style sheet instead of after it. */
export function preloadFont(): Plugin {
  return {
    name: 'trailmark-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST_FONT.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}
