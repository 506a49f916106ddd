import type { FundingAnswers, FundingRequests } from '@trailmark/core/funding';
import { displayHash } from '@trailmark/core/hex';
import { toPosition } from '@trailmark/core/position';
import {
  INPUT_OWNER,
  INPUT_P2PK,
  INPUT_SOURCE,
  INPUT_VALUE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_COINBASE,
} from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type { BlockHead, Part } from './join-transactions.ts';

/** A block whose inputs are still being resolved. */
export interface OpenBlock {
  readonly head: BlockHead;
  /** Ascending by index. */
  readonly parts: readonly Part[];
}

/** An input of which nothing is known, in a part whose bytes are there. */
interface OpenInput {
  readonly block: ResolvedBlock;
  readonly input: number;
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly before: number;
}

interface FoundOutput {
  readonly position: number;
  readonly value: bigint;
  readonly type: number;
  readonly owner: Uint8Array;
}

/** The inputs that are known of a transaction that is indexed, carried over to a fresh reading of its bytes. */
export function keepKnownInputs(fresh: ResolvedBlock, held: ResolvedBlock): ResolvedBlock {
  if (held.inFlags.length !== fresh.inFlags.length) return fresh;
  for (const [i, flags] of held.inFlags.entries()) {
    if (flags === 0) continue;
    fresh.inFlags[i] = flags;
    fresh.inValue[i] = held.inValue[i] ?? 0n;
    fresh.inPosition[i] = held.inPosition[i] ?? 0;
    fresh.inOwner.set(held.inOwner.subarray(i * OWNER_ROW_BYTES, (i + 1) * OWNER_ROW_BYTES), i * OWNER_ROW_BYTES);
  }
  return fresh;
}

function listOpenInputs(blocks: readonly OpenBlock[]): OpenInput[] {
  return blocks.flatMap(({ head, parts }) =>
    parts
      .filter(({ block }) => block.bytes.length > 0 && ((block.txFlags[0] ?? 0) & TX_COINBASE) === 0)
      .flatMap(({ index, block }) =>
        [...block.inFlags.keys()]
          .filter((input) => ((block.inFlags[input] ?? 0) & INPUT_SOURCE) === 0)
          .map((input) => {
            const at = block.inOutpoint[input] ?? 0;
            return { block, input, txid: block.bytes.subarray(at, at + 32), before: toPosition(head.height, index) };
          }),
      ),
  );
}

function fill({ block, input }: OpenInput, { position, value, type, owner }: FoundOutput): void {
  block.inFlags[input] = INPUT_OWNER | INPUT_VALUE | INPUT_SOURCE | (type === SCRIPT_CODE.p2pk ? INPUT_P2PK : 0);
  block.inValue[input] = value;
  block.inPosition[input] = position;
  block.inOwner.set(owner, input * OWNER_ROW_BYTES);
}

type Places = ReadonlyMap<string, readonly { readonly position: number; readonly block: ResolvedBlock }[]>;

/** Transactions of the blocks in hand by id, ascending by position. */
function indexParts(blocks: readonly OpenBlock[]): Places {
  const places = new Map<string, { position: number; block: ResolvedBlock }[]>();
  for (const { head, parts } of blocks) {
    for (const { index, block } of parts) {
      const txid = displayHash(block.txids);
      const known = places.get(txid) ?? [];
      known.push({ position: toPosition(head.height, index), block });
      places.set(
        txid,
        known.sort((a, b) => a.position - b.position),
      );
    }
  }
  return places;
}

function findInHand(places: Places, { block, input, txid, before }: OpenInput): FoundOutput | undefined {
  const funding = places.get(displayHash(txid))?.findLast(({ position }) => position < before);
  const vout = block.inVout[input] ?? 0;
  if (!funding || vout >= funding.block.outType.length) return undefined;
  const owner = funding.block.outOwner.slice(vout * OWNER_ROW_BYTES, (vout + 1) * OWNER_ROW_BYTES);
  if (owner[0] === 0) return undefined;
  const { outValue, outType } = funding.block;
  return { position: funding.position, value: outValue[vout] ?? 0n, type: outType[vout] ?? 0, owner };
}

function toRequests(open: readonly OpenInput[]): FundingRequests {
  const txids = new Uint8Array(open.length * 32);
  open.forEach(({ txid }, i) => {
    txids.set(txid, i * 32);
  });
  return {
    count: open.length,
    txids,
    vouts: Uint32Array.from(open, ({ block, input }) => block.inVout[input] ?? 0),
    before: Float64Array.from(open, ({ before }) => before),
  };
}

/** Resolves inputs against the blocks in hand, and what those do not hold against the store. The rest stays unknown. */
export async function resolveInputs(
  blocks: readonly OpenBlock[],
  find: (requests: FundingRequests) => Promise<FundingAnswers>,
): Promise<void> {
  const places = indexParts(blocks);
  const asked: OpenInput[] = [];
  for (const open of listOpenInputs(blocks)) {
    const output = findInHand(places, open);
    if (output) fill(open, output);
    else asked.push(open);
  }
  if (asked.length === 0) return;
  const answers = await find(toRequests(asked));
  asked.forEach((open, i) => {
    if (answers.found[i] !== 1) return;
    fill(open, {
      position: answers.positions[i] ?? 0,
      value: answers.values[i] ?? 0n,
      type: answers.types[i] ?? 0,
      owner: answers.owners.subarray(i * OWNER_ROW_BYTES, (i + 1) * OWNER_ROW_BYTES),
    });
  });
}
