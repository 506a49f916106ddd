import { REDACTION, type Redaction, SALTS } from './bundle-format.ts';
import { toSigned } from './bundle-signature.ts';
import { openBundle } from './open-bundle.ts';
import { decodeList, digestOfEntry } from './salted.ts';
import { readStoredZip, writeStoredZip } from './stored-zip.ts';
import { decodeJson, encodeJson } from './strict-json.ts';

export interface RedactionOrder {
  /** Files that are left out whole. */
  readonly items: readonly string[];
  /** Entries that are left out, by list. */
  readonly entries: Readonly<Record<string, readonly number[]>>;
  readonly profile: string;
  readonly madeAt: string;
  readonly publicKey: string;
  readonly sign: (bytes: Uint8Array) => string;
}

/**
 * A copy of a bundle without some of its content. Manifest and signatures stay byte for byte, so the copy is checked as the whole is;
 * a signed statement lists what was left out.
 */
export function redactBundle(
  bytes: Uint8Array,
  { items, entries, profile, madeAt, publicKey, sign }: RedactionOrder,
): Uint8Array {
  const { digest } = openBundle(bytes);
  const { files } = readStoredZip(bytes);
  const gone = new Set(items);
  const copy = new Map([...files].filter(([path]) => !gone.has(path)));
  for (const [path, indexes] of Object.entries(entries)) {
    const left = new Set(indexes);
    const list = decodeList(path, files.get(path) ?? new Uint8Array());
    copy.set(path, encodeJson(list.map((entry, i) => (left.has(i) ? { digest: digestOfEntry(entry) } : entry))));
  }
  const salts = decodeJson(SALTS, files.get(SALTS) ?? new Uint8Array()) as Record<string, string>;
  copy.set(SALTS, encodeJson(Object.fromEntries(Object.entries(salts).filter(([path]) => !gone.has(path)))));
  const statement: Omit<Redaction, 'value'> = {
    ...({ format: 'trailmark-redaction', version: 1, manifest: digest, madeAt, profile, publicKey } as const),
    items: [...items].sort(),
    entries: Object.fromEntries(
      Object.entries(entries).map(([path, indexes]) => [path, [...indexes].sort((a, b) => a - b)]),
    ),
  };
  copy.set(REDACTION, encodeJson({ ...statement, value: sign(toSigned(statement)) }));
  return writeStoredZip(copy);
}
