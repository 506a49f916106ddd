import type { Face } from './faces.ts';
import { type ObjectId, type PdfFile, ref } from './pdf-file.ts';

/** Six letters that mark a font as a part of one (ISO 32000-1, 9.6.4). */
function subsetTag(index: number): string {
  return `TRAIL${String.fromCharCode(65 + (index % 26))}`;
}

/** Which text each glyph shows (9.10.3), so that text can be searched, copied and read aloud. */
function toUnicodeMap(face: Face): string {
  const rows = face.usedGlyphs.flatMap(({ text }, i) => {
    if (i === 0 || text === '') return [];
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return [`<${i.toString(16).padStart(4, '0')}><${hex}>`];
  });
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** Bold, italic angle and the like matter little to a reader of glyphs, but the descriptor must state them (9.8.1). */
function describeFont(face: Face, name: string, file: ObjectId): string {
  const { font } = face;
  const scale = (value: number) => Math.round((value * 1_000) / font.unitsPerEm);
  const { minX, minY, maxX, maxY } = font.bbox;
  const box = [minX, minY, maxX, maxY].map(scale).join(' ');
  const metrics = `/Ascent ${scale(font.ascent)}/Descent ${scale(font.descent)}/CapHeight ${scale(font.capHeight || font.ascent)}`;
  return `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0${metrics}/StemV 80/FontFile2 ${ref(file)}>>`;
}

/** Writes one font with what it needs: composite, glyphs by number, TrueType outlines. */
export function embedFace(file: PdfFile, face: Face, id: ObjectId, index: number): void {
  const [program, descriptor, descendant, map] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  const bytes = face.encode();
  const name = `${subsetTag(index)}+${(face.font.postscriptName ?? face.name).replace(/[^A-Za-z0-9-]/g, '')}`;
  file.stream(program, `/Length1 ${bytes.length}`, bytes);
  file.pack(descriptor, describeFont(face, name, program));
  const widths = face.usedGlyphs.map((glyph) => glyph?.advance ?? 0).join(' ');
  file.pack(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${ref(descriptor)}/DW 0/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
  );
  file.stream(map, '', toUnicodeMap(face));
  file.pack(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${ref(descendant)}]/ToUnicode ${ref(map)}>>`,
  );
}
