import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleSignature,
  type BundleStamp,
  MANIFEST,
  type Manifest,
  type ManifestItem,
  OUTSIDE,
  REDACTION,
  type Redaction,
  refuseItem,
  SALTS,
  SIGNATURES,
  STAMPS,
} from './bundle-format.ts';
import { decodeSignatures, decodeStamps, MOMENT } from './bundle-signature.ts';
import { decodeList, hashParts, isDigest, isSalt, leafOfFile, leafOfList, type SaltedEntry } from './salted.ts';
import { checkName, readStoredZip } from './stored-zip.ts';
import { decodeJson, isRecord, type JsonRecord } from './strict-json.ts';

/** An item whose content is not what the manifest lists. */
export interface ItemFault {
  readonly path: string;
  readonly why: string;
}

/** A bundle that was taken apart: what is in it, what is not what was signed, and what was left out. */
export interface OpenBundle {
  readonly manifest: Manifest;
  readonly digest: string;
  readonly signatures: readonly BundleSignature[];
  readonly stamps: readonly BundleStamp[];
  readonly redaction: Redaction | undefined;
  /** Content of files whose hash fits. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Entries of lists whose hash fits; `undefined` where one was left out. */
  readonly lists: ReadonlyMap<string, readonly (unknown | undefined)[]>;
  readonly faults: readonly ItemFault[];
  /** Paths of items, and `path entry n`. */
  readonly leftOut: readonly string[];
  /** Items that were there and fit. */
  readonly sound: number;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const hasMembers = (value: JsonRecord, names: string): boolean => Object.keys(value).join() === names;

function isItem(value: unknown): value is ManifestItem {
  if (!isRecord(value) || typeof value.path !== 'string' || !isDigest(value.leaf)) return false;
  return hasMembers(value, 'leaf,path,size')
    ? isCount(value.size)
    : hasMembers(value, 'entries,leaf,path') && isCount(value.entries);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 300;
}

function isHead(value: JsonRecord): boolean {
  const { case: of, report } = value;
  if (!isRecord(of) || !isRecord(report)) return false;
  const isOf = hasMembers(of, 'id,number') && isText(of.id) && isText(of.number);
  const isReport = hasMembers(report, 'id,version') && isText(report.id) && isCount(report.version);
  const isWhen = typeof value.madeAt === 'string' && MOMENT.test(value.madeAt);
  return isOf && isReport && isWhen && isText(value.software) && (value.kind === 'core' || value.kind === 'report');
}

function decodeManifest(bytes: Uint8Array | undefined): Manifest {
  if (!bytes) refuseItem(MANIFEST, 'it is missing: this is no evidence bundle.');
  const value = decodeJson(MANIFEST, bytes);
  if (!isRecord(value) || value.format !== BUNDLE_FORMAT) refuseItem(MANIFEST, 'this is no evidence bundle.');
  if (value.version !== BUNDLE_VERSION)
    refuseItem(MANIFEST, `it is of version ${String(value.version)}; this program reads version ${BUNDLE_VERSION}.`);
  const names = 'case,format,items,kind,madeAt,report,software,version';
  if (!hasMembers(value, names) || !isHead(value) || !Array.isArray(value.items) || !value.items.every(isItem))
    refuseItem(MANIFEST, 'it is not written as the format has it.');
  const manifest = value as unknown as Manifest;
  for (const [i, { path }] of manifest.items.entries()) {
    checkName(path);
    if (OUTSIDE.includes(path)) refuseItem(path, 'the manifest lists it, and it is about the manifest.');
    if (i > 0 && (manifest.items[i - 1]?.path ?? '') >= path)
      refuseItem(path, 'the manifest lists it twice or out of order.');
  }
  return manifest;
}

function decodeSalts(bytes: Uint8Array | undefined): ReadonlyMap<string, string> {
  if (!bytes) refuseItem(SALTS, 'it is missing.');
  const value = decodeJson(SALTS, bytes);
  if (!isRecord(value) || !Object.values(value).every(isSalt))
    refuseItem(SALTS, 'it is no list of salts of 32 digits by path.');
  return new Map(Object.entries(value as Record<string, string>));
}

function decodeRedaction(bytes: Uint8Array): Redaction {
  const value = decodeJson(REDACTION, bytes);
  const names = 'entries,format,items,madeAt,manifest,profile,publicKey,value,version';
  const isFit =
    isRecord(value) && hasMembers(value, names) && value.format === 'trailmark-redaction' && value.version === 1;
  if (
    !isFit ||
    !isRecord(value.entries) ||
    !Array.isArray(value.items) ||
    !isDigest(value.manifest) ||
    !isDigest(value.publicKey)
  )
    refuseItem(REDACTION, 'it is not written as the format has it.');
  const areIndexes = Object.values(value.entries).every((list) => Array.isArray(list) && list.every(isCount));
  if (
    !areIndexes ||
    !MOMENT.test(String(value.madeAt)) ||
    !isText(value.profile) ||
    !/^[0-9a-f]{128}$/.test(String(value.value))
  )
    refuseItem(REDACTION, 'it is not written as the format has it.');
  return value as unknown as Redaction;
}

class ItemReader {
  readonly files = new Map<string, Uint8Array>();
  readonly lists = new Map<string, readonly (unknown | undefined)[]>();
  readonly faults: ItemFault[] = [];
  readonly leftOut: string[] = [];
  sound = 0;
  readonly #damaged: ReadonlySet<string>;
  readonly #salts: ReadonlyMap<string, string>;
  readonly #redaction: Redaction | undefined;

