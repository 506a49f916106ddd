import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { readTar, type TarFile } from '@trailmark/core/read-tar';

const SIGNED_NAME = 'package.json';

/** A file of the archive after the signed one, hashed as it was read. */
interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

interface PackageArchive {
  /** The signed file. */
  readonly text: string;
  readonly files: readonly ArchivedFile[];
}

async function hashFile({ name, content }: TarFile): Promise<ArchivedFile> {
  const hash = createHash('sha256');
  for await (const piece of content.stream()) hash.update(piece);
  return { name, size: content.size, sha256: hash.digest('hex') };
}

/**
 * Reads an archive of a package from its first byte to its last, a piece at a time: the signed file as text, and of each other file
 * what it hashes to. Throws `invalid` for an archive that is cut, or whose first file is not the signed one.
 */
export async function readArchive(archive: Blob, mostSigned: number): Promise<PackageArchive> {
  const [signed, ...others] = await readTar(archive);
  if (signed?.name !== SIGNED_NAME || signed.content.size > mostSigned)
    throw new AppError('invalid', 'This archive is damaged: its first file is not the signed one of a package.');
  const files: ArchivedFile[] = [];
  for (const file of others) files.push(await hashFile(file));
  return { text: await signed.content.text(), files };
}
