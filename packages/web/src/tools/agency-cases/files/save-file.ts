import { AppError } from '@trailmark/core/errors';
import { fetchOrExplain } from '../../../api.ts';

/** What the server states about why it gave no file. */
async function readReason(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // An answer without a sentence: the status is all there is.
  }
  return `The server answered ${response.status}; nothing was saved.`;
}

/** Downloads a file that the server makes, under the name the server gives it. Throws the server's reason. */
export async function saveFile(url: string, name: string): Promise<void> {
  const response = await fetchOrExplain(url, { method: 'GET' });
  if (!response.ok) throw new AppError('unavailable', await readReason(response));
  saveBlob(await response.blob(), name);
}

/** Gives bytes to the reader as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Starts a download of any size without leaving the page: the browser writes it to the disk as it comes. */
export function saveUrl(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
