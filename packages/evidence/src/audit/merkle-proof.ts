import { AppError } from '@trailmark/core/errors';
import { hashNode, listPeaks, type NodePlace } from './merkle-tree.ts';

/** Leaves from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The complete subtrees that a span is made of; a span of a proof begins where one of its size may. */
function toPlaces({ start, end }: Span): NodePlace[] {
  return listPeaks(end - start).map(({ level, index }) => ({ level, index: start / 2 ** level + index }));
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  let width = 1;
  while (width * 2 < count) width *= 2;
  return width;
}

function inclusionSpans(index: number, { start, end }: Span): Span[] {
  if (end - start <= 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...inclusionSpans(index, { start, end: middle }), { start: middle, end }]
    : [...inclusionSpans(index, { start: middle, end }), { start, end: middle }];
}

function consistencySpans(from: number, { start, end }: Span, isWhole: boolean): Span[] {
  if (from === end) return isWhole ? [] : [{ start, end }];
  const middle = start + splitOf(end - start);
  return from <= middle
    ? [...consistencySpans(from, { start, end: middle }, isWhole), { start: middle, end }]
    : [...consistencySpans(from, { start: middle, end }, false), { start, end: middle }];
}

/** Which stored subtrees a proof needs: one group a hash of the proof, to be joined from the right. */
export type ProofPlan = readonly (readonly NodePlace[])[];

/** The audit path of RFC 6962 section 2.1.1: that the leaf `index` is in the tree of `size` leaves. */
export function planInclusion(index: number, size: number): ProofPlan {
  if (index < 0 || index >= size)
    throw new AppError('invalid', `A tree of ${size} leaves has no leaf ${index}: they count from 0.`);
  return inclusionSpans(index, { start: 0, end: size }).map(toPlaces);
}

/** The consistency proof of RFC 6962 section 2.1.2: that the tree of `to` leaves begins with that of `from`. */
export function planConsistency(from: number, to: number): ProofPlan {
  if (from < 1 || from > to) throw new AppError('invalid', `No tree grows from ${from} to ${to} leaves.`);
  return consistencySpans(from, { start: 0, end: to }, true).map(toPlaces);
}

/** The hashes of a proof, from those of the subtrees it is made of. */
export function buildProof(plan: ProofPlan, hashOf: (place: NodePlace) => Buffer): Buffer[] {
  return plan.map((places) => places.map(hashOf).reduceRight((right, left) => hashNode(left, right)));
}

interface Walk {
  readonly at: number;
  readonly last: number;
}

function up({ at, last }: Walk): Walk {
  return { at: Math.floor(at / 2), last: Math.floor(last / 2) };
}

/** Climbs to where the node is a right child, or the leftmost. */
function climb(walk: Walk): Walk {
  let here = walk;
  while (here.at % 2 === 0 && here.at !== 0) here = up(here);
  return here;
}

/** Root that an audit path leads to (RFC 9162 section 2.1.3.2); undefined for a path of another length. */
export function rootOfInclusion(
  { index, size, leaf }: { readonly index: number; readonly size: number; readonly leaf: Uint8Array },
  path: readonly Uint8Array[],
): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  let walk: Walk = { at: index, last: size - 1 };
  let hash: Buffer = Buffer.from(leaf);
  for (const part of path) {
    if (walk.last === 0) return undefined;
    const isRight = walk.at % 2 === 1 || walk.at === walk.last;
    hash = isRight ? hashNode(part, hash) : hashNode(hash, part);
    walk = up(walk.at % 2 === 0 && isRight ? climb(walk) : walk);
  }
  return walk.last === 0 ? hash : undefined;
}

/** Whether a consistency proof holds between two trees (RFC 9162 section 2.1.4.2). */
export function verifyConsistency(
  before: { readonly size: number; readonly root: Uint8Array },
  after: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (before.size === after.size) return proof.length === 0 && Buffer.compare(before.root, after.root) === 0;
  if (before.size < 1 || before.size > after.size) return false;
  const isPower = listPeaks(before.size).length === 1;
  const [first, ...rest] = isPower ? [before.root, ...proof] : proof;
  if (!first) return false;
  let walk: Walk = { at: before.size - 1, last: after.size - 1 };
  while (walk.at % 2 === 1) walk = up(walk);
  let [old, now]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)];
  for (const part of rest) {
    if (walk.last === 0) return false;
    if (walk.at % 2 === 1 || walk.at === walk.last) {
      [old, now] = [hashNode(part, old), hashNode(part, now)];
      walk = climb(walk);
    } else now = hashNode(now, part);
    walk = up(walk);
  }
  return walk.last === 0 && old.equals(before.root) && now.equals(after.root);
}
