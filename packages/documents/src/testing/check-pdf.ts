import { checkStructure } from './check-pdf-structure.ts';
import {
  nameOf,
  type PdfDict,
  PdfLexer,
  PdfOperator,
  PdfReader,
  type PdfValue,
  type Report,
  textOf,
} from './pdf-objects.ts';

/** What breaks a clause: `PDF/A 6.2.11.4.1` of ISO 19005-2, `PDF/UA 7.1` of ISO 14289-1. */
export interface PdfFault {
  readonly clause: string;
  readonly fault: string;
}

/** Operators that put ink on a page. */
const INK = new Set(['Tj', 'TJ', "'", '"', 'f', 'F', 'f*', 'S', 's', 'B', 'b', 'B*', 'b*', 'sh', 'Do', 'EI']);
const COLOURS = new Set(['rg', 'RG', 'k', 'K', 'cs', 'CS', 'sc', 'SC', 'scn', 'SCN']);
const FORBIDDEN_KEYS = ['AA', 'OpenAction', 'JS', 'Launch', 'URI', 'AcroForm', 'Encrypt', 'SMask', 'Group'];

/** Parts of ISO 19005: 2 has no files inside, 3 any that the document names with their relation to it. */
type Part = 2 | 3;

function checkFile(pdf: PdfReader, part: Part, report: Report): void {
  if (!/^%PDF-1\.7\n%[\x80-\xff]{4}\n/.test(pdf.text)) report('PDF/A 6.1.2', 'no header with four bytes above 127');
  if (!pdf.text.endsWith('%%EOF\n')) report('PDF/A 6.1.3', 'something follows the end');
  if (pdf.list(pdf.trailer.get('ID')).length !== 2) report('PDF/A 6.1.3', 'no /ID');
  if (pdf.trailer.has('Encrypt')) report('PDF/A 6.1.3', 'encrypted');
  for (const id of pdf.ids) {
    const { value } = pdf.get(id);
    if (value instanceof Map) checkObject(id, value, part, report);
  }
}

