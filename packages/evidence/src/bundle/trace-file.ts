import { type ChainId, isChainId } from '@trailmark/core/chain';
import { refuseItem } from './bundle-format.ts';
import { decodeJson, isRecord } from './strict-json.ts';

// A trace as it is hashed everywhere: canonical JSON of request, steps, leaves, cuts and sums, amounts as decimal text.

export interface FilePart {
  readonly ref: string;
  readonly address: string | null;
  readonly amount: string | null;
  readonly tainted: string;
}

export interface FileStep {
  readonly family: 'outputs' | 'accounts';
  readonly txid: string;
  readonly height: number;
  readonly time: number;
  readonly inputs?: readonly FilePart[];
  readonly outputs?: readonly FilePart[];
  readonly fee?: string | null;
  readonly feeTainted: string;
  readonly added: string;
}

export interface FileLeaf {
  readonly ref: string;
  readonly address: string | null;
  readonly asset: string;
  readonly amount: string;
  readonly reason: string;
}

export interface FileSum {
  readonly asset: string;
  readonly began: string;
  readonly added: string;
  readonly convertedIn: string;
  readonly convertedOut: string;
  readonly ended: Readonly<Record<string, string>>;
  readonly cut: string;
  readonly fees: string;
}

export interface TraceFile {
  readonly request: {
    readonly chain: ChainId;
    readonly direction: 'forward' | 'backward';
    readonly method: string;
    readonly seeds: readonly {
      readonly kind: string;
      readonly txid?: string;
      readonly vout?: number;
      readonly amount?: string;
    }[];
  };
  readonly steps: readonly FileStep[];
  readonly leaves: readonly FileLeaf[];
  readonly cuts: readonly { readonly asset: string; readonly amount: string; readonly count: number }[];
  readonly sums: readonly FileSum[];
}

/** Where a trace begins: `txid:vout` and how much of it is not brought by money of another seed. */
export interface FileSeed {
  readonly ref: string;
  readonly asset: string;
  readonly amount: string;
}

const UNITS = /^-?(?:0|[1-9]\d{0,90})$/;

function areUnits(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string' && UNITS.test(value));
}

function isPart(value: unknown): boolean {
  return isRecord(value) && typeof value.ref === 'string' && areUnits([value.tainted, value.amount ?? '0']);
}

function isStep(value: unknown): boolean {
  if (!isRecord(value) || typeof value.txid !== 'string' || !areUnits([value.feeTainted, value.added])) return false;
  const parts = [value.inputs ?? [], value.outputs ?? []];
  return (
    (value.family === 'accounts' || value.family === 'outputs') &&
    parts.every((list) => Array.isArray(list) && list.every(isPart))
  );
}

function isSum(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.ended)) return false;
  const { began, added, convertedIn, convertedOut, cut, fees, ended } = value;
  return areUnits([began, added, convertedIn, convertedOut, cut, fees, ...Object.values(ended)]);
}

const isEnd = (value: unknown): boolean =>
  isRecord(value) && typeof value.asset === 'string' && areUnits([value.amount]);

/** Reads a trace of a bundle. Throws `invalid`, naming the item. */
export function decodeTraceFile(path: string, bytes: Uint8Array): TraceFile {
  const outer = decodeJson(path, bytes);
  const value = isRecord(outer) ? outer.value : undefined;
  if (!isRecord(value) || !isRecord(value.request)) refuseItem(path, 'it is no trace.');
  const { request, steps, leaves, cuts, sums } = value;
  const { chain, direction, method, seeds } = request;
  const isAsked =
    isChainId(String(chain)) && typeof method === 'string' && Array.isArray(seeds) && seeds.every(isRecord);
  const isWay = direction === 'forward' || direction === 'backward';
  const lists: readonly (readonly [unknown, (part: unknown) => boolean])[] = [
    [steps, isStep],
    [leaves, (part) => isEnd(part) && typeof (part as { ref?: unknown }).ref === 'string'],
    [cuts, isEnd],
    [sums, isSum],
  ];
  const isFit = lists.every(([list, fits]) => Array.isArray(list) && list.every(fits));
  if (!isAsked || !isWay || !isFit) refuseItem(path, 'it is no trace as the format has them.');
  return value as unknown as TraceFile;
}

/** Reads where a trace begins. Throws `invalid`, naming the item. */
export function decodeSeedFile(path: string, bytes: Uint8Array): readonly FileSeed[] {
  const value = decodeJson(path, bytes);
  const isFit =
    Array.isArray(value) && value.every((seed) => isEnd(seed) && typeof (seed as { ref?: unknown }).ref === 'string');
  if (!isFit) refuseItem(path, 'it is no list of seeds as the format has them.');
  return value as FileSeed[];
}
