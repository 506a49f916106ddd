import { crc32, deflateRawSync } from 'node:zlib';
import type { ReportBlock, ReportDocument, ReportSignature, ReportText } from '@trailmark/core/report/report-document';
import { findSecondHead } from '@trailmark/drawing/report/second-heads';

// A word processor's file (ECMA-376): headings, contents that lead to them, tables with repeated heads, bookmarks for claims. No macro, no link
// out of it, no template.

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[^\t\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
      (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const run = (text: string, look = ''): string =>
  text === ''
    ? ''
    : `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
const MONO = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="16"/>';
/** In cells, so that an address of 42 letters fits its column. */
const MONO_CELL = MONO.replace('"16"', '"14"');
const ID = '<w:color w:val="4B525B"/><w:sz w:val="14"/>';

function toRuns(text: ReportText, hasIds: boolean, bold = ''): string {
  return text
    .map((one) => {
      if (typeof one === 'string') return run(one, bold);
      if ('code' in one) return run(one.code, hasIds ? MONO : MONO_CELL);
      return run(one.text, bold) + (hasIds && one.text !== one.claim ? run(` ${one.claim}`, ID) : '');
    })
    .join('');
}

function paragraph(style: string, inside: string, look = ''): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${look}</w:pPr>${inside}</w:p>`;
}

/** A paragraph that stays on the page of what follows it. */
const KEEP = '<w:keepNext/>';

/** Who signs, and a line to write on by hand for each thing: the leader of a tab, so that a longer word leaves a shorter line. */
function toSignature({ role, name, lines }: ReportSignature): string {
  const places = lines.map((line, i) =>
    paragraph('Signature', `${run(`${line}: `)}<w:r><w:tab/></w:r>`, i === lines.length - 1 ? '' : KEEP),
  );
  return paragraph('Normal', run(`${name}. ${role}.`, '<w:b/>'), KEEP) + places.join('');
}

/** Twentieths of a point between the margins of A4. */
const WIDTH = 9_638;

interface Grid {
  readonly titles: readonly string[];
  readonly widths: readonly number[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly rows: readonly { readonly cells: readonly ReportText[]; readonly isSum: boolean }[];
}

function cell(width: number, align: 'left' | 'right', inside: string): string {
  const side = align === 'right' ? '<w:jc w:val="right"/>' : '';
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="Cell"/>${side}</w:pPr>${inside}</w:p></w:tc>`;
}

/** Narrow, so that a date fits the narrowest column of times in one line: word processors break dates at their hyphens. */
const CELL_MARGINS = '<w:tblCellMar><w:left w:w="30" w:type="dxa"/><w:right w:w="50" w:type="dxa"/></w:tblCellMar>';

class Bookmarks {
  #next = 0;
  /** Heads with the names of their bookmarks, in order. */
  readonly heads: { readonly title: string; readonly name: string; readonly level: 1 | 2 }[] = [];

  /** A head that the contents lead to. */
  head(level: 1 | 2, title: string, more = ''): string {
    const name = `_Toc${String(this.heads.length + 1).padStart(9, '0')}`;
    this.heads.push({ title, name, level });
    return paragraph(`Heading${level}`, this.wrap(name, run(title)) + more);
  }

  wrap(name: string, inside: string): string {
    const id = this.#next++;
    return `<w:bookmarkStart w:id="${id}" w:name="${name.replace(/[^A-Za-z0-9_]/g, '_')}"/>${inside}<w:bookmarkEnd w:id="${id}"/>`;
  }
}

function toGrid({ titles, widths, aligns, rows }: Grid, marks: Bookmarks, isClaims: boolean): string {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const wide = widths.map((width) => Math.floor((WIDTH * width) / total));
  const head = titles.map((title, i) => cell(wide[i] ?? 0, aligns[i] ?? 'left', run(title, '<w:b/>'))).join('');
  const body = rows.map(({ cells, isSum }) => {
    const inside = cells.map((text, i) => {
      const runs = toRuns(text, false, isSum ? '<w:b/>' : '');
      const [first] = text;
      return cell(
        wide[i] ?? 0,
        aligns[i] ?? 'left',
        isClaims && i === 0 && typeof first === 'string' ? marks.wrap(`claim_${first}`, runs) : runs,
      );
    });
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${inside.join('')}</w:tr>`;
  });
  const line =
    '<w:top w:val="single" w:sz="4" w:color="C3C8CE"/><w:bottom w:val="single" w:sz="4" w:color="C3C8CE"/><w:insideH w:val="single" w:sz="4" w:color="D5D9DE"/>';
  const grid = wide.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${WIDTH}" w:type="dxa"/><w:tblBorders>${line}</w:tblBorders><w:tblLayout w:type="fixed"/>${CELL_MARGINS}</w:tblPr><w:tblGrid>${grid}</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head}</w:tr>${body.join('')}</w:tbl>${paragraph('Normal', '')}`;
}

const WORDS = { fact: 'Fact', inference: 'Inference', claim: 'Claim' } as const;

