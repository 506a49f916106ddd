import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { type DrawFlowOptions, drawFlow } from '@trailmark/drawing/flow/draw-flow';
import { toSvg } from '@trailmark/drawing/picture/picture-svg';
import { paintPicture } from './paint-picture.ts';

export type PictureFormat = 'png' | 'svg';

export interface PictureFile {
  readonly name: string;
  readonly blob: Blob;
}

/** `loss-of-3-march-20261121-140251.png`: title, then the time in UTC. */
export function pictureName(title: string, at: Date, format: PictureFormat): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const plain = words.slice(0, 60).replace(/^-+|-+$/g, '') || 'coin-flow';
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${plain}-${stamp}.${format}`;
}

/** What a canvas shows, or the nodes chosen, as a picture file. Ids in `only` are those of what is drawn. */
export async function exportPicture(
  document: FlowDocument,
  format: PictureFormat,
  options: DrawFlowOptions,
  at: Date = new Date(),
): Promise<PictureFile> {
  const picture = drawFlow(document, options);
  const blob = format === 'svg' ? new Blob([toSvg(picture)], { type: 'image/svg+xml' }) : await paintPicture(picture);
  return { name: pictureName(document.title, at, format), blob };
}

/** Hands a file to the browser's downloads. */
export function downloadPicture({ name, blob }: PictureFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
