import { sizeOfTar, streamTar, type TarEntry } from '@trailmark/documents/tar-stream';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import type { PackagedFile } from '@trailmark/store/cases/agency-cases/package-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import { getStored } from '../evidence/check-evidence.ts';
import { streamChecked } from '../evidence/export-evidence.ts';
import { toArriving } from '../evidence/uploads.ts';

interface Place {
  readonly casework: CaseworkContext;
  readonly opened: CaseDetailRow;
}

/** The files of a package from the disk: each is checked against its hash as it is read. */
export async function toTarEntries(
  tx: Transaction,
  { casework, opened }: Place,
  files: readonly PackagedFile[],
): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  for (const { id, number, size, sha256 } of files) {
    const stored = await getStored(tx, opened.id, id);
    const chunks = streamChecked(casework.filesDir, toArriving(casework, opened, stored), sha256);
    entries.push({ name: `evidence/${number}`, size, chunks });
  }
  return entries;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const onCancel = () => undefined;

/** The signed file; with files of evidence an archive whose first file is the signed one. */
export function toFileStream(base: string, signed: Buffer, entries: readonly TarEntry[]): FileStream {
  if (entries.length === 0) {
    const [name, size] = [`${base}.json`, signed.length];
    return new FileStream({ name, mediaType: 'application/json', chunks: once(signed), size, onCancel });
  }
  const all = [{ name: 'package.json', size: signed.length, chunks: [signed] }, ...entries];
  const [name, size] = [`${base}.tar`, sizeOfTar(all)];
  return new FileStream({ name, mediaType: 'application/x-tar', chunks: streamTar(all), size, onCancel });
}
