import type { AccountKey } from '@trailmark/core/account-block';
import type { MovePlace } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type {
  OwnMoney,
  StatementEntry,
  StatementPart,
  StatementStep,
  TraceStatement,
} from '@trailmark/core/trace/trace-statement';
import { placeKey } from './account-apportioning.ts';
import type { AccountTrail } from './account-trail.ts';
import { isStatedAsset } from './loaded-accounts.ts';
import type { Replay } from './replay.ts';
import type { EntryDraft } from './statement-record.ts';
import type { ConversionDraft } from './trace-record.ts';

/** How places of the ledger are written. */
export interface StatementWords {
  readonly txid: (position: Position) => string;
  readonly ref: (place: MovePlace) => string;
}

type Parts = Pick<StatementStep, 'began' | 'ended' | 'got' | 'given'>;
type Lists = { -readonly [Side in keyof Parts]: StatementPart[] };

class StatementBuilder {
  private readonly trail: AccountTrail;
  private readonly replay: Replay;
  private readonly words: StatementWords;
  private readonly lists = new Map<Position, Lists>();

  constructor(trail: AccountTrail, replay: Replay, words: StatementWords) {
    this.trail = trail;
    this.replay = replay;
    this.words = words;
  }

  build(isComplete: boolean): TraceStatement {
    this.listParts();
    const { entries } = this.replay.record.statement;
    const positions = new Set([...this.lists.keys(), ...entries.keys()]);
    const ordered = [...positions].sort((a, b) => a - b);
    return {
      steps: ordered.map((position) => this.toStep(position)),
      own: isComplete ? this.listOwn() : [],
    };
  }

  private listsAt(position: Position): Lists {
    const known = this.lists.get(position) ?? { began: [], ended: [], got: [], given: [] };
    this.lists.set(position, known);
    return known;
  }

  private listParts(): void {
    const { trail, words } = this;
    const { record } = this.replay;
    for (const move of trail.seeds.moves) {
      const amount = record.begun.get(placeKey(move)) ?? 0n;
      const payer = trail.isForward ? move.from : move.to;
      if (amount !== 0n)
        this.listsAt(move.position).began.push(this.toPart(words.ref(move), payer, move.asset, amount));
    }
    for (const { at, address, asset, amount, reason } of record.leaves) {
      // Money that lapsed did so in its account, whose entry says so.
      if (reason !== 'dormant')
        this.listsAt(at.position).ended.push(this.toPart(words.ref(at), address, asset, amount));
    }
    for (const [position, { conversions }] of record.steps)
      for (const conversion of conversions) this.listConversion(position, conversion);
  }

  private listConversion(position: Position, { trade, from, to }: ConversionDraft): void {
    const ref = this.words.txid(position);
    const { given, got } = this.listsAt(position);
    given.push(this.toPart(ref, trade.account, trade.from.asset, from));
    for (const [i, { asset }] of trade.to.entries()) got.push(this.toPart(ref, trade.account, asset, to[i] ?? 0n));
  }

  private toPart(ref: string, address: AccountKey, asset: AssetKey, amount: bigint): StatementPart {
    return { ref, address: this.trail.parties.format(address), asset, amount };
  }

  private toStep(position: Position): StatementStep {
    const entries = [...(this.replay.record.statement.entries.get(position) ?? [])].flatMap(([index, entry]) =>
      this.toEntry(index, entry),
    );
    const lists = this.lists.get(position) ?? { began: [], ended: [], got: [], given: [] };
    const hop = this.replay.record.steps.get(position)?.hop ?? null;
    return { txid: this.words.txid(position), height: positionHeight(position), hop, entries, ...lists };
  }

  private toEntry(index: number, { balanceBefore, balanceAfter, ...draft }: EntryDraft): StatementEntry[] {
    const holder = this.replay.holders[index];
    if (!holder) return [];
    const { address, asset } = holder.account;
    const isKnown = this.trail.isForward && holder.opening !== null && !holder.isShort && !isStatedAsset(asset);
    return [
      {
        address: this.trail.parties.format(address) ?? '',
        asset,
        ...draft,
        balanceBefore: isKnown ? balanceBefore : null,
        balanceAfter: isKnown ? balanceAfter : null,
      },
    ];
  }

  private listOwn(): OwnMoney[] {
    const { isForward, request, parties } = this.trail;
    // Beyond a time window payments are seen and not calculated.
    if (!isForward || request.stops.toTime !== undefined) return [];
    return this.replay.holders.flatMap((holder, index): OwnMoney[] => {
      if (!holder || holder.opening === null || holder.isShort || isStatedAsset(holder.account.asset)) return [];
      const { cameIn, wentOut, added, lapsed } = this.replay.record.statement.ownOf(index);
      const address = parties.format(holder.account.address) ?? '';
      const money = { opening: holder.opening, cameIn, wentOut, added, lapsed };
      return [
        {
          address,
          asset: holder.account.asset,
          ...money,
          closing: this.replay.balanceOf(index),
          held: holder.book.held,
        },
      ];
    });
  }
}

/** The books behind a pass: what each account had of traced money before and after every transaction, and of its own. */
export function buildStatement(
  trail: AccountTrail,
  replay: Replay,
  words: StatementWords,
  isComplete: boolean,
): TraceStatement {
  return new StatementBuilder(trail, replay, words).build(isComplete);
}
