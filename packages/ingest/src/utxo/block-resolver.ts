import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { createBlockKernel } from '@trailmark/chains/utxo/kernel';
import { createOutpointTable } from '@trailmark/chains/utxo/outpoint-table';
import { AppError } from '@trailmark/core/errors';
import type { FundingAnswers, FundingRequests } from '@trailmark/core/funding';
import { toPosition } from '@trailmark/core/position';
import {
  INPUT_OWNER,
  INPUT_P2PK,
  INPUT_SOURCE,
  INPUT_VALUE,
  OWNER_ROW_BYTES,
  type ResolvedBlock,
  TX_COINBASE,
  TX_UNSPENDABLE,
} from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type { SourceBlock } from '../source.ts';
import { type CheckedBlock, checkBlock } from './check-block.ts';
import { type FoundOutput, type MissingInput, searchGroup } from './search-group.ts';

/**
 * First copies of the BIP 30 duplicates, by block hash: their coinbases were overwritten and can never be spent, on Bitcoin and
 * on Bitcoin Cash, which shares these blocks. Height 0 never could.
 */
const UNSPENDABLE_COINBASES = new Map([
  ['00000000000af0aed4792b1acee3d966af36cf5def14935db8de83d6f9306f2f', 91_812],
  ['00000000000271a2dc26e7667f8419f2e15416dc6955e5a6c6cdf3f2574dd08e', 91_722],
]);

/**
 * The blocks that overwrote them, the only ones that repeat a transaction whose outputs are unspent (Bitcoin Core,
 * `IsBIP30Repeat`).
 */
const REPEATING_BLOCKS = new Set([
  '00000000000a4d0a398161ffc163c503763b1f4360639393e0e4c8e300e0caec',
  '00000000000743f190a18c5577a3c2d2a1f610ae9601ac046a38084ccb7cd721',
]);

/** Whether the coinbase of a block, whose hash is in display order, can never be spent. */
export function isUnspendableCoinbase(height: number, hash: string): boolean {
  return height === 0 || UNSPENDABLE_COINBASES.get(hash) === height;
}

export interface ResolveOptions {
  readonly source: string;
  /** Slots of the table of unspent outputs; 64 bytes each when full. */
  readonly tableSlots: number;
  /** Isolated blocks: parents are not indexed, and previous outputs may be anywhere. */
  readonly isolated?: boolean;
}

type Finder = (requests: FundingRequests) => Promise<FundingAnswers>;

const FOUND = INPUT_OWNER | INPUT_VALUE | INPUT_SOURCE;

/**
 * Turns raw blocks into checked blocks with resolved inputs. Unspent outputs of recent blocks are in a bounded table;
 * older ones are read from the store, once per group of blocks.
 */
export class BlockResolver {
  private readonly kernel = createBlockKernel();
  private readonly table;
  private readonly chain: UtxoChain;
  private readonly options: ResolveOptions;
  private group: ResolvedBlock[] = [];
  private missing: MissingInput[] = [];

  constructor(chain: UtxoChain, options: ResolveOptions) {
    this.chain = chain;
    this.options = options;
    this.table = createOutpointTable(options.tableSlots);
  }

  /** Checks a block and adds it to the group. Returns its hash, display order. */
  add(block: SourceBlock, parentHash: string | undefined): string {
    const checked = checkBlock(this.kernel, this.chain, block, { parentHash });
    const resolved = this.toResolved(block, checked);
    this.noteMissing(resolved, this.group.length);
    this.group.push(resolved);
    return checked.hash;
  }

  get groupTransactions(): number {
    return this.group.reduce((sum, block) => sum + block.txCount, 0);
  }

  get missingCount(): number {
    return this.missing.length;
  }

  /** Unspent outputs in the table, and the bytes they take. */
  get tableState(): { size: number; bytes: number; evicted: number } {
    return { size: this.table.size, bytes: this.table.memoryBytes, evicted: this.table.evicted };
  }

  /** Resolves what the table did not know and hands over the group. */
  async take(find: Finder): Promise<ResolvedBlock[]> {
    const { group, missing } = this;
    this.group = [];
    this.missing = [];
    if (missing.length > 0) await this.resolveMissing(group, missing, find);
    return group;
  }

  private async resolveMissing(
    group: readonly ResolvedBlock[],
    missing: readonly MissingInput[],
    find: Finder,
  ): Promise<void> {
    const within = searchGroup(group, missing);
    const asked = missing.filter((_, i) => within[i] === undefined);
    missing.forEach((entry, i) => {
      const answer = within[i];
      const block = group[entry.block];
      // An output that is spent already stays unresolved, so that the check of values names the block.
      if (block && answer && answer !== 'spent') fillInput(block, entry.input, answer);
    });
    if (asked.length > 0) fillInputs(group, asked, await find(toRequests(group, asked)));
  }

  /** Forgets all unspent outputs and any unfinished group: after a reorganisation they may be of the other branch. */
  clear(): void {
    this.table.clear();
    this.group = [];
    this.missing = [];
  }

