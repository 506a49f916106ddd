import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ReadScope } from './scope.ts';
import { readBalanceAt, readBalanceSince, readTotals } from './totals.ts';

const KEPT_OWNERS = 20_000;

/**
 * Totals of recently requested owners, valid as long as no block came or went. The totals of an address with millions of
 * entries take tens of milliseconds to add up; a screen asks for them several times, page after page.
 */
export class TotalsCache {
  private readonly scope: ReadScope;
  private readonly kept = new Map<string, OwnerTotals | undefined>();
  private version = -1;

  constructor(scope: ReadScope) {
    this.scope = scope;
  }

  async totals(owners: readonly Owner[], options?: ReadOptions): Promise<Map<string, OwnerTotals>> {
    const version = this.refresh();
    // Taken before the wait: another call may empty the cache meanwhile.
    const known = new Map(owners.map((owner) => [ownerId(owner), this.kept.get(ownerId(owner))]));
    const missing = owners.filter((owner) => !this.kept.has(ownerId(owner)));
    const read = await readTotals(this.scope, missing, options);
    if (this.scope.blocks.version === version)
      for (const owner of missing) this.keep(ownerId(owner), read.get(ownerId(owner)));
    const found = new Map<string, OwnerTotals>();
    for (const owner of owners) {
      const id = ownerId(owner);
      const totals = read.get(id) ?? known.get(id);
      if (totals) found.set(id, totals);
    }
    return found;
  }

  /** Received minus sent up to and including a position: from the totals where they are cached, less what came later. */
  async balanceAt(owner: Owner, position: Position, options?: ReadOptions): Promise<bigint> {
    if (position < 0) return 0n;
    this.refresh();
    const id = ownerId(owner);
    if (!this.kept.has(id) && !this.isAtTip(position)) return readBalanceAt(this.scope, owner, position, options);
    const totals = this.kept.get(id) ?? (await this.totals([owner], options)).get(id);
    if (!totals) return 0n;
    const balance = totals.received - totals.sent;
    if ((totals.lastPosition ?? 0) <= position) return balance;
    return balance - (await readBalanceSince(this.scope, owner, position, options));
  }

  /** Nothing comes after the position, so the balance there is that of the totals. */
  private isAtTip(position: Position): boolean {
    return positionHeight(position) >= (this.scope.blocks.tip?.height ?? 0);
  }

  private refresh(): number {
    const { version } = this.scope.blocks;
    if (version !== this.version) this.kept.clear();
    this.version = version;
    return version;
  }

  private keep(id: string, totals: OwnerTotals | undefined): void {
    // All at once: a map whose first entry goes each time passes over all that went before.
    if (this.kept.size >= KEPT_OWNERS) this.kept.clear();
    this.kept.set(id, totals);
  }
}