function toBlock(block: ReportBlock, marks: Bookmarks, next: ReportBlock | undefined): string {
  switch (block.kind) {
    case 'answer':
      return paragraph('Answer', toRuns(block.text, true));
    case 'heading':
      return marks.head(2, block.title);
    case 'text':
      // A signature alone on a page is a signature under nothing.
      return paragraph('Normal', toRuns(block.text, true), next?.kind === 'signature' ? KEEP : '');
    case 'marked':
    case 'legend':
      return paragraph(
        'Normal',
        run(`${WORDS[block.mark]}. `, '<w:b/>') + run(`${block.ids} `, ID) + toRuns(block.text, false),
      );
    case 'list':
      return block.items.map((item, i) => paragraph('ListItem', run(`${i + 1}. `) + toRuns(item, true))).join('');
    case 'pairs': {
      const hasIds = block.rows.some(({ ids }) => ids !== '');
      const rows = block.rows.map(({ name, text, ids }) => ({
        cells: [[name], text, ...(hasIds ? [[ids]] : [])],
        isSum: false,
      }));
      const grid: Grid = {
        titles: ['Point', 'Statement', ...(hasIds ? ['Claim'] : [])],
        widths: hasIds ? [24, 64, 12] : [24, 76],
        aligns: hasIds ? ['left', 'left', 'left'] : ['left', 'left'],
        rows,
      };
      return (block.caption === '' ? '' : paragraph('Caption', run(block.caption))) + toGrid(grid, marks, false);
    }
    case 'table': {
      const grid: Grid = {
        titles: block.columns.map(({ title }) => title),
        widths: block.columns.map(({ width }) => width),
        aligns: block.columns.map(({ align }) => align),
        rows: block.rows,
      };
      return (
        paragraph('Caption', run(block.caption)) + toGrid(grid, marks, block.caption === 'Every claim of this report.')
      );
    }
    case 'timeline':
      return paragraph('Caption', run('The PDF and the HTML of this version draw the timeline; here is its table.'));
    case 'signature':
      return toSignature(block.signature);
    case 'figure': {
      const rows = block.figure.edges.map(({ from, to, amount }) => ({
        cells: [[{ code: from }], [{ code: to }], [amount]],
        isSum: false,
      }));
      const grid: Grid = {
        titles: ['From', 'To', 'Traced'],
        widths: [42, 42, 16],
        aligns: ['left', 'left', 'right'],
        rows,
      };
      return (
        paragraph(
          'Caption',
          run(
            `${block.figure.caption} The PDF and the HTML of this version show it as a picture; here are its lines. ${block.figure.left}`,
          ),
        ) + toGrid(grid, marks, false)
      );
    }
  }
}

const NEXT_PAGE = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const fieldMark = (type: 'begin' | 'separate' | 'end'): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/**
 * Heads as a field of contents: each line leads to its head. Page numbers are known to the word processor alone, and a number that it has not
 * calculated would be wrong, so that the field asks for none; whoever wants them changes the field.
 */
function writeContents({ heads }: Bookmarks): string {
  const code = '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-2" \\h \\n </w:instrText></w:r>';
  const lines = heads.map(({ title, name, level }, i) => {
    const link = `<w:hyperlink w:anchor="${name}" w:history="1">${run(title)}</w:hyperlink>`;
    const before = i === 0 ? fieldMark('begin') + code + fieldMark('separate') : '';
    return paragraph(`TOC${level}`, before + link + (i === heads.length - 1 ? fieldMark('end') : ''));
  });
  return paragraph('ContentsHead', run('Contents')) + lines.join('');
}

function writeBody(report: ReportDocument): string {
  const marks = new Bookmarks();
  const made = new Date(report.madeAt * 1000).toISOString().slice(0, 10);
  const cover = [
    paragraph('Title', run(report.title)),
    paragraph(
      'Normal',
      run(
        `Enhanced tracking report. Case ${report.caseNumber}, ${report.caseTitle}. Version ${report.version} of ${made}. ${report.classification}`,
      ),
    ),
    paragraph(
      'Normal',
      run(`${report.agency}. Examiner: ${report.examiner || 'not named'}. Made with ${report.software}.`),
    ),
    ...report.asOf.map((line) => paragraph('Normal', run(`As of ${line}`, MONO))),
  ];
  const sections = report.sections.map((section) => {
    const second = findSecondHead(section.title, report.second);
    const head = marks.head(
      1,
      `${section.number} ${section.title}`,
      second === undefined ? '' : run(` ${second}`, `<w:lang w:val="${report.second ?? 'en'}"/><w:b w:val="0"/>`),
    );
    return head + section.blocks.map((block, i) => toBlock(block, marks, section.blocks[i + 1])).join('');
  });
  const [summary = '', ...others] = sections;
  const contents = others.length === 0 ? [] : [NEXT_PAGE, writeContents(marks), NEXT_PAGE];
  return [...cover, summary, ...contents, ...others].join('');
}

