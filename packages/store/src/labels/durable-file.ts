import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file in one step that survives a power cut: the bytes are on disk before the name is theirs. */
export async function writeFileDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  const partial = `${path}.partial-${process.pid}`;
  try {
    const file = await open(partial, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Puts the names within a folder on disk, where the platform can. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  try {
    await folder?.sync().catch(() => undefined);
  } finally {
    await folder?.close();
  }
}
