/** How many bytes from the start a kind is detected from. */
export const KIND_BYTES = 4_096;

interface FileKind {
  readonly id: string;
  readonly name: string;
  readonly is: (head: Buffer) => boolean;
}

/** Bytes in Latin-1 at a place. */
const at =
  (place: number, ...signs: readonly string[]) =>
  (head: Buffer): boolean =>
    signs.some((sign) => head.toString('latin1', place, place + sign.length) === sign);

const holds = (head: Buffer, ...words: readonly string[]): boolean => words.some((word) => head.includes(word));
const isZip = at(0, 'PK\x03\x04', 'PK\x05\x06');
const zipWith =
  (...parts: readonly string[]) =>
  (head: Buffer): boolean =>
    isZip(head) && holds(head, ...parts);
const isRiff = (form: string) => (head: Buffer) => at(0, 'RIFF')(head) && at(8, form)(head);
const isBox =
  (...brands: readonly string[]) =>
  (head: Buffer): boolean =>
    at(4, 'ftyp')(head) && at(8, ...brands)(head);

function toText(head: Buffer): string | undefined {
  try {
    // The last character may be cut off.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return [...text].some((character) => character < ' ' && !'\t\n\r\f'.includes(character)) ? undefined : text;
  } catch {
    return undefined;
  }
}

const isText = (head: Buffer): boolean => head.length > 0 && toText(head) !== undefined;
const textLike = (pattern: RegExp) => (head: Buffer) => pattern.test(toText(head) ?? '');

/** Two lines or more with as many of one separator in each. */
function isTable(head: Buffer): boolean {
  const lines = (toText(head) ?? '').split(/\r?\n/).slice(0, 5);
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines.filter((line) => line !== '');
  const counts = (separator: string) => whole.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
  return (
    whole.length > 1 &&
    [',', ';', '\t'].some((separator) => {
      const [first = 1, ...others] = counts(separator);
      return first > 1 && others.every((count) => count === first);
    })
  );
}

/** The first that fits is the kind. Signatures are those of the formats' own definitions. */
const KINDS: readonly FileKind[] = [
  { id: 'pdf', name: 'PDF', is: (head) => head.subarray(0, 1_024).includes('%PDF-') },
  { id: 'png', name: 'PNG picture', is: at(0, '\x89PNG\r\n\x1a\n') },
  { id: 'jpeg', name: 'JPEG picture', is: at(0, '\xff\xd8\xff') },
  { id: 'gif', name: 'GIF picture', is: at(0, 'GIF87a', 'GIF89a') },
  { id: 'webp', name: 'WebP picture', is: isRiff('WEBP') },
  { id: 'tiff', name: 'TIFF picture', is: at(0, 'II*\0', 'MM\0*') },
  { id: 'heic', name: 'HEIC picture', is: isBox('heic', 'heix', 'mif1', 'msf1', 'hevc') },
  { id: 'mov', name: 'QuickTime video', is: isBox('qt  ') },
  { id: 'mp4', name: 'MP4 video', is: at(4, 'ftyp') },
  { id: 'matroska', name: 'Matroska or WebM video', is: at(0, '\x1a\x45\xdf\xa3') },
  { id: 'avi', name: 'AVI video', is: isRiff('AVI ') },
  { id: 'wav', name: 'WAV sound', is: isRiff('WAVE') },
  { id: 'mp3', name: 'MP3 sound', is: at(0, 'ID3', '\xff\xfb', '\xff\xf3') },
  { id: 'ogg', name: 'Ogg sound', is: at(0, 'OggS') },
  { id: 'word', name: 'Word document', is: zipWith('word/document', 'word/_rels') },
  { id: 'spreadsheet', name: 'Spreadsheet', is: zipWith('xl/workbook', 'xl/_rels', 'xl/worksheets') },
  { id: 'slides', name: 'Presentation', is: zipWith('ppt/presentation', 'ppt/_rels', 'ppt/slides') },
  { id: 'office', name: 'Office document', is: zipWith('[Content_Types].xml') },
  { id: 'open-document', name: 'OpenDocument file', is: zipWith('mimetypeapplication/vnd.oasis.opendocument') },
  { id: 'zip', name: 'Zip archive', is: isZip },
  { id: 'gzip', name: 'Gzip archive', is: at(0, '\x1f\x8b') },
  { id: '7z', name: '7-Zip archive', is: at(0, '7z\xbc\xaf\x27\x1c') },
  { id: 'rar', name: 'RAR archive', is: at(0, 'Rar!\x1a\x07') },
  { id: 'xz', name: 'XZ archive', is: at(0, '\xfd7zXZ\0') },
  { id: 'bzip2', name: 'Bzip2 archive', is: at(0, 'BZh') },
  { id: 'zstd', name: 'Zstandard archive', is: at(0, '\x28\xb5\x2f\xfd') },
  { id: 'tar', name: 'Tar archive', is: at(257, 'ustar') },
  { id: 'old-office', name: 'Office document before 2007', is: at(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') },
  { id: 'sqlite', name: 'SQLite database', is: at(0, 'SQLite format 3\0') },
  { id: 'e01', name: 'Disk image', is: at(0, 'EVF\x09\x0d\x0a\xff\0', 'EVF2\x0d\x0a\x81\0', 'LVF\x09\x0d\x0a\xff\0') },
  { id: 'virtual-disk', name: 'Virtual disk', is: at(0, 'KDMV', 'QFI\xfb', 'conectix', 'vhdxfile') },
  { id: 'pcap', name: 'Network capture', is: at(0, '\xd4\xc3\xb2\xa1', '\xa1\xb2\xc3\xd4', '\x0a\x0d\x0d\x0a') },
  { id: 'outlook', name: 'Outlook mailbox', is: at(0, '!BDN') },
  { id: 'program', name: 'Program', is: at(0, 'MZ', '\x7fELF') },
  { id: 'rtf', name: 'Rich text', is: at(0, '{\\rtf') },
  { id: 'mbox', name: 'Mailbox', is: textLike(/^From \S+.*\d{2}:\d{2}/) },
  {
    id: 'eml',
    name: 'Mail',
    is: textLike(/^(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Received|Message-ID):[^\n]*\n/i),
  },
  { id: 'html', name: 'Web page', is: textLike(/^\s*<(?:!doctype html|html)\b/i) },
  { id: 'xml', name: 'XML', is: textLike(/^\s*<\?xml\b/) },
  { id: 'json', name: 'JSON', is: textLike(/^\s*(?:\{\s*(?:"|\})|\[\s*(?:[[{"\d\]-]|true|false|null))/) },
  { id: 'csv', name: 'Table of text', is: isTable },
  { id: 'text', name: 'Text', is: isText },
];

export const UNKNOWN_KIND = 'unknown';

/** Detects what a file is from its first bytes, never from its name. Archives are not opened. */
export function describeKind(head: Buffer): string {
  if (head.length === 0) return 'empty';
  return KINDS.find(({ is }) => is(head))?.id ?? UNKNOWN_KIND;
}

export function nameOfKind(id: string): string {
  if (id === 'empty') return 'Empty file';
  return KINDS.find((kind) => kind.id === id)?.name ?? 'Unknown';
}
