/** Built-in number formats that show a date or a time (ECMA-376 part 1, 18.8.30). */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);
/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars that workbooks count in; the first has a 29 February 1900, so it fits from March 1900 on. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML with its references replaced. */
export function decodeXmlText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Attributes of a tag by name, prefixes left out. */
export function readAttributes(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(name.replace(/^.*:/, ''), decodeXmlText(double ?? single ?? ''));
  return found;
}

/** Text of all `t` elements of a fragment, phonetic hints left out. */
export function readRichText(xml: string): string {
  const plain = xml.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return [...plain.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)]
    .map(([, text = '']) => decodeXmlText(text))
    .join('');
}

/** Which cell formats show a date, by their number in the style sheet. */
export function listDateStyles(styles: string): ReadonlySet<number> {
  const custom = new Map<number, string>();
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    const attributes = readAttributes(tag);
    custom.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
  }
  const isDate = (id: number) => {
    const code = custom.get(id);
    if (code === undefined) return DATE_FORMATS.has(id);
    return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replace(/general/gi, ''));
  };
  const [, formats = ''] = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? [];
  const found = new Set<number>();
  for (const [i, [tag]] of [...formats.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].entries())
    if (isDate(Number(readAttributes(tag).get('numFmtId') ?? 0))) found.add(i);
  return found;
}

/** Digits without an exponent: `1.5E-7` is `0.00000015`. */
function expand(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number as people wrote it: what a spreadsheet stores beyond its fifteen digits is an artefact of binary fractions. */
export function readNumber(stored: string): string {
  const text = stored.trim();
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  if (digits.length <= KEPT_DIGITS || !Number.isFinite(Number(text))) return expand(text);
  const short = expand(Number(text).toPrecision(KEPT_DIGITS));
  return short.includes('.') ? short.replace(/\.?0+$/, '') : short;
}

/** Moment of a serial number without a zone, as ISO text: the file does not say which zone its clocks have. */
export function readSerialDate(stored: string, is1904: boolean): string | undefined {
  const days = Number(stored);
  if (!Number.isFinite(days) || days < 0 || days > 2_958_466) return undefined;
  const ms = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round((days * DAY_MS) / 1_000) * 1_000;
  const text = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  return text.endsWith(' 00:00:00') && Number.isInteger(days) ? text.slice(0, 10) : text;
}

/** Number of a column, `A` is 0; undefined for a reference that names none. */
export function readColumn(reference: string): number | undefined {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === '') return undefined;
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}
