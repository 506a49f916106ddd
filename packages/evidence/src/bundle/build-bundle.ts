import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleSignature,
  MANIFEST,
  type Manifest,
  type ManifestItem,
  SALTS,
  SIGNATURES,
} from './bundle-format.ts';
import { hashParts, leafOfFile, leafOfList, type SaltedEntry } from './salted.ts';
import { writeStoredZip } from './stored-zip.ts';
import { encodeJson } from './strict-json.ts';

/** What goes into a bundle. The same content gives the same bytes, whenever and wherever it is built. */
export interface BundleContent {
  readonly head: Omit<Manifest, 'format' | 'version' | 'items'>;
  /** Bytes by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Entries by path; each can be left out of a copy separately. */
  readonly lists: ReadonlyMap<string, readonly unknown[]>;
  /** 16 bytes in hexadecimal for a file, or an entry of a list: the same every time, and nobody else can know it. */
  readonly toSalt: (place: string) => string;
}

export interface BuiltBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** As the manifest lists them. */
  readonly items: readonly ManifestItem[];
  /** SHA-256 of the manifest: what is signed, and what the bundle is known by. */
  readonly digest: string;
}

/** Files of a bundle without signatures. */
export function buildBundle({ head, files, lists, toSalt }: BundleContent): BuiltBundle {
  const built = new Map<string, Uint8Array>();
  const items: ManifestItem[] = [];
  const salts: Record<string, string> = {};
  for (const [path, content] of files) {
    const salt = toSalt(path);
    salts[path] = salt;
    built.set(path, content);
    items.push({ path, leaf: leafOfFile(salt, content), size: content.length });
  }
  for (const [path, values] of lists) {
    const entries: SaltedEntry[] = values.map((value, index) => ({ salt: toSalt(`${path} ${index}`), value }));
    built.set(path, encodeJson(entries));
    items.push({ path, leaf: leafOfList(entries), entries: entries.length });
  }
  items.sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest: Manifest = { format: BUNDLE_FORMAT, version: BUNDLE_VERSION, ...head, items };
  const bytes = encodeJson(manifest);
  built.set(MANIFEST, bytes).set(SALTS, encodeJson(salts));
  return { files: built, items, digest: hashParts(bytes) };
}

/** The file of a bundle with its signatures. */
export function sealBundle({ files }: BuiltBundle, signatures: readonly BundleSignature[]): Uint8Array {
  return writeStoredZip(new Map(files).set(SIGNATURES, encodeJson(signatures)));
}