  private toResolved(block: SourceBlock, checked: CheckedBlock): ResolvedBlock {
    const { columns } = checked;
    const repeats = this.table.duplicates;
    const inputs = this.table.applyBlock(columns, block.height, { createFirst: this.chain.symbol === 'BCH' });
    if (this.table.duplicates > repeats && !REPEATING_BLOCKS.has(checked.hash)) this.refuseRepeat(block, checked);
    const raw = block.raw;
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
    const inVout = new Uint32Array(columns.inputCount);
    const inFlags = new Uint8Array(columns.inputCount);
    for (let i = 0; i < inVout.length; i++) {
      inVout[i] = view.getUint32((columns.inOutpoint[i] ?? 0) + 32, true);
      if (inputs.inFound[i] === 1) inFlags[i] = FOUND | (inputs.inType[i] === SCRIPT_CODE.p2pk ? INPUT_P2PK : 0);
    }
    const txFlags = columns.txFlags.slice();
    if (isUnspendableCoinbase(block.height, checked.hash)) txFlags[0] = (txFlags[0] ?? 0) | TX_UNSPENDABLE;
    return {
      height: block.height,
      hash: columns.headerHash.slice(),
      header: Uint8Array.from(raw.subarray(0, 80)),
      time: checked.time,
      timeEstimated: false,
      heightEstimated: false,
      isWhole: true,
      hasRaw: true,
      source: this.options.source,
      size: raw.length,
      weight: blockWeight(raw.length, columns.txSize, columns.txStrippedSize),
      bytes: raw,
      txCount: columns.txCount,
      txIndex: undefined,
      txOffset: columns.txOffset.slice(),
      txSize: columns.txSize.slice(),
      txids: columns.txids.slice(),
      txFirstInput: columns.txFirstInput.slice(),
      txFirstOutput: columns.txFirstOutput.slice(),
      txFlags,
      inOutpoint: columns.inOutpoint.slice(),
      inVout,
      inFlags,
      inValue: inputs.inValue.slice(),
      inPosition: inputs.inPosition.slice(),
      inOwner: inputs.inOwner.slice(),
      outValue: columns.outValue.slice(),
      outType: columns.outType.slice(),
      outOwner: columns.outOwner.slice(),
    };
  }

  private refuseRepeat({ height }: SourceBlock, { hash }: CheckedBlock): never {
    const name = `${this.chain.name} block ${height.toLocaleString('en')} (${hash})`;
    const message = `${name} is refused: it repeats a transaction whose outputs are not all spent (BIP 30).`;
    throw new AppError('inconsistent', message, { context: { height, hash } });
  }

  private noteMissing(block: ResolvedBlock, index: number): void {
    for (let tx = 0; tx < block.txCount; tx++) {
      if ((block.txFlags[tx] ?? 0) & TX_COINBASE) continue;
      for (let input = block.txFirstInput[tx] ?? 0; input < (block.txFirstInput[tx + 1] ?? 0); input++) {
        if ((block.inFlags[input] ?? 0) !== 0) continue;
        this.missing.push({ block: index, input, before: toPosition(block.height, tx) });
      }
    }
  }
}

function blockWeight(size: number, txSize: Uint32Array, stripped: Uint32Array): number {
  let witness = 0;
  for (let i = 0; i < txSize.length; i++) witness += (txSize[i] ?? 0) - (stripped[i] ?? 0);
  return (size - witness) * 3 + size;
}

function fillInput(block: ResolvedBlock, input: number, output: FoundOutput): void {
  block.inFlags[input] = FOUND | (output.type === SCRIPT_CODE.p2pk ? INPUT_P2PK : 0);
  block.inValue[input] = output.value;
  block.inPosition[input] = output.position;
  block.inOwner.set(output.owner, input * OWNER_ROW_BYTES);
}

function toRequests(group: readonly ResolvedBlock[], missing: readonly MissingInput[]): FundingRequests {
  const txids = new Uint8Array(missing.length * 32);
  const vouts = new Uint32Array(missing.length);
  missing.forEach(({ block: at, input }, i) => {
    const block = group[at];
    const offset = block?.inOutpoint[input] ?? 0;
    if (block) txids.set(block.bytes.subarray(offset, offset + 32), i * 32);
    vouts[i] = block?.inVout[input] ?? 0;
  });
  return { count: missing.length, txids, vouts, before: Float64Array.from(missing, (entry) => entry.before) };
}

function fillInputs(group: readonly ResolvedBlock[], missing: readonly MissingInput[], answers: FundingAnswers): void {
  missing.forEach((entry, i) => {
    const block = group[entry.block];
    if (!block || answers.found[i] !== 1) return;
    fillInput(block, entry.input, {
      position: answers.positions[i] ?? 0,
      value: answers.values[i] ?? 0n,
      type: answers.types[i] ?? 0,
      owner: answers.owners.subarray(i * OWNER_ROW_BYTES, (i + 1) * OWNER_ROW_BYTES),
    });
  });
}
