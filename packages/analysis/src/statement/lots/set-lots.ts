import type { AssetId } from '@trailmark/core/ledger';
import type { AssetLots } from '@trailmark/core/statement/lots';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { AssetBook, BookPlace } from '../asset-book.ts';
import type { DraftLine } from '../draft-lines.ts';
import type { LineSums } from '../line-sums.ts';
import type { StatementWorld } from '../statement-world.ts';
import { LotsOfAsset } from './asset-lots.ts';
import type { CarriedCosts, CarriedMoves, LotCarrier } from './carried-lots.ts';

export interface SetLotsOptions {
  readonly world: StatementWorld;
  readonly carrier: LotCarrier;
  readonly bookOf: (asset: AssetId) => AssetBook;
  readonly hasCoins: (transaction: SetTransaction) => boolean;
}

const UNKNOWN_COSTS: CarriedCosts = new Map();

/** Lots of every asset of a set. */
export class SetLots {
  private readonly options: SetLotsOptions;
  private readonly lots = new Map<AssetId, LotsOfAsset>();

  constructor(options: SetLotsOptions) {
    this.options = options;
  }

  add(transaction: SetTransaction, drafts: readonly DraftLine[], sums: LineSums, place: BookPlace): void {
    const moves = this.options.carrier.movesOf(transaction, drafts);
    // A transaction that only moves within the set still moves coins. What leaves without a sale gives its cost to what comes.
    const first = moves.unsold ? [moves.unsold.asset] : [];
    for (const asset of new Set([...first, ...transaction.net.keys(), ...sums.keys()])) {
      const costs = this.addAsset(asset, { transaction, sums, place, moves });
      const { unsold } = moves;
      if (unsold?.asset === asset && unsold.key !== undefined) this.options.carrier.put(unsold.key, asset, costs);
    }
  }

  close(): AssetLots[] {
    return [...this.lots].map(([asset, own]): AssetLots => {
      const { hasGap } = this.options.bookOf(asset);
      return {
        ...own.close(),
        missing: hasGap ? 'History is incomplete: these are the lots up to the gap.' : undefined,
      };
    });
  }

  private lotsOf(asset: AssetId, transaction: SetTransaction): LotsOfAsset | undefined {
    const { bookOf, hasCoins } = this.options;
    const book = bookOf(asset);
    const own = this.lots.get(asset);
    if (book.hasGap || (book.known.asset.isUnverified && !own)) return undefined;
    const kept = own ?? new LotsOfAsset(asset, hasCoins(transaction));
    this.lots.set(asset, kept);
    return kept;
  }

  private addAsset(
    asset: AssetId,
    {
      transaction,
      sums,
      place: { isInPeriod, nextLine },
      moves,
    }: {
      readonly transaction: SetTransaction;
      readonly sums: LineSums;
      readonly place: BookPlace;
      readonly moves: CarriedMoves;
    },
  ): CarriedCosts {
    const { carrier, world } = this.options;
    const carried = moves.inPlace?.asset === asset ? carrier.take(moves.inPlace) : undefined;
    const kept = this.lotsOf(asset, transaction);
    if (!kept) return UNKNOWN_COSTS;
    const sum = sums.get(asset);
    const wanted = moves.unsold?.asset === asset ? moves.unsold.amount : 0n;
    // What comes back in the same transaction did not leave.
    const unsold = wanted < (sum?.lost ?? 0n) ? wanted : (sum?.lost ?? 0n);
    const [gained, lost] = [(sum?.gained ?? 0n) - (carried?.amount ?? 0n), (sum?.lost ?? 0n) - unsold];
    const priceOf = (amount: bigint) => (amount === 0n ? undefined : world.value(asset, amount, transaction.time));
    const line = isInPeriod ? nextLine : undefined;
    const values = { gainedValue: priceOf(gained), lostValue: priceOf(-lost) };
    return kept.add({ transaction, line, gained, lost, unsold, carried, ...values, isInPeriod });
  }
}
