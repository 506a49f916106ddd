import { beginUpload, sendFile } from '../uploads/upload-store.ts';
import type { Chosen } from './read-chosen.ts';

/**
 * Sends the files of a package to the case that was opened from it, as any upload: it continues while other screens are open, and can
 * be resumed. Each ends with the hash that the sender signed: a file that is another one arrives as damaged.
 */
export async function addPackagedFiles(caseId: string, { preview, files }: Chosen): Promise<void> {
  for (const { number, name, sha256 } of preview.files) {
    const content = files.get(number);
    if (!content) continue;
    const file = new File([content], name || number);
    const id = await beginUpload(caseId, file);
    sendFile(caseId, { id, size: file.size }, file, sha256);
  }
}
