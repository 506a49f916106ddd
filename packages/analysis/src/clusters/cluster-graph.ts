import type { ClusterView, CoinJoinFinding, CoinJoinKind, LinkRule } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ChangeVerdict } from '../change/consensus.ts';
import { type ClusterRules, mayCoSpend, mayHaveChange } from './cluster-rules.ts';
import { Forest, type Union } from './forest.ts';
import { GrowingFloat64 } from './growing-column.ts';
import { LinkLog } from './link-log.ts';
import { OwnerTable } from './owner-table.ts';
import { RuleSets } from './rule-sets.ts';

/** A block as the clusters remember it: the state before it. */
interface BlockMark {
  readonly height: number;
  readonly hash: string;
  readonly owners: number;
  readonly links: number;
  readonly conservative: number;
  readonly expanded: number;
  readonly alarms: number;
  readonly coinJoins: number;
  readonly transactions: number;
}

export interface StoredAlarm {
  readonly position: Position;
  readonly view: ClusterView;
  readonly link: number;
  readonly union: Union;
}

export interface ClusterGraphOptions {
  readonly rules: ClusterRules;
  /** Keeps an adversary from choosing payloads that collide; nothing that is answered depends on it. */
  readonly seed?: number | undefined;
  /** Both clusters must have this many members for their union to raise an alarm. */
  readonly alarmSize?: number | undefined;
}

export interface ClusterBlock {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
  /** Every block from 0 up to here is completely indexed, at heights that are facts: "never seen before" can be known. */
  readonly isGapless: boolean;
  /** Can no longer be taken back. */
  readonly isFinal: boolean;
  /** In block order. */
  readonly records: readonly TransactionRecord[];
}

const ALARM_SIZE = 100;
/** Number of an owner that is not known, or of an output that pays nobody. */
const NOBODY = -1;

/** Numbers of a transaction's distinct known input owners, and of the owner of each output. */
interface Parties {
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** The clusters of a chain as they grow block by block, and shrink again where a block is taken back. */
export class ClusterGraph {
  readonly owners: OwnerTable;
  readonly links = new LinkLog();
  readonly ruleSets = new RuleSets();
  readonly forests: Readonly<Record<ClusterView, Forest>> = {
    conservative: new Forest(),
    expanded: new Forest(0, 1280),
  };
  readonly alarms: StoredAlarm[] = [];
  readonly rules: ClusterRules;
  /** Position of the first transaction each owner appears in. Columns begin unequal, so that they do not all double in one block. */
  private readonly firstPositions = new GrowingFloat64(1810);
  private readonly coinJoinPositions: Position[] = [];
  private readonly coinJoinKinds = new Map<Position, CoinJoinKind>();
  /** Blocks that can be taken back, ascending. */
  private readonly recent: BlockMark[] = [];
  private finalTip: { readonly height: number; readonly hash: string } | undefined;
  private finalCount = 0;
  private readonly alarmSize: number;
  private gaplessUntil = -1;
  transactions = 0;
  /** Grows with every change. */
  version = 0;

  constructor(options: ClusterGraphOptions) {
    this.owners = new OwnerTable(options.seed === undefined ? {} : { seed: options.seed });
    this.rules = options.rules;
    this.alarmSize = options.alarmSize ?? ALARM_SIZE;
  }

  get tip(): { readonly height: number; readonly hash: string } | undefined {
    return this.recent.at(-1) ?? this.finalTip;
  }

  get blockCount(): number {
    return this.finalCount + this.recent.length;
  }

  /** Blocks that can be taken back, highest first, then the highest that cannot. */
  tail(): readonly { readonly height: number; readonly hash: string }[] {
    const blocks = [...this.recent].reverse().map(({ height, hash }) => ({ height, hash }));
    return this.finalTip ? [...blocks, this.finalTip] : blocks;
  }

  /** Takes in the next block. Throws `inconsistent` where heights do not ascend. */
  append(block: ClusterBlock): void {
    const tip = this.tip;
    if (tip && block.height <= tip.height) {
      throw new AppError('inconsistent', `Block ${block.height} cannot follow block ${tip.height} in the clusters.`);
    }
    if (block.isFinal && this.recent.length === 0) {
      this.finalTip = { height: block.height, hash: block.hash };
      this.finalCount++;
    } else this.recent.push(this.mark(block));
    if (block.isGapless) this.gaplessUntil = block.height;
    const isFinal = this.recent.length === 0;
    for (const record of block.records) this.add(record, isFinal);
    this.version++;
  }

  /** Takes back every block at or above a height. Returns false where one of them is final: the graph must be rebuilt. */
  undo(fromHeight: number): boolean {
    if ((this.finalTip?.height ?? -1) >= fromHeight) return false;
    const index = this.recent.findIndex(({ height }) => height >= fromHeight);
    const mark = this.recent[index];
    if (!mark) return true;
    this.recent.length = index;
    this.forests.conservative.undoTo(mark.conservative);
    this.forests.expanded.undoTo(mark.expanded);
    for (const position of this.coinJoinPositions.splice(mark.coinJoins)) this.coinJoinKinds.delete(position);
    this.alarms.length = mark.alarms;
    this.links.truncate(mark.links, mark.owners);
    this.forests.conservative.truncate(mark.owners);
    this.forests.expanded.truncate(mark.owners);
    this.firstPositions.truncate(mark.owners);
    this.owners.truncate(mark.owners);
    this.transactions = mark.transactions;
    this.gaplessUntil = Math.min(this.gaplessUntil, fromHeight - 1);
    this.version++;
    return true;
  }

