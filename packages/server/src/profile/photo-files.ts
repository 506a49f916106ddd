import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names are made here: nothing a caller sends ever becomes part of a path. */
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/;

export function isPhotoName(file: string): boolean {
  return NAME.test(file);
}

/** Photos of accounts, one file each, in a folder of their own. */
export interface PhotoFiles {
  /** Keeps a photo and gives the name it got. */
  add(bytes: Buffer): Promise<string>;
  /** Undefined where there is none of that name. */
  find(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
}

export function createPhotoFiles(filesDir: string): PhotoFiles {
  const folder = join(filesDir, 'photos');
  return {
    add: async (bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${randomUUID()}.webp`;
      await writeFile(join(folder, `${name}.part`), bytes, { mode: 0o600, flush: true });
      await rename(join(folder, `${name}.part`), join(folder, name));
      return name;
    },
    find: async (name) => {
      if (!isPhotoName(name)) return undefined;
      return readFile(join(folder, name)).catch(() => undefined);
    },
    remove: async (name) => {
      if (isPhotoName(name)) await rm(join(folder, name), { force: true });
    },
  };
}
