import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTotals, AssetTotals } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { AccountScope } from './account-scope.ts';
import { readAccountTotals, readAssets, readNet } from './account-totals.ts';

/** Addresses whose totals are kept, and whose assets are. */
const KEPT_TOTALS = 20_000;
const KEPT_HOLDINGS = 200;
/** Assets of one address that are kept; beyond them every page is queried. */
const KEPT_ASSETS = 2_000;

interface Holdings {
  /** The first of them in the order of a page: all, where there are no more than are kept. */
  readonly items: readonly AssetTotals[];
  readonly total: number;
}

/**
 * Totals and sums by asset, until a block comes or goes. An address with a million transfers is summed once, not on every
 * page of its history.
 */
export class AccountTotalsCache {
  private readonly scope: AccountScope;
  private readonly totalsOf = new Map<AccountKey, AccountTotals | undefined>();
  private readonly holdingsOf = new Map<AccountKey, Holdings>();
  private version = -1;

  constructor(scope: AccountScope) {
    this.scope = scope;
  }

  async totals(addresses: readonly AccountKey[], options?: ReadOptions): Promise<Map<AccountKey, AccountTotals>> {
    const version = this.refresh();
    // Taken before the wait: another call may empty the cache meanwhile.
    const known = new Map(addresses.map((address) => [address, this.totalsOf.get(address)]));
    const missing = addresses.filter((address) => !this.totalsOf.has(address));
    const read = await readAccountTotals(this.scope, missing, options);
    if (this.scope.blocks.version === version)
      for (const address of missing) keep(this.totalsOf, KEPT_TOTALS, address, read.get(address));
    const found = new Map<AccountKey, AccountTotals>();
    for (const address of addresses) {
      const totals = read.get(address) ?? known.get(address);
      if (totals) found.set(address, totals);
    }
    return found;
  }

  async assetsOf(
    address: AccountKey,
    page: { offset: number; limit: number },
    options?: ReadOptions,
  ): Promise<{ items: AssetTotals[]; total: number }> {
    const { items, total } = await this.holdings(address, options);
    const end = page.offset + page.limit;
    if (total > items.length && end > items.length) return readAssets(this.scope, address, page, options);
    return { items: items.slice(page.offset, end), total };
  }

  /** From the sums by asset where they are cached or wanted for the tip, less what came later. */
  async balanceAt(address: AccountKey, asset: AssetKey, position: Position, options?: ReadOptions): Promise<bigint> {
    if (position < 0) return 0n;
    this.refresh();
    const isAtTip = positionHeight(position) >= this.scope.blocks.tipHeight;
    const known = this.holdingsOf.get(address) ?? (isAtTip ? await this.holdings(address, options) : undefined);
    const held = known?.items.find((row) => row.asset === asset);
    if (known && !held && known.total <= known.items.length) return 0n;
    if (!held) return readNet(this.scope, address, asset, '<=', position, options);
    const balance = held.received - held.sent;
    if (held.lastPosition <= position) return balance;
    return balance - (await readNet(this.scope, address, asset, '>', position, options));
  }

  private async holdings(address: AccountKey, options?: ReadOptions): Promise<Holdings> {
    const version = this.refresh();
    const known = this.holdingsOf.get(address);
    if (known) return known;
    const read = await readAssets(this.scope, address, { offset: 0, limit: KEPT_ASSETS }, options);
    if (this.scope.blocks.version === version) keep(this.holdingsOf, KEPT_HOLDINGS, address, read);
    return read;
  }

  private refresh(): number {
    const { version } = this.scope.blocks;
    if (version !== this.version) {
      this.totalsOf.clear();
      this.holdingsOf.clear();
    }
    this.version = version;
    return version;
  }
}

function keep<T>(kept: Map<AccountKey, T>, most: number, address: AccountKey, value: T): void {
  if (kept.size >= most) {
    const oldest = kept.keys().next();
    if (!oldest.done) kept.delete(oldest.value);
  }
  kept.set(address, value);
}
