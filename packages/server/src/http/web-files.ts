import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { isPagePath } from '@trailmark/api/page-paths';
import { AppError } from '@trailmark/core/errors';
import type { Context, Handler } from 'hono';
import { answerPage } from './page-answer.ts';
import { type FailureLog, problemResponse } from './problem.ts';
import { isSealedPage, toSealedPolicy } from './sealed-page.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Build tools put a digest of the content into such names: what they name never changes. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const FOREVER = 'public, max-age=31536000, immutable';

/** What the build wrote next to a file, best first: the name in HTTP and the ending. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface WebFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  /** How the bytes are compressed; absent for a file as it is. */
  readonly encoding?: string;
  readonly cacheControl: string;
  readonly etag: string;
}

/** Whether the client takes an encoding: named, and not with a weight of zero. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, weight] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !/^q=0(?:\.0*)?$/.test(weight ?? '');
  });
}

/** The file's bytes as the client takes them: compressed at build where it can be. */
async function readEncoded(file: string, accepted: string): Promise<Pick<WebFile, 'bytes' | 'encoding'>> {
  for (const [encoding, ending] of ENCODINGS) {
    const bytes = takes(accepted, encoding) ? await readFile(file + ending).catch(() => undefined) : undefined;
    if (bytes) return { bytes: new Uint8Array(bytes), encoding };
  }
  return { bytes: new Uint8Array(await readFile(file)) };
}

async function readInside(root: string, path: string, accepted: string): Promise<WebFile | undefined> {
  try {
    const file = await realpath(join(root, path));
    // A link or a ".." that leads out of the folder is as good as absent.
    if (!file.startsWith(root + sep) || !(await stat(file)).isFile()) return undefined;
    const encoded = await readEncoded(file, accepted);
    const { bytes } = encoded;
    const isHashed = file.startsWith(join(root, 'assets') + sep) && HASHED.test(file);
    return {
      ...encoded,
      mediaType: MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
      cacheControl: isHashed ? FOREVER : 'no-cache',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    };
  } catch {
    // Absent, unreadable or a name the file system refuses: not a file of the site.
    return undefined;
  }
}

function toResponse(c: Context, file: WebFile, policy: string | undefined): Response {
  const headers = new Headers({
    'content-type': file.mediaType,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
  });
  if (file.encoding) headers.set('content-encoding', file.encoding);
  if (policy !== undefined) headers.set('content-security-policy', policy);
  if (c.req.header('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  return new Response(file.bytes, { headers });
}

/** The policy of a page that carries one; undefined for every other file. */
async function readSealedPolicy(folder: string, path: string): Promise<string | undefined> {
  return isSealedPage(path) ? toSealedPolicy(await readFile(join(folder, path), 'utf8')) : undefined;
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

function isIndex(path: string): boolean {
  return path === '/' || path === '/index.html';
}

/** The page of the application at a path; undefined for what looks like a file of it, and where the pages are not built. */
async function answerPageAt(c: Context, folder: string, path: string): Promise<Response | undefined> {
  if (extname(path) !== '' && path.startsWith('/assets/')) return undefined;
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  if (page === undefined) return undefined;
  const status = isIndex(path) || isPagePath(c.req.path) ? 200 : 404;
  return answerPage(page, { status, takes: (encoding) => takes(acceptedBy(c), encoding) });
}

function acceptedBy(c: Context): string {
  return c.req.header('accept-encoding') ?? '';
}

/**
 * The built web pages. Paths without a file that look like a page of the application get `index.html`, which shows it: with 404 where
 * the application has no such page, which it then says. Absent assets are 404.
 */
export function createWebFiles(webRoot: string, log: FailureLog): Handler {
  // Without the folder the server still answers, and states that the pages are not built.
  const root = realpath(webRoot).catch(() => undefined);
  return async (c) => {
    const folder = await root;
    const path = decodePath(c.req.path);
    if (folder !== undefined && path !== undefined) {
      const file = isIndex(path) ? undefined : await readInside(folder, path, acceptedBy(c));
      const answer = file
        ? toResponse(c, file, await readSealedPolicy(folder, path))
        : await answerPageAt(c, folder, path);
      if (answer) return answer;
    }
    const reason = folder ? 'There is no such file.' : 'The web pages are not built: "npm start" builds them.';
    return problemResponse(new AppError('not-found', reason), { log, route: 'GET *' });
  };
}