  constructor(damaged: readonly string[], salts: ReadonlyMap<string, string>, redaction: Redaction | undefined) {
    this.#damaged = new Set(damaged);
    this.#salts = salts;
    this.#redaction = redaction;
  }

  #fault(path: string, why: string): void {
    const more = this.#damaged.has(path) ? ' Its checksum in the archive differs, too.' : '';
    this.faults.push({ path, why: `${why}${more}` });
  }

  read(item: ManifestItem, content: Uint8Array | undefined): void {
    const { path } = item;
    const isListed = this.#redaction?.items.includes(path) === true;
    if (!content && isListed) this.leftOut.push(path);
    else if (!content) this.#fault(path, 'it is missing, and no statement says that it was left out.');
    else if (isListed) this.#fault(path, 'it is said to be left out, and it is there.');
    else if ('size' in item) this.#readFile(item, content);
    else this.#readList(item, content);
  }

  #readFile({ path, size, leaf }: ManifestItem & { readonly size: number }, content: Uint8Array): void {
    const salt = this.#salts.get(path);
    if (salt === undefined) this.#fault(path, `its salt is missing in ${SALTS}.`);
    else if (content.length !== size) this.#fault(path, `it has ${content.length} bytes, and ${size} were signed.`);
    else if (leafOfFile(salt, content) !== leaf)
      this.#fault(path, 'its SHA-256 is not the one that was signed: it was changed.');
    else {
      this.files.set(path, content);
      this.sound++;
    }
  }

  #readList({ path, entries: count, leaf }: ManifestItem & { readonly entries: number }, content: Uint8Array): void {
    const entries = decodeList(path, content);
    if (entries.length !== count || leafOfList(entries) !== leaf) {
      this.#fault(path, 'an entry of it was changed, added or taken away after it was signed.');
      return;
    }
    if (this.#checkEntries(path, entries)) {
      this.lists.set(
        path,
        entries.map((entry) => ('digest' in entry ? undefined : entry.value)),
      );
      this.sound++;
    }
  }

  #checkEntries(path: string, entries: readonly SaltedEntry[]): boolean {
    const missing = entries.flatMap((entry, i) => ('digest' in entry ? [i] : []));
    const stated = this.#redaction?.entries[path] ?? [];
    if (missing.join() !== stated.join()) {
      this.#fault(path, 'what is left out of it is not what the statement of the copy lists.');
      return false;
    }
    this.leftOut.push(...missing.map((i) => `${path} entry ${i}`));
    return true;
  }
}

/** Takes a bundle apart. Throws `invalid` for what is no bundle of this format, naming the item; items that were changed are faults. */
export function openBundle(bytes: Uint8Array): OpenBundle {
  const { files, damaged } = readStoredZip(bytes);
  const spoilt = OUTSIDE.find((name) => damaged.includes(name));
  if (spoilt !== undefined) refuseItem(spoilt, 'it was changed or damaged: its checksum in the archive differs.');
  const manifestBytes = files.get(MANIFEST);
  const manifest = decodeManifest(manifestBytes);
  const listed = new Set(manifest.items.map(({ path }) => path));
  const foreign = [...files.keys()].find((name) => !listed.has(name) && !OUTSIDE.includes(name));
  if (foreign !== undefined) refuseItem(foreign, 'the manifest does not list it.');
  const salts = decodeSalts(files.get(SALTS));
  const unsalted = [...salts.keys()].find((path) => !files.has(path));
  if (unsalted !== undefined) refuseItem(SALTS, `it has a salt of ${unsalted}, which is not in the bundle.`);
  const redactionBytes = files.get(REDACTION);
  const redaction = redactionBytes && decodeRedaction(redactionBytes);
  const reader = new ItemReader(damaged, salts, redaction);
  for (const item of manifest.items) reader.read(item, files.get(item.path));
  const signatures = files.get(SIGNATURES);
  if (!signatures) refuseItem(SIGNATURES, 'it is missing: nobody signed this bundle.');
  const { faults, leftOut, sound } = reader;
  return {
    ...{ manifest, redaction, faults, leftOut, sound, files: reader.files, lists: reader.lists },
    digest: hashParts(manifestBytes ?? new Uint8Array()),
    signatures: decodeSignatures(signatures),
    stamps: decodeStamps(files.get(STAMPS)),
  };
}
