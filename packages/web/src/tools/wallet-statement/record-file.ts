/** Records as they are sent: text, or a workbook as base64. */
export interface RecordFile {
  readonly text?: string;
  readonly workbook?: string;
}

const MOST_CHARS = 8_000_000;
const MOST_WORKBOOK_CHARS = 12_000_000;
/** First bytes of a ZIP archive, which XLSX files are, and of an XLS file of before 2007. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_XLS = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte);

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_766)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + 32_766)));
  return text;
}

/** Text in whatever encoding: by its mark, as UTF-8 where it is, else as Windows-1252, which older programs write. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  // A UTF-16 file without a mark has a zero at every second byte of plain letters.
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A chosen file as it is sent. What it is, is seen in its first bytes; its name is not believed. */
export async function readRecordFile(file: File): Promise<RecordFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return startsWith(bytes, ZIP) ? { workbook: encodeBase64(bytes) } : { text: decodeText(bytes) };
}

/** Why a file cannot be sent; undefined where it can. */
export function refuseFile({ text, workbook }: RecordFile): string | undefined {
  if (workbook !== undefined)
    return workbook.length > MOST_WORKBOOK_CHARS
      ? 'At most nine megabytes at once. Split the workbook by year.'
      : undefined;
  if (text !== undefined && text.length > MOST_CHARS)
    return 'At most eight million characters at once. Split the file by year.';
  const isOld = text !== undefined && OLD_XLS.slice(0, 2).every((byte, i) => text.charCodeAt(i) === byte);
  return isOld ? 'This is an XLS file of before 2007. Save it as XLSX or CSV first.' : undefined;
}