/** A file inside the document (ISO 19005-3, 6.8): its name twice, its relation, its bytes with their type and date. */
function checkAttachment(pdf: PdfReader, root: PdfDict, report: Report): void {
  const files = pdf.list(root.get('AF')).map((file) => pdf.dict(file));
  if (files.length === 0) report('PDF/A 6.8', 'no file is named by the document');
  for (const file of files) {
    const stream = pdf.dict(pdf.dict(file.get('EF')).get('F'));
    if (!file.has('F') || !file.has('UF') || !file.has('Desc'))
      report('PDF/A 6.8', 'a file without both names or words');
    if (!['Source', 'Data', 'Supplement'].includes(nameOf(file.get('AFRelationship'))))
      report('PDF/A 6.8', 'no relation');
    if (
      nameOf(stream.get('Type')) !== 'EmbeddedFile' ||
      !/^[a-z]+(?:#2F|\/)[a-z.+-]+$/.test(nameOf(stream.get('Subtype')))
    )
      report('PDF/A 6.8', 'a file without its media type');
    if (!pdf.dict(stream.get('Params')).has('ModDate')) report('PDF/A 6.8', 'a file without its date');
  }
}

function checkObject(id: number, value: PdfDict, part: Part, report: Report): void {
  const filter = value.get('Filter');
  if (filter !== undefined && nameOf(filter) !== 'FlateDecode') report('PDF/A 6.1.7.2', `filter of ${id}`);
  const isAttached = part === 3 && (nameOf(value.get('Type')) === 'Filespec' || (value.has('F') && value.has('UF')));
  // The flags of an annotation are an F, too.
  const isFlags = nameOf(value.get('Type')) === 'Annot';
  if ((value.has('F') && !isAttached && !isFlags) || value.has('FFilter'))
    report('PDF/A 6.1.7.1', `object ${id} is outside the file`);
  if (part === 2 && value.has('EmbeddedFiles')) report('PDF/A 6.8', `object ${id} has files`);
  for (const key of FORBIDDEN_KEYS) if (value.has(key)) report('PDF/A 6.5.1', `object ${id} has /${key}`);
  if (nameOf(value.get('Type')) === 'Annot') checkAnnotation(id, value, part, report);
}

/** Links within the document are the only annotations: printed, never hidden, with words and a place of the structure. */
function checkAnnotation(id: number, value: PdfDict, part: Part, report: Report): void {
  if (part === 2 || nameOf(value.get('Subtype')) !== 'Link') report('PDF/A 6.3.1', `object ${id} is an annotation`);
  if (value.get('F') !== 4) report('PDF/A 6.3.2', `annotation ${id} is not just printed`);
  if (value.has('A') || !value.has('Dest')) report('PDF/A 6.5.1', `annotation ${id} leads out of the document`);
  if (textOf(value.get('Contents')) === '') report('PDF/UA 7.18.5', `annotation ${id} has no words`);
  if (typeof value.get('StructParent') !== 'number') report('PDF/UA 7.18.1', `annotation ${id} is in no element`);
}

function checkMetadata(pdf: PdfReader, root: PdfDict, part: Part, report: Report): void {
  const info = pdf.dict(pdf.trailer.get('Info'));
  const stream = pdf.dict(root.get('Metadata'));
  const xmp = pdf.data(root.get('Metadata')).toString('utf8');
  if (stream.has('Filter')) report('PDF/A 6.6.2.1', 'metadata are packed');
  if (!xmp.startsWith('<?xpacket begin="\ufeff"') || !xmp.endsWith('<?xpacket end="w"?>'))
    report('PDF/A 6.6.2.1', 'no packet');
  const find = (tag: string) => new RegExp(`<${tag}>(?:<rdf:\\w+>)?(?:<rdf:li[^>]*>)?([^<]*)`).exec(xmp)?.[1];
  if (find('pdfaid:part') !== String(part) || find('pdfaid:conformance') !== 'A')
    report('PDF/A 6.6.4', 'no identification');
  if (find('pdfuaid:part') !== '1') report('PDF/UA 5', 'no identification');
  if (!xmp.includes('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>'))
    report('PDF/A 6.6.2.3', 'pdfuaid is not described');
  const pairs = [
    ['Title', 'dc:title'],
    ['Author', 'dc:creator'],
    ['Subject', 'dc:description'],
    ['Creator', 'xmp:CreatorTool'],
    ['Producer', 'pdf:Producer'],
  ] as const;
  const plain = (text = '') =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  for (const [key, tag] of pairs)
    if (textOf(info.get(key)) !== plain(find(tag))) report('PDF/A 6.6.3', `/${key} and ${tag} differ`);
  if ((find('dc:title') ?? '') === '') report('PDF/UA 7.1', 'no title');
}

function checkCatalogue(pdf: PdfReader, root: PdfDict, report: Report): void {
  const viewer = pdf.dict(root.get('ViewerPreferences'));
  if (viewer.get('DisplayDocTitle') !== true) report('PDF/UA 7.1', 'the title is not displayed');
  if (pdf.dict(root.get('MarkInfo')).get('Marked') !== true) report('PDF/A 6.7.2.2', 'not marked as tagged');
  if (!root.has('StructTreeRoot')) report('PDF/A 6.7.3.1', 'no structure');
  if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(textOf(root.get('Lang')))) report('PDF/UA 7.2', 'no language');
  const intents = pdf.list(root.get('OutputIntents')).map((intent) => pdf.dict(intent));
  const [intent = new Map()] = intents;
  if (intents.length !== 1 || nameOf(intent.get('S')) !== 'GTS_PDFA1') report('PDF/A 6.2.3', 'not one output intent');
  const profile = pdf.data(intent.get('DestOutputProfile'));
  const isProfile =
    profile.length > 128 && profile.readUInt32BE(0) === profile.length && profile.toString('latin1', 36, 40) === 'acsp';
  if (!isProfile || !['mntr', 'prtr'].includes(profile.toString('latin1', 12, 16))) report('PDF/A 6.2.3', 'no profile');
  if (profile.toString('latin1', 16, 20) !== 'GRAY')
    report('PDF/A 6.2.4.3', 'the profile is not that of the colours used');
  if (pdf.dict(intent.get('DestOutputProfile')).get('N') !== 1) report('PDF/A 6.2.3', 'wrong number of components');
}

