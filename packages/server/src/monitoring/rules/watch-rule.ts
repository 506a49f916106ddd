import type { KnowledgeMark } from '@trailmark/core/case';
import type { StoredLabel } from '@trailmark/core/label';
import type { AddressKey, AssetChange, AssetId, Transfer } from '@trailmark/core/ledger';
import type { Position } from '@trailmark/core/position';
import type { BehaviourFinding } from '@trailmark/core/screening/behaviour';

/** What a setting of a rule is made of. */
export interface RuleField {
  readonly id: string;
  readonly name: string;
  /** `amount`: decimal text in units of the asset, `0.1`. `days`: a whole number. `asset`: the text of an asset; empty for any. */
  readonly kind: 'choice' | 'amount' | 'days' | 'asset';
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
  readonly default: string;
}

/** One transaction as it changes one asset of what is watched. */
export interface WatchHit {
  readonly position: Position;
  readonly height: number;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly change: AssetChange;
  /** Watched addresses that take part. */
  readonly touched: readonly AddressKey[];
  /** Every transfer of the transaction, in its order. */
  readonly transfers: readonly Transfer[];
  /** In no block yet: the balance of the index is the one before it. */
  readonly isUnconfirmed?: boolean | undefined;
  /** Known parties that followed money reached; undefined where the watch follows no money. */
  readonly arrivals?: readonly { readonly name: string; readonly kind: string }[] | undefined;
}

/** What rules may ask beyond the transaction itself: the ledger as it was right before it, and what is known of addresses. */
export interface RuleWorld {
  readonly isOwn: (key: AddressKey) => boolean;
  /** Decimals of an asset; undefined where they are not known. */
  readonly decimals: (asset: AssetId) => number | undefined;
  readonly format: (amount: bigint, asset: AssetId) => string;
  readonly labelsOf: (key: AddressKey) => readonly StoredLabel[];
  /** Balance right after the transaction; undefined where the index cannot know it. */
  readonly balanceAfter: (key: AddressKey, asset: AssetId, position: Position) => Promise<bigint | undefined>;
  /** Seconds of the last transaction before this one; null for none; undefined where the index cannot know it. */
  readonly lastBefore: (key: AddressKey, position: Position) => Promise<number | null | undefined>;
  /** Patterns of an address as they were at a height, its block included. */
  readonly behavioursOf: (key: AddressKey, height: number) => Promise<readonly BehaviourFinding[]>;
  readonly hasPaidBefore: (key: AddressKey, other: AddressKey, position: Position) => Promise<boolean>;
}

/** Whether a rule is met. `unknown` is neither yes nor no: the index lacks what the answer needs. */
export interface RuleAnswer {
  readonly met: boolean | 'unknown';
  /** How it is known. */
  readonly mark: KnowledgeMark;
  /** What was found, for the evidence of the alert. */
  readonly words: string;
}

export type RuleSetting = Readonly<Record<string, string>>;

/** One rule of a watch: a file of its own, listed in `catalogue.ts`. */
export interface WatchRule {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Goes into each alert with its words: counted up with every change that can change an answer. */
  readonly version: number;
  readonly fields: readonly RuleField[];
  /** Met by something else than a transaction: no other rule can be combined with it. */
  readonly isAlone?: boolean;
  /** What it asks for, in a few words: `Out`, `0.1 or more`. */
  readonly describe: (setting: RuleSetting) => string;
  readonly check: (hit: WatchHit, setting: RuleSetting, world: RuleWorld) => RuleAnswer | Promise<RuleAnswer>;
}

export function defineWatchRule(rule: WatchRule): WatchRule {
  return rule;
}

export const fact = (met: boolean, words: string): RuleAnswer => ({ met, mark: 'fact', words });

/** Addresses on the other side of a hit: who was paid where money went out, who paid where it came in. */
export function otherSides({ change, transfers }: WatchHit, { isOwn }: RuleWorld): readonly AddressKey[] {
  const isOut = change.sent > change.received;
  const ofAsset = transfers.filter(({ asset }) => asset === change.asset);
  const sides = ofAsset.flatMap(({ from, to }) => (isOut ? (to === undefined ? [] : [to]) : from));
  return [...new Set(sides)].filter((key) => !isOwn(key));
}

/** What moved, whatever its direction. */
export function netOf({ change: { received, sent } }: WatchHit): bigint {
  return received > sent ? received - sent : sent - received;
}
