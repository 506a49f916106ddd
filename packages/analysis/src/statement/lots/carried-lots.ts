import type { AssetId } from '@trailmark/core/ledger';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LotMethod } from '@trailmark/core/statement/statement';
import type { Crossings } from '../bridge-pairs.ts';
import { type DraftLeg, type DraftLine, draftLines } from '../draft-lines.ts';
import type { StatementWorld } from '../statement-world.ts';

/** What the lots that left without a sale cost, by method; undefined where that is not known. */
export type CarriedCosts = ReadonlyMap<LotMethod, bigint | undefined>;

/** What comes in the place of something that left, and takes over its cost. */
export interface CarriedLot {
  readonly amount: bigint;
  readonly costs: CarriedCosts;
  /** What it was before. */
  readonly from: AssetId;
}

interface Unsold {
  readonly asset: AssetId;
  /** Above 0n. */
  readonly amount: bigint;
  /** By which what comes in its place finds its cost; undefined: nothing that is known to be the same comes back. */
  readonly key: string | undefined;
}

interface InPlace {
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly key: string;
}

/** What of a transaction is no sale, and what of it no purchase. */
export interface CarriedMoves {
  readonly unsold: Unsold | undefined;
  readonly inPlace: InPlace | undefined;
}

const NOTHING: CarriedMoves = { unsold: undefined, inPlace: undefined };

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

const legsOf = (drafts: readonly DraftLine[]) => drafts.flatMap(({ legs }) => legs);

/** A coin and its wrapped token are worth the same, unit by unit: where the amounts differ, something was exchanged too. */
function ofWrap([draft]: readonly DraftLine[]): CarriedMoves {
  const left = only(draft?.legs.filter(({ amount }) => amount < 0n) ?? []);
  const came = only(draft?.legs.filter(({ amount }) => amount > 0n) ?? []);
  if (!left || !came || left.amount + came.amount !== 0n) return NOTHING;
  const key = 'wrap';
  return {
    unsold: { asset: left.asset, amount: came.amount, key },
    inPlace: { asset: came.asset, amount: came.amount, key },
  };
}

/** Costs on their way from what left without a sale to what comes in its place. */
export class LotCarrier {
  readonly #world: StatementWorld;
  readonly #crossings: Crossings;
  readonly #waiting = new Map<string, { readonly from: AssetId; readonly costs: CarriedCosts }>();
  /** Bridge transfers whose arrival was read first, because the clocks of the chains agree: both sides are as without a match. */
  readonly #late = new Set<string>();

  constructor(world: StatementWorld, crossings: Crossings) {
    this.#world = world;
    this.#crossings = crossings;
  }

  movesOf(transaction: SetTransaction, drafts: readonly DraftLine[]): CarriedMoves {
    const [first] = drafts;
    if (first?.type === 'wrap') return ofWrap(drafts);
    const stake = only(legsOf(drafts.filter(({ type }) => type === 'stake')));
    if (stake) return { ...NOTHING, unsold: { asset: stake.asset, amount: -stake.amount, key: undefined } };
    return this.#ofCrossing(transaction, drafts);
  }

  put(key: string, from: AssetId, costs: CarriedCosts): void {
    this.#waiting.set(key, { from, costs });
  }

  take({ key, amount }: InPlace): CarriedLot | undefined {
    const found = this.#waiting.get(key);
    this.#waiting.delete(key);
    return found && { ...found, amount };
  }

  #ofCrossing(transaction: SetTransaction, drafts: readonly DraftLine[]): CarriedMoves {
    const left = this.#crossings.ofLeft(transaction);
    const crossing = left ?? this.#crossings.ofArrived(transaction);
    if (!crossing) return NOTHING;
    const { message: key } = crossing;
    const others = draftLines(left ? crossing.arrived : crossing.left);
    const [gave, got] = left ? [drafts, others] : [others, drafts];
    const pair = this.#pairOf(legsOf(gave), legsOf(got));
    if (!pair || this.#late.has(key)) return NOTHING;
    if (left) return { ...NOTHING, unsold: { asset: pair.left.asset, amount: -pair.left.amount, key } };
    if (this.#waiting.has(key)) return { ...NOTHING, inPlace: { ...pair.came, key } };
    this.#late.add(key);
    return NOTHING;
  }

  /** The one leg that came and the one that left under the same ticker, for which somebody vouches on both chains. */
  #pairOf(gave: readonly DraftLeg[], got: readonly DraftLeg[]) {
    const symbolOf = ({ asset: id }: DraftLeg) => this.#world.asset(id).asset;
    const came = only(got.filter(({ amount }) => amount > 0n));
    if (!came || symbolOf(came).isUnverified) return undefined;
    const left = only(
      gave.filter(
        (leg) => leg.amount < 0n && !symbolOf(leg).isUnverified && symbolOf(leg).symbol === symbolOf(came).symbol,
      ),
    );
    return left && { left, came };
  }
}
