import type { AccountKey } from '@trailmark/core/account-block';
import type { MovePlace, StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { CutKind, StopReason } from '@trailmark/core/trace/stop-reason';
import type { TraceLeaf } from '@trailmark/core/trace/trace';
import { placeKey } from './account-apportioning.ts';
import type { Want } from './loaded-accounts.ts';
import { StatementRecord } from './statement-record.ts';
import type { Trade } from './trades.ts';

/** Where a trail ends, before hashes and names are read. */
export interface LeafDraft {
  readonly at: MovePlace;
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly amount: bigint;
  readonly hop: number;
  readonly reason: StopReason;
  readonly detail: string;
  readonly onward: TraceLeaf['onward'];
}

export interface ConversionDraft {
  readonly trade: Trade;
  /** Traced parts of what the trail comes from, and of each asset it continues with. */
  readonly from: bigint;
  readonly to: readonly bigint[];
}

/** What happened in one transaction. */
export interface StepDraft {
  hop: number;
  readonly transfers: { readonly move: StoredMove; readonly tainted: bigint }[];
  readonly conversions: ConversionDraft[];
  fees: bigint;
  added: bigint;
}

export interface CutDraft {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly kind: CutKind;
  hop: number;
  count: number;
  amount: bigint;
}

/** Sums of one asset. */
export interface SumDraft {
  began: bigint;
  added: bigint;
  convertedIn: bigint;
  convertedOut: bigint;
  readonly ended: Map<StopReason, bigint>;
  cut: bigint;
  fees: bigint;
}

/** A payment of an account that may be followed, for the fan-out limit. */
export interface PaymentDraft {
  readonly at: MovePlace;
  readonly tainted: bigint;
}

/** What one pass over the timeline finds. */
export class TraceRecord {
  readonly steps = new Map<Position, StepDraft>();
  readonly leaves: LeafDraft[] = [];
  readonly cuts = new Map<string, CutDraft>();
  readonly sums = new Map<AssetKey, SumDraft>();
  /** What each seed begins with, by its place: the whole, less what was traced already. */
  readonly begun = new Map<string, bigint>();
  /** By index of the account that paid. */
  readonly payments = new Map<number, PaymentDraft[]>();
  readonly wants = new Map<string, Want>();
  readonly wantedActions = new Set<Position>();
  readonly statement = new StatementRecord();

  transfer(move: StoredMove, tainted: bigint, hop: number): void {
    this.step(move.position, hop).transfers.push({ move, tainted });
  }

  conversion(draft: ConversionDraft, hop: number): void {
    const { position, from, to } = draft.trade;
    this.step(position, hop).conversions.push(draft);
    this.sum(from.asset).convertedOut += draft.from;
    for (const [i, { asset }] of to.entries()) this.sum(asset).convertedIn += draft.to[i] ?? 0n;
  }

  fee(position: Position, asset: AssetKey, amount: bigint, hop: number): void {
    this.step(position, hop).fees += amount;
    this.sum(asset).fees += amount;
  }

  added(position: Position, asset: AssetKey, amount: bigint, hop: number): void {
    if (amount === 0n) return;
    this.step(position, hop).added += amount;
    this.sum(asset).added += amount;
  }

  leaf(leaf: LeafDraft): void {
    if (leaf.amount === 0n) return;
    this.leaves.push(leaf);
    const { ended } = this.sum(leaf.asset);
    ended.set(leaf.reason, (ended.get(leaf.reason) ?? 0n) + leaf.amount);
  }

  cut(address: AccountKey, asset: AssetKey, kind: CutKind, amount: bigint, hop: number): void {
    const key = `${address}:${asset}:${kind}`;
    const cut = this.cuts.get(key) ?? { address, asset, kind, hop, count: 0, amount: 0n };
    cut.hop = Math.min(cut.hop, hop);
    cut.count++;
    cut.amount += amount;
    this.cuts.set(key, cut);
    this.sum(asset).cut += amount;
  }

  payment(index: number, at: MovePlace, tainted: bigint): void {
    const own = this.payments.get(index);
    if (own) own.push({ at, tainted });
    else this.payments.set(index, [{ at, tainted }]);
  }

  begin(seed: StoredMove, amount: bigint): void {
    this.begun.set(placeKey(seed), amount);
    this.sum(seed.asset).began += amount;
  }

  sum(asset: AssetKey): SumDraft {
    const known = this.sums.get(asset);
    if (known) return known;
    const sum: SumDraft = {
      began: 0n,
      added: 0n,
      convertedIn: 0n,
      convertedOut: 0n,
      ended: new Map(),
      cut: 0n,
      fees: 0n,
    };
    this.sums.set(asset, sum);
    return sum;
  }

  private step(position: Position, hop: number): StepDraft {
    const known = this.steps.get(position);
    if (known) {
      known.hop = Math.min(known.hop, hop);
      return known;
    }
    const step: StepDraft = { hop, transfers: [], conversions: [], fees: 0n, added: 0n };
    this.steps.set(position, step);
    return step;
  }
}

/** Key of a payment that the fan-out limit leaves out. */
export function cutKey(index: number, at: MovePlace): string {
  return `${index}@${placeKey(at)}`;
}