const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function style(id: string, name: string, paragraphLook: string, look: string, based = 'Normal'): string {
  const base = id === 'Normal' ? '' : `<w:basedOn w:val="${based}"/>`;
  return `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>${base}<w:qFormat/><w:pPr>${paragraphLook}</w:pPr><w:rPr>${look}</w:rPr></w:style>`;
}

// Fonts that every word processor has, or has one of the same widths for.
const SANS = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>';
const SERIF = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>';

const STYLES = `${HEAD}<w:styles ${NS}><w:docDefaults><w:rPrDefault><w:rPr>${SERIF}<w:sz w:val="21"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>${[
  style('Normal', 'Normal', '<w:spacing w:after="120" w:line="276" w:lineRule="auto"/>', ''),
  style('Title', 'Title', '<w:spacing w:after="160"/>', `${SERIF}<w:b/><w:sz w:val="40"/>`),
  style(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="0"/>',
    `${SERIF}<w:b/><w:sz w:val="32"/>`,
  ),
  style(
    'Heading2',
    'heading 2',
    '<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="1"/>',
    `${SANS}<w:b/><w:sz w:val="24"/>`,
  ),
  style(
    'Answer',
    'Answer',
    '<w:keepNext/><w:spacing w:before="80" w:after="160"/>',
    `${SERIF}<w:b/><w:sz w:val="30"/>`,
  ),
  style(
    'Caption',
    'caption',
    '<w:keepNext/><w:spacing w:before="120" w:after="60"/>',
    `${SANS}<w:b/><w:sz w:val="17"/>`,
  ),
  style(
    'Cell',
    'Cell',
    '<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>',
    `${SANS}<w:sz w:val="16"/>`,
  ),
  style('ContentsHead', 'Contents Head', '<w:keepNext/><w:spacing w:after="120"/>', `${SERIF}<w:b/><w:sz w:val="32"/>`),
  style('TOC1', 'toc 1', '<w:spacing w:before="80" w:after="40"/>', `${SANS}<w:b/><w:sz w:val="19"/>`),
  style('TOC2', 'toc 2', '<w:ind w:left="284"/><w:spacing w:after="20"/>', `${SANS}<w:sz w:val="18"/>`),
  style(
    'Signature',
    'Signature Line',
    '<w:tabs><w:tab w:val="left" w:leader="underscore" w:pos="6800"/></w:tabs><w:spacing w:before="480" w:after="0"/>',
    `${SANS}<w:sz w:val="18"/>`,
  ),
  style('ListItem', 'List Item', '<w:ind w:left="284" w:hanging="284"/><w:spacing w:after="60"/>', ''),
].join('')}</w:styles>`;

const page = (field: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${field} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...rows: readonly (readonly [string, string, string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`;

function listFiles(report: ReportDocument, digest: string): readonly (readonly [string, string])[] {
  const date = new Date(report.madeAt * 1000).toISOString().slice(0, 19);
  const section =
    '<w:sectPr><w:footerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>';
  const foot = paragraph(
    'Cell',
    run(`${report.agency}. Evidence bundle `) +
      run(digest, MONO) +
      run('. Page ') +
      page('PAGE') +
      run(' of ') +
      page('NUMPAGES'),
  );
  const properties = `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(report.title)}</dc:title><dc:creator>${escapeXml(report.examiner || report.agency)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${date}Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${date}Z</dcterms:modified></cp:coreProperties>`;
  return [
    ['[Content_Types].xml', TYPES],
    [
      '_rels/.rels',
      relations(
        ['rId1', `${OFFICE}/officeDocument`, 'word/document.xml'],
        [
          'rId2',
          'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
          'docProps/core.xml',
        ],
      ),
    ],
    ['docProps/core.xml', properties],
    [
      'word/_rels/document.xml.rels',
      relations(['rId1', `${OFFICE}/styles`, 'styles.xml'], ['rId2', `${OFFICE}/footer`, 'footer1.xml']),
    ],
    ['word/document.xml', `${HEAD}<w:document ${NS}><w:body>${writeBody(report)}${section}</w:body></w:document>`],
    ['word/footer1.xml', `${HEAD}<w:ftr ${NS}>${foot}</w:ftr>`],
    ['word/styles.xml', STYLES],
  ];
}

/** A packed zip archive without times: the same texts give the same bytes. */
function packFiles(files: readonly (readonly [string, string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const bytes = Buffer.from(text, 'utf8');
    const packed = deflateRawSync(bytes, { level: 6 });
    const middle = Buffer.alloc(26);
    middle.writeUInt16LE(20, 0);
    middle.writeUInt16LE(0x800, 2);
    middle.writeUInt16LE(8, 4);
    middle.writeUInt16LE(0x21, 8);
    middle.writeUInt32LE(crc32(bytes), 10);
    middle.writeUInt32LE(packed.length, 14);
    middle.writeUInt32LE(bytes.length, 18);
    middle.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), middle, Buffer.from(name), packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), middle, place, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** The report for word processors. It is for working with: what was signed is in the PDF and the bundle. */
export function writeReportDocx(report: ReportDocument, digest: string): Uint8Array {
  return packFiles(listFiles(report, digest));
}
