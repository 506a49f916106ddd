import { toPosition } from '@trailmark/core/position';
import { OWNER_ROW_BYTES, type ResolvedBlock } from '@trailmark/core/resolved-block';

/** An input that the table of unspent outputs could not resolve, by its place in a group of blocks. */
export interface MissingInput {
  readonly block: number;
  readonly input: number;
  /** Only transactions before this position count. */
  readonly before: number;
}

/** An output found in the group. */
export interface FoundOutput {
  readonly position: number;
  readonly value: bigint;
  /** Code of SCRIPT_TYPES. */
  readonly type: number;
  /** OWNER_ROW_BYTES. */
  readonly owner: Uint8Array;
}

/** `spent`: an earlier input of the group spends the same output. */
export type GroupAnswer = FoundOutput | 'spent' | undefined;

/**
 * Looks for outputs in blocks that are resolved together and not in the store yet: a small table may have dropped them.
 * First bytes distinguish almost everything, so a group costs little compared with its parsing.
 */
export function searchGroup(group: readonly ResolvedBlock[], missing: readonly MissingInput[]): GroupAnswer[] {
  const answers: GroupAnswer[] = missing.map(() => undefined);
  const wanted = indexByFirstWord(group, missing);
  group.forEach((block, at) => {
    for (let tx = 0; tx < block.txCount; tx++) {
      for (const i of wanted.get(firstWord(block.txids, tx * 32)) ?? []) {
        answers[i] = findOutput(block, tx, group, missing[i] as MissingInput) ?? answers[i];
      }
    }
    for (const i of findSpentBefore(group, at, wanted, missing)) answers[i] = 'spent';
  });
  return answers;
}

/** The missing inputs by the first word of the txid they spend. */
function indexByFirstWord(
  group: readonly ResolvedBlock[],
  missing: readonly MissingInput[],
): ReadonlyMap<number, readonly number[]> {
  const wanted = new Map<number, number[]>();
  missing.forEach((entry, i) => {
    const first = firstWord(outpointOf(group[entry.block], entry.input), 0);
    const same = wanted.get(first);
    if (same) same.push(i);
    else wanted.set(first, [i]);
  });
  return wanted;
}

/** Missing inputs whose output an input of this block spends before them. */
function findSpentBefore(
  group: readonly ResolvedBlock[],
  at: number,
  wanted: ReadonlyMap<number, readonly number[]>,
  missing: readonly MissingInput[],
): number[] {
  const block = group[at] as ResolvedBlock;
  const spent: number[] = [];
  for (let input = 0; input < block.inOutpoint.length; input++) {
    for (const i of wanted.get(firstWord(block.bytes, block.inOutpoint[input] ?? 0)) ?? []) {
      if (isSpentBefore(group, at, input, missing[i] as MissingInput)) spent.push(i);
    }
  }
  return spent;
}

function firstWord(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function outpointOf(block: ResolvedBlock | undefined, input: number): Uint8Array {
  const at = block?.inOutpoint[input] ?? 0;
  return block?.bytes.subarray(at, at + 36) ?? new Uint8Array(36);
}

function isSame(a: Uint8Array, b: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function findOutput(
  block: ResolvedBlock,
  tx: number,
  group: readonly ResolvedBlock[],
  { block: at, input, before }: MissingInput,
): FoundOutput | undefined {
  const spender = group[at];
  const position = toPosition(block.height, tx);
  if (!spender || position >= before) return undefined;
  if (!isSame(block.txids.subarray(tx * 32, tx * 32 + 32), outpointOf(spender, input), 32)) return undefined;
  const output = (block.txFirstOutput[tx] ?? 0) + (spender.inVout[input] ?? 0);
  if (output >= (block.txFirstOutput[tx + 1] ?? 0)) return undefined;
  const owner = block.outOwner.slice(output * OWNER_ROW_BYTES, (output + 1) * OWNER_ROW_BYTES);
  if (owner[0] === 0) return undefined;
  return { position, value: block.outValue[output] ?? 0n, type: block.outType[output] ?? 0, owner };
}

function isSpentBefore(group: readonly ResolvedBlock[], at: number, input: number, entry: MissingInput): boolean {
  if (at > entry.block || (at === entry.block && input >= entry.input)) return false;
  return isSame(outpointOf(group[at], input), outpointOf(group[entry.block], entry.input), 36);
}
