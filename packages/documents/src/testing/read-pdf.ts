import { inflateSync } from 'node:zlib';

/** Objects of a PDF file by number: the words before a stream, and the stream unpacked. */
function readObjects(bytes: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>();
  const text = bytes.toString('latin1');
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('\nendobj', start);
    const body = text.slice(start, end);
    const at = body.indexOf('stream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = bytes.subarray(start + at + 7, start + at + 7 + length);
    const isPacked = at >= 0 && head.includes('FlateDecode') && !head.includes('/Length1');
    objects.set(match[1] ?? '', { head, stream: at < 0 ? '' : (isPacked ? inflateSync(raw) : raw).toString('latin1') });
  }
  return objects;
}

/** Characters of a font by glyph number, from its ToUnicode map. */
function readCharacters(map: string): string[] {
  const list = /beginbfrange\n([\s\S]*?)endbfrange/g;
  const characters: string[] = [];
  for (const [, ranges = ''] of map.matchAll(list)) {
    for (const [, from = '', , values = ''] of ranges.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
      for (const [i, [, hex = '']] of [...values.matchAll(/<([^>]*)>/g)].entries()) {
        const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? [];
        characters[Number.parseInt(from, 16) + i] = String.fromCharCode(
          ...units.map((unit) => Number.parseInt(unit, 16)),
        );
      }
    }
  }
  return characters;
}

/** A piece of text with the place of its first letter, points from the lower left corner. */
export interface PdfPiece {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What a reader could select in a file that `pdfkit` wrote, and the file's structure as text. */
export function readPdf(bytes: Buffer): { readonly pieces: readonly PdfPiece[]; readonly structure: string } {
  const objects = readObjects(bytes);
  const follow = (head: string, key: string): string => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '';
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\n/.test(head));
  const pieces = pages.flatMap(({ head }, page) => {
    const resources = objects.get(follow(head, 'Resources'))?.head ?? '';
    const fonts = new Map<string, string[]>();
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = follow(objects.get(id)?.head ?? '', 'ToUnicode');
      fonts.set(name, readCharacters(objects.get(map)?.stream ?? ''));
    }
    const content = objects.get(follow(head, 'Contents'))?.stream ?? '';
    const blocks = [...content.matchAll(/BT\n1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) [\d.]+ Tf\n([\s\S]*?)ET/g)];
    return blocks.map(([, x, y, font = '', body = '']) => {
      const glyphs = [...body.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      const text = glyphs.map((glyph) => fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? '?').join('');
      return { page: page + 1, x: Number(x), y: Number(y), text };
    });
  });
  return { pieces, structure: [...objects.values()].map(({ head }) => head).join('\n') };
}
