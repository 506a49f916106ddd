import { AppError } from '../../packages/core/src/errors.ts';
import { readStoredZip } from '../../packages/evidence/src/bundle/stored-zip.ts';
import { verifyBundle } from '../../packages/evidence/src/bundle/verify-bundle.ts';

export interface ChangedByte {
  readonly at: number;
  readonly mask: number;
  /** The item whose content has the byte; undefined for heads and lists of the archive. */
  readonly item: string | undefined;
}

/** Numbers that are the same in every run (a linear congruence of 48 bits). */
function* numbers(seed: bigint): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 25_214_903_917n + 11n) & 0xffff_ffff_ffffn;
    yield Number(state >> 17n);
  }
}

interface Kind {
  readonly item: string | undefined;
  readonly from: number;
  readonly length: number;
}

/** Stretches of an archive by kind: every file, of transactions one in all, and what is between the files. */
function listKinds(bytes: Uint8Array): readonly Kind[] {
  const kinds: Kind[] = [];
  let hasTransaction = false;
  let end = 0;
  for (const [item, content] of readStoredZip(bytes).files) {
    const from = content.byteOffset - bytes.byteOffset;
    if (end === 0 || item === 'manifest.json') kinds.push({ item: undefined, from: end, length: from - end });
    end = from + content.length;
    const isTransaction = item.endsWith('.raw');
    if (!isTransaction || !hasTransaction) kinds.push({ item, from, length: content.length });
    hasTransaction ||= isTransaction;
  }
  return [...kinds, { item: undefined, from: end, length: bytes.length - end }];
}

export function applyChange(bytes: Uint8Array, { at, mask }: ChangedByte): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}

/** What the verifier reports of a bundle that is not what was signed, naming what was changed. Throws where it finds nothing. */
export function complaintsOf(bytes: Uint8Array, now: number): string {
  try {
    const { verdict, faults, checks } = verifyBundle(bytes, { now });
    if (verdict !== 'failed') throw new Error('The change was not found.');
    const failed = checks.filter(({ state }) => state === 'failed').map(({ sentence }) => sentence);
    return [...faults.map(({ path }) => path), ...failed].join('\n');
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
}

/** How many kinds of stretches an archive has. */
export const countKinds = (bytes: Uint8Array): number => listKinds(bytes).length;

/** Changes of one byte, so many in each kind of file; the same in every run. */
export function* changedBytes(bytes: Uint8Array, perKind: number): Generator<ChangedByte> {
  const random = numbers(20_261_128n);
  const next = (below: number): number => (random.next().value as number) % below;
  for (const { item, from, length } of listKinds(bytes)) {
    for (let i = 0; i < perKind; i++) {
      const at = from + next(length);
      const mask = 1 + next(255);
      yield { at, mask, item };
    }
  }
}
