import type { Picture, PictureFont, PictureItem, PicturePath, PictureText } from './picture.ts';

const FONTS: Readonly<Record<PictureFont, string>> = {
  sans: 'font-family="IBM Plex Sans, sans-serif"',
  bold: 'font-family="IBM Plex Sans, sans-serif" font-weight="600"',
  italic: 'font-family="IBM Plex Sans, sans-serif" font-style="italic"',
  mono: 'font-family="IBM Plex Mono, monospace"',
};
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\ud800-\udfff]/gu;

function escapeText(text: string): string {
  return text
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function opacityOf(opacity: number | undefined): string {
  return opacity === undefined || opacity === 1 ? '' : ` opacity="${round(opacity)}"`;
}

function writePath({ d, at, fill, isEvenOdd, stroke, opacity }: PicturePath): string {
  const scale = at && at.scale !== 1 ? ` scale(${round(at.scale)})` : '';
  const transform = at ? ` transform="translate(${round(at.x)} ${round(at.y)})${scale}"` : '';
  const rule = isEvenOdd ? ' fill-rule="evenodd"' : '';
  const dash = stroke?.dash ? ` stroke-dasharray="${stroke.dash.map(round).join(' ')}"` : '';
  const strength = stroke?.opacity === undefined ? '' : ` stroke-opacity="${round(stroke.opacity)}"`;
  const line = stroke ? ` stroke="${stroke.colour}" stroke-width="${round(stroke.width)}"${dash}${strength}` : '';
  return `<path d="${d}"${transform} fill="${fill ?? 'none'}"${rule}${line}${opacityOf(opacity)}/>`;
}

function writeText({ text, x, y, size, font, colour, anchor, halo, opacity }: PictureText): string {
  const rim =
    halo === undefined ? '' : ` stroke="${halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`;
  const place = `x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}"`;
  return `<text ${place} ${FONTS[font]} fill="${colour}"${rim}${opacityOf(opacity)}>${escapeText(text)}</text>`;
}

function writeItem(item: PictureItem): string {
  return item.kind === 'path' ? writePath(item) : writeText(item);
}

/** A picture as an SVG file: shapes and text only, no script, style, link or image. */
export function toSvg({ width, height, title, description, background, items }: Picture): string {
  const ground = background === null ? '' : `<rect width="${width}" height="${height}" fill="${background}"/>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeText(title)}</title>
<desc>${escapeText(description)}</desc>
${ground}${items.map(writeItem).join('\n')}
</svg>
`;
}
