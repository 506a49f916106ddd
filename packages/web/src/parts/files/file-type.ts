/** Types detected from the first bytes; the signatures are those of the formats' own definitions. */
const SIGNATURES: readonly (readonly [type: string, at: number, bytes: readonly number[]])[] = [
  ['pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['png', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', 0, [0xff, 0xd8, 0xff]],
  ['gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['zip', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', 0, [0x1f, 0x8b]],
  ['rar', 0, [0x52, 0x61, 0x72, 0x21]],
  ['7z', 0, [0x37, 0x7a, 0xbc, 0xaf]],
  ['program', 0, [0x4d, 0x5a]],
  ['program', 0, [0x7f, 0x45, 0x4c, 0x46]],
  ['mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['mp3', 0, [0x49, 0x44, 0x33]],
  ['ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['riff', 0, [0x52, 0x49, 0x46, 0x46]],
];

/** Endings of names by the type that they promise. */
const ENDINGS: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  htm: 'text',
  html: 'text',
  txt: 'text',
  csv: 'text',
  json: 'text',
  eml: 'text',
  m4a: 'mp4',
  mov: 'mp4',
  webp: 'riff',
  wav: 'riff',
  docx: 'zip',
  xlsx: 'zip',
  pptx: 'zip',
  odt: 'zip',
  exe: 'program',
};

/** The type that a file's name promises. */
export function statedType(name: string): string {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? (ending || 'none');
}

function isText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}

/** The type that its first bytes show; `unknown` where they show none. */
export function foundType(head: Uint8Array): string {
  const found = SIGNATURES.find(([, at, bytes]) => bytes.every((byte, i) => head[at + i] === byte));
  if (found) return found[0];
  return head.length > 0 && isText(head) ? 'text' : 'unknown';
}

/** Whether a name promises something else than what is in the file. */
export function isMisnamed(stated: string, found: string): boolean {
  return found !== 'unknown' && stated !== found && !(stated === 'none' && found === 'text');
}
