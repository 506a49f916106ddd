import type { Picture, PictureFont, PictureItem, PicturePath, PictureText } from '@trailmark/drawing/picture/picture';

/** Browsers refuse canvases beyond this many pixels a side, or paint nothing. */
const MAX_SIDE = 16_384;
const MAX_PIXELS = 120_000_000;
const HALO = 3;

function fontOf(font: PictureFont, size: number, style: CSSStyleDeclaration): string {
  const family = style.getPropertyValue(font === 'mono' ? '--tm-font-mono' : '--tm-font-text').trim();
  const weight = font === 'bold' ? '600 ' : '';
  return `${font === 'italic' ? 'italic ' : ''}${weight}${size}px ${family}`;
}

function paintPath(pen: CanvasRenderingContext2D, { d, at, fill, isEvenOdd, stroke, opacity = 1 }: PicturePath): void {
  const path = new Path2D(d);
  pen.save();
  if (at) {
    pen.translate(at.x, at.y);
    pen.scale(at.scale, at.scale);
  }
  pen.globalAlpha = opacity;
  if (fill !== undefined) {
    pen.fillStyle = fill;
    pen.fill(path, isEvenOdd ? 'evenodd' : 'nonzero');
  }
  if (stroke) {
    pen.globalAlpha = opacity * (stroke.opacity ?? 1);
    pen.strokeStyle = stroke.colour;
    pen.lineWidth = stroke.width;
    pen.setLineDash([...(stroke.dash ?? [])]);
    pen.stroke(path);
  }
  pen.restore();
}

function paintText(pen: CanvasRenderingContext2D, item: PictureText, style: CSSStyleDeclaration): void {
  const { text, x, y, size, font, colour, anchor, halo, opacity = 1 } = item;
  pen.save();
  pen.globalAlpha = opacity;
  pen.font = fontOf(font, size, style);
  pen.textAlign = anchor === 'middle' ? 'center' : anchor;
  if (halo !== undefined) {
    pen.strokeStyle = halo;
    pen.lineWidth = HALO;
    pen.lineJoin = 'round';
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  pen.restore();
}

function paintItem(pen: CanvasRenderingContext2D, item: PictureItem, style: CSSStyleDeclaration): void {
  if (item.kind === 'path') paintPath(pen, item);
  else paintText(pen, item, style);
}

/** Pixels a picture point gets: twice, or less where the browser could not hold the canvas. */
export function pictureScale({ width, height }: Pick<Picture, 'width' | 'height'>, wanted = 2): number {
  const bySide = MAX_SIDE / Math.max(width, height);
  const byArea = Math.sqrt(MAX_PIXELS / (width * height));
  return Math.min(wanted, bySide, byArea);
}

/** A picture as PNG, painted with the fonts of the page. Throws where the browser has no canvas or no room for it. */
export async function paintPicture(picture: Picture, wanted = 2): Promise<Blob> {
  await document.fonts.ready;
  const scale = pictureScale(picture, wanted);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the picture. Export it as SVG or PDF.');
  pen.scale(scale, scale);
  if (picture.background !== null) {
    pen.fillStyle = picture.background;
    pen.fillRect(0, 0, picture.width, picture.height);
  }
  const style = getComputedStyle(document.documentElement);
  for (const item of picture.items) paintItem(pen, item, style);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture is too large for this browser. Export a part of it, or SVG or PDF.');
  return blob;
}