/** Advance widths of an embedded TrueType program, thousandths. */
function readAdvances(program: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let i = 0; i < program.readUInt16BE(4); i++)
    tables.set(program.toString('latin1', 12 + i * 16, 16 + i * 16), program.readUInt32BE(20 + i * 16));
  const [head = 0, hhea = 0, hmtx = 0, maxp = 0] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  const [size, long] = [program.readUInt16BE(head + 18), program.readUInt16BE(hhea + 34)];
  return Array.from({ length: program.readUInt16BE(maxp + 4) }, (_, glyph) => {
    const at = hmtx + Math.min(glyph, long - 1) * 4;
    return (program.readUInt16BE(at) * 1_000) / size;
  });
}

/** What a font embeds: glyphs there are, and glyphs that have a text. */
interface FontFacts {
  readonly glyphs: number;
  readonly texts: ReadonlyMap<number, string>;
}

function checkFont(pdf: PdfReader, font: PdfDict, report: Report): FontFacts {
  const name = nameOf(font.get('BaseFont'));
  const descendant = pdf.dict(pdf.list(font.get('DescendantFonts'))[0]);
  const descriptor = pdf.dict(descendant.get('FontDescriptor'));
  const program = pdf.data(descriptor.get('FontFile2'));
  if (program.length === 0) report('PDF/A 6.2.11.4.1', `${name} is not embedded`);
  if (nameOf(font.get('Encoding')) !== 'Identity-H' || nameOf(descendant.get('CIDToGIDMap')) !== 'Identity')
    report('PDF/A 6.2.11.3', `${name} has no known encoding`);
  if (!/^[A-Z]{6}\+/.test(name) || nameOf(descriptor.get('FontName')) !== name)
    report('PDF/A 6.2.11.2', `${name} has no tag`);
  const advances = program.length === 0 ? [] : readAdvances(program);
  const widths = pdf.list(pdf.list(descendant.get('W'))[1]);
  for (const [glyph, width] of widths.entries())
    if (glyph > 0 && Math.abs(Number(width) - (advances[glyph] ?? Number.NaN)) > 1)
      report('PDF/A 6.2.11.5', `${name}: width of glyph ${glyph}`);
  const texts = new Map<number, string>();
  for (const [, glyph = '', text = ''] of pdf
    .data(font.get('ToUnicode'))
    .toString('latin1')
    .matchAll(/^<(\w{4})><(\w+)>$/gm))
    texts.set(Number.parseInt(glyph, 16), Buffer.from(text, 'hex').swap16().toString('utf16le'));
  return { glyphs: advances.length, texts };
}

/** State of a content stream while its operators are read. */
interface ContentState {
  readonly open: { readonly tag: string; readonly mcid: number | undefined }[];
  readonly mcids: Set<number>;
  font: string;
}

function openMark(
  pdf: PdfReader,
  operands: readonly PdfValue[],
  state: ContentState,
  report: Report,
  place: string,
): void {
  const [tag, properties] = operands;
  const mcid = pdf.dict(properties).get('MCID');
  const isInside = state.open.some((one) => one.mcid !== undefined || one.tag === 'Artifact');
  if (typeof mcid === 'number') {
    if (isInside) report('PDF/UA 7.1', `${place}: marked content ${mcid} within another`);
    if (state.mcids.has(mcid)) report('PDF/UA 7.1', `${place}: marked content ${mcid} is there twice`);
    state.mcids.add(mcid);
  } else if (nameOf(tag) === 'Artifact' && isInside) report('PDF/UA 7.1', `${place}: an artifact within content`);
  state.open.push({ tag: nameOf(tag), mcid: typeof mcid === 'number' ? mcid : undefined });
}

interface Stream {
  readonly data: Buffer;
  readonly fonts: ReadonlyMap<string, FontFacts>;
  readonly place: string;
  readonly isForm: boolean;
}

/** Checks one operator; gives the text that it shows. */
function checkOperator(
  pdf: PdfReader,
  { fonts, place, isForm }: Stream,
  {
    word,
    operands,
    state,
  }: { readonly word: string; readonly operands: readonly PdfValue[]; readonly state: ContentState },
  report: Report,
): string {
  if (COLOURS.has(word)) report('PDF/A 6.2.4.3', `${place}: colour by ${word}`);
  const isLoose = state.open.length === 0 && !isForm;
  if (INK.has(word) && isLoose) report('PDF/UA 7.1', `${place}: ${word} outside of marked content`);
  if (word === 'BDC' || word === 'BMC') openMark(pdf, operands, state, report, place);
  if (word === 'EMC' && state.open.pop() === undefined) report('PDF/UA 7.1', `${place}: EMC without beginning`);
  if (word === 'Tf') state.font = nameOf(operands[0]);
  if (word !== 'Tj') return '';
  return `${checkShown(operands[0], fonts.get(state.font), `${place} ${state.font}`, report)}\n`;
}

