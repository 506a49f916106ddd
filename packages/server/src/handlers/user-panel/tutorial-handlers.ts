import { createReadStream, type Dirent, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tutorial, tutorial } from '@trailmark/api/contract/video';
import { AppError } from '@trailmark/core/errors';
import { type FilePart, FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';

/** The recordings that come with the software. */
export const BUNDLED_TUTORIALS = fileURLToPath(new URL('../../../../../data/tutorials', import.meta.url));

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
};

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // An installation without recordings has none to list.
    return [];
  }
}

/** Recordings of a folder in the order of their file names. A description that is not one is a fault of the software. */
export function readTutorials(folder: string): readonly Tutorial[] {
  return listEntries(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => name)
    .sort()
    .map((name) => tutorial.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** The bytes that a Range header asks for (RFC 9110, 14.2); the whole file where it asks for something else. */
export function readRange(header: string | undefined, size: number): FilePart {
  const whole = { start: 0, end: size - 1, size, isWhole: true };
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || match[0] === 'bytes=-') return whole;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? whole : { start, end, size, isWhole: false };
}

/** Tutorials of a folder. Only files that a description names are served. */
export function createTutorialHandlers(
  folder = BUNDLED_TUTORIALS,
): Pick<Handlers, 'listTutorials' | 'getTutorialFile'> {
  const items = readTutorials(folder);
  const files = new Set(items.flatMap(({ video, captions, poster }) => [video, captions, poster]));
  return {
    listTutorials: async () => ({ items: [...items] }),

    async getTutorialFile({ params: { file } }, { range }) {
      const mediaType = MEDIA_TYPES[extname(file)];
      const path = join(folder, file);
      const size = files.has(file)
        ? await stat(path).then(
            ({ size }) => size,
            () => undefined,
          )
        : undefined;
      if (mediaType === undefined || size === undefined) throw new AppError('not-found', 'There is no such recording.');
      const part = readRange(range, size);
      const chunks = createReadStream(path, { start: part.start, end: part.end });
      return new FileStream({ name: file, mediaType, chunks, part, onCancel: () => chunks.destroy() });
    },
  };
}
