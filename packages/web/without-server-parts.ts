import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where zod writes JSON Schema. The server does that for OpenAPI; no page ever asks for it. */
const WRITERS = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;
const EXPORTED = /^export (?:const|function|class) (\w+)/gm;
const RENAMED = /^export \{ \w+ as (\w+) \};/gm;

/** Leaves the writers out of the bundle: what calls them in passing gets nothing, and every page is 5 kB lighter. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'trailmark-without-json-schema',
    apply: 'build',
    load(id) {
      if (!WRITERS.test(id)) return null;
      const source = readFileSync(id, 'utf8');
      const names = [...source.matchAll(EXPORTED), ...source.matchAll(RENAMED)].map(([, name]) => `none as ${name}`);
      return { code: `const none = () => none;\nexport { ${names.join(', ')} };\n`, moduleSideEffects: false };
    },
  };
}

const CHAINS = /[\\/]packages[\\/]chains[\\/]src[\\/][a-z-]+\.ts$/;
const CHECKPOINTS = /\bcheckpoints: \[[^\]]*\]/g;

/** Leaves out the blocks that the server knows of each chain. No page reads a chain from its beginning, and hashes do not compress. */
export function withoutCheckpoints(): Plugin {
  return {
    name: 'trailmark-without-checkpoints',
    apply: 'build',
    transform(code, id) {
      if (!CHAINS.test(id) || !code.includes('checkpoints: [')) return null;
      return { code: code.replaceAll(CHECKPOINTS, 'checkpoints: []'), map: null };
    },
  };
}
