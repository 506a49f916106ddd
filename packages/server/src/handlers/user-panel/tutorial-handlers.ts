import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { BUNDLED_TUTORIALS, readTutorials } from '../../content/tutorial-files.ts';
import { readRange } from '../../http/file-range.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
};

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
