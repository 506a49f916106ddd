import type { AssetId } from '@trailmark/core/ledger';
import type { StatementAsset } from '@trailmark/core/statement/statement';
import type { StatementParts } from '../statement-document.ts';
import { describeAsset } from '../statement-items.ts';

/** How a printed document names an asset in few letters: tokens nobody vouches for are numbered, whatever they call themselves. */
export class AssetNames {
  readonly #assets: StatementParts['assets'];
  readonly #numbers = new Map<AssetId, number>();

  constructor({ assets, balances }: Pick<StatementParts, 'assets' | 'balances'>) {
    this.#assets = assets;
    for (const { asset } of balances) if (asset.isUnverified) this.#number(asset.id);
  }

  #number(id: AssetId): number {
    const known = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, known);
    return known;
  }

  get(id: AssetId): StatementAsset {
    return describeAsset(this.#assets, id);
  }

  /** `BTC`, or `token 3`. */
  short(id: AssetId): string {
    const asset = this.get(id);
    return asset.isUnverified ? `token ${this.#number(id)}` : asset.symbol;
  }

  /** What the contract calls itself, in quotation marks; undefined where it says nothing. */
  stated(id: AssetId): string | undefined {
    const { statedName } = this.get(id);
    return statedName === undefined ? undefined : `“${statedName.slice(0, 80)}”`;
  }
}