/** Reads a page or form; gives the numbers of its marked contents and the text that its glyphs show. */
function checkContent(
  pdf: PdfReader,
  stream: Stream,
  report: Report,
): { readonly mcids: ReadonlySet<number>; readonly text: string } {
  const lexer = new PdfLexer(stream.data.toString('latin1'));
  const state: ContentState = { open: [], mcids: new Set(), font: '' };
  let operands: PdfValue[] = [];
  let text = '\n';
  while (!lexer.isAtEnd) {
    const value = lexer.read();
    if (!(value instanceof PdfOperator)) {
      operands.push(value);
      continue;
    }
    text += checkOperator(pdf, stream, { word: value.word, operands, state }, report);
    operands = [];
  }
  if (state.open.length > 0) report('PDF/UA 7.1', `${stream.place}: marked content without end`);
  return { mcids: state.mcids, text };
}

function checkShown(shown: PdfValue | undefined, font: FontFacts | undefined, place: string, report: Report): string {
  if (font === undefined || typeof shown !== 'string') {
    report('PDF/A 6.2.11.4.1', `${place}: text in a font that is not there`);
    return '';
  }
  let text = '';
  for (let i = 0; i < shown.length; i += 2) {
    const glyph = shown.charCodeAt(i) * 256 + shown.charCodeAt(i + 1);
    if (glyph === 0) report('PDF/A 6.2.11.8', `${place}: the glyph of missing letters`);
    if (!(glyph < font.glyphs)) report('PDF/A 6.2.11.4.2', `${place}: glyph ${glyph} is not embedded`);
    const known = font.texts.get(glyph);
    if (known === undefined) report('PDF/A 6.2.11.7.2', `${place}: glyph ${glyph} has no text`);
    text += known ?? '';
  }
  return text;
}

/**
 * Goes clause by clause over what a program can check of PDF/A-2a, or 3a, and PDF/UA-1, on the bytes alone, and gives each fault and the text
 * of the pages. No validator is part of it: docs/methods/statement-files.md says how to run one.
 */
export function checkPdf(
  bytes: Buffer,
  part: Part = 2,
): { readonly faults: readonly PdfFault[]; readonly pages: readonly string[] } {
  const faults: PdfFault[] = [];
  const report: Report = (clause, fault) => void faults.push({ clause, fault });
  const pdf = new PdfReader(bytes);
  const root = pdf.dict(pdf.trailer.get('Root'));
  checkFile(pdf, part, report);
  checkMetadata(pdf, root, part, report);
  if (part === 3) checkAttachment(pdf, root, report);
  checkCatalogue(pdf, root, report);
  const known = new Map<PdfValue, ReadonlyMap<string, FontFacts>>();
  const fontsOf = (resources: PdfDict): ReadonlyMap<string, FontFacts> => {
    const dict = pdf.dict(resources.get('Font'));
    const found =
      known.get(dict) ?? new Map([...dict].map(([key, font]) => [key, checkFont(pdf, pdf.dict(font), report)]));
    known.set(dict, found);
    return found;
  };
  const marked = new Map<number, ReadonlySet<number>>();
  const pages = pdf.pages().map((page, i) => {
    const dict = pdf.dict(page);
    const resources = pdf.dict(dict.get('Resources'));
    const place = `page ${i + 1}`;
    const shown = checkContent(
      pdf,
      { data: pdf.data(dict.get('Contents')), fonts: fontsOf(resources), place, isForm: false },
      report,
    );
    marked.set(page.id, shown.mcids);
    const forms = [...pdf.dict(resources.get('XObject'))].map(([key, form]) => {
      const fonts = fontsOf(pdf.dict(pdf.dict(form).get('Resources')));
      return checkContent(pdf, { data: pdf.data(form), fonts, place: `${place} ${key}`, isForm: true }, report).text;
    });
    return shown.text + forms.join('\n');
  });
  checkStructure(pdf, root, marked, report);
  return { faults, pages };
}
