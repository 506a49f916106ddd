import { AppError } from '@trailmark/core/errors';
import { isTar, readTar } from '@trailmark/core/read-tar';
import { type Answer, api } from '../../../api.ts';

type Preview = Answer<'previewCaseImport'>;

/** A file that was chosen, and what it would become. */
export interface Chosen {
  readonly name: string;
  readonly content: string;
  readonly preview: Preview;
  /** Files of evidence in the archive, by the number that the sender gave each. */
  readonly files: ReadonlyMap<string, Blob>;
}

/** The notice of a sender that a package is revoked, as it was taken in. */
export interface Received {
  readonly notice: Answer<'receivePackageRevocation'>;
}

const NO_FILES: ReadonlyMap<string, Blob> = new Map();
const MAX_NOTICE = 20_000;

/** The signed file of an archive, and its files of evidence. Throws `invalid` where one is missing or has another size. */
async function readArchive(archive: File): Promise<Chosen> {
  const entries = await readTar(archive);
  const signed = entries.find(({ name }) => name === 'package.json');
  if (!signed) throw new AppError('invalid', 'This archive is no package of a case: it has no package.json.');
  const content = await signed.content.text();
  const preview = await api.call('previewCaseImport', { body: { content } });
  const found = new Map(entries.map(({ name, content: bytes }) => [name, bytes]));
  const files = preview.files.map(({ number, size }): [string, Blob] => {
    const bytes = found.get(`evidence/${number}`);
    if (bytes?.size === size) return [number, bytes];
    throw new AppError('invalid', `The archive does not have ${number} as it was signed. Ask its sender for it again.`);
  });
  return { name: archive.name, content, preview, files: new Map(files) };
}

function isNotice(file: File, content: string): boolean {
  return file.size <= MAX_NOTICE && content.includes('"trailmark-package-revocation"');
}

/** Reads what was chosen to be imported: a case of any format, an archive of a package, or a notice that revokes one. */
export async function readChosen(file: File): Promise<Chosen | Received> {
  if (await isTar(file)) return readArchive(file);
  const content = await file.text();
  if (isNotice(file, content)) return { notice: await api.call('receivePackageRevocation', { body: { content } }) };
  return {
    name: file.name,
    content,
    preview: await api.call('previewCaseImport', { body: { content } }),
    files: NO_FILES,
  };
}