  /** Blocks at or below a height can no longer be taken back: their unions get the shorter paths. */
  settle(height: number): void {
    const next = this.recent.findIndex((block) => block.height > height);
    const count = next < 0 ? this.recent.length : next;
    if (count === 0) return;
    const last = this.recent[count - 1] as BlockMark;
    const mark = this.recent[count];
    this.finalTip = { height: last.height, hash: last.hash };
    this.finalCount += count;
    this.recent.splice(0, count);
    this.forests.conservative.settleTo(mark?.conservative ?? this.forests.conservative.mark);
    this.forests.expanded.settleTo(mark?.expanded ?? this.forests.expanded.mark);
  }

  coinJoinKind(position: Position): CoinJoinKind | undefined {
    return this.coinJoinKinds.get(position);
  }

  detect(record: TransactionRecord): CoinJoinFinding | undefined {
    return this.rules.coinJoins.detect(record, { kindAt: (position) => this.coinJoinKinds.get(position) });
  }

  /** What the change heuristics state about a transaction; `isOfInputs` answers as of its position. */
  decideChange(record: TransactionRecord, isOfInputs: (vout: number) => boolean): ChangeVerdict {
    const number = ({ owner }: { readonly owner: Owner | undefined }): number =>
      owner ? (this.owners.find(owner) ?? NOBODY) : NOBODY;
    return this.decide(record, { inputs: record.inputs.map(number), outputs: record.outputs.map(number) }, isOfInputs);
  }

  private decide(record: TransactionRecord, parties: Parties, isOfInputs: (vout: number) => boolean): ChangeVerdict {
    const isKnowable = positionHeight(record.position) <= this.gaplessUntil;
    const isFirstUse = (vout: number): boolean | undefined =>
      isKnowable ? this.isFirstUse(record.position, parties, vout) : undefined;
    return this.rules.change.decide(record, { isFirstUse, isOfInputs });
  }

  private mark({ height, hash }: ClusterBlock): BlockMark {
    return {
      height,
      hash,
      owners: this.owners.count,
      links: this.links.count,
      conservative: this.forests.conservative.mark,
      expanded: this.forests.expanded.mark,
      alarms: this.alarms.length,
      coinJoins: this.coinJoinPositions.length,
      transactions: this.transactions,
    };
  }

  private add(record: TransactionRecord, isFinal: boolean): void {
    this.transactions++;
    const parties = this.internParties(record);
    const finding = record.isCoinbase ? undefined : this.detect(record);
    if (finding) {
      this.coinJoinKinds.set(record.position, finding.kind);
      this.coinJoinPositions.push(record.position);
    }
    if (parties.inputs.length > 1 && mayCoSpend(record, finding)) {
      const link = this.links.add(record.position, 0, undefined, parties.inputs);
      this.join('conservative', link, parties.inputs, isFinal);
      this.join('expanded', link, parties.inputs, isFinal);
    }
    if (mayHaveChange(record, finding)) this.addChange(record, parties, isFinal);
  }

  private addChange(record: TransactionRecord, parties: Parties, isFinal: boolean): void {
    const { conservative } = this.forests;
    const own = conservative.find(parties.inputs[0] ?? 0);
    const isOfInputs = (vout: number): boolean => {
      const number = parties.outputs[vout] ?? NOBODY;
      return number !== NOBODY && conservative.find(number) === own;
    };
    const { vout, rules } = this.decide(record, parties, isOfInputs);
    const number = vout === undefined ? NOBODY : (parties.outputs[vout] ?? NOBODY);
    if (number === NOBODY || rules.length === 0 || conservative.find(number) === own) return;
    this.addChangeLink(record.position, rules, vout, [parties.inputs[0] ?? 0, number], isFinal);
  }

  private addChangeLink(
    position: Position,
    rules: readonly LinkRule[],
    vout: number | undefined,
    owners: readonly number[],
    isFinal: boolean,
  ): void {
    const link = this.links.add(position, this.ruleSets.intern(rules), vout, owners);
    this.join('expanded', link, owners, isFinal);
  }

  private join(view: ClusterView, link: number, owners: readonly number[], isFinal: boolean): void {
    const forest = this.forests[view];
    for (let i = 1; i < owners.length; i++) {
      if (!forest.union(owners[0] ?? 0, owners[i] ?? 0, isFinal)) continue;
      if (forest.lastSmaller >= this.alarmSize) {
        this.alarms.push({ position: this.links.position(link), view, link, union: forest.last });
      }
    }
  }

  private internParties({ inputs, outputs, position }: TransactionRecord): Parties {
    const numbers: number[] = [];
    const seen = inputs.length > 8 ? new Set<number>() : undefined;
    for (const { owner } of inputs) {
      if (!owner) continue;
      const number = this.intern(owner, position);
      if (seen ? seen.has(number) : numbers.includes(number)) continue;
      seen?.add(number);
      numbers.push(number);
    }
    return { inputs: numbers, outputs: outputs.map(({ owner }) => (owner ? this.intern(owner, position) : NOBODY)) };
  }

  private intern(owner: Owner, position: Position): number {
    const number = this.owners.intern(owner);
    if (number === this.firstPositions.length) {
      this.firstPositions.push(position);
      this.forests.conservative.add();
      this.forests.expanded.add();
      this.links.addOwner();
    }
    return number;
  }

  private isFirstUse(position: Position, { inputs, outputs }: Parties, vout: number): boolean {
    const number = outputs[vout] ?? NOBODY;
    if (number === NOBODY || this.firstPositions.at(number) !== position) return false;
    return outputs.indexOf(number) === vout && !outputs.includes(number, vout + 1) && !inputs.includes(number);
  }
}
