import type { AccountKey } from '@trailmark/core/account-block';
import type { FirstFunding } from '@trailmark/core/nft';
import type { ByToken, CollectionTable } from './collection-table.ts';
import type { PaymentTable } from './payment-table.ts';
import type { WashParams } from './wash-params.ts';

/** What a rule reads: sales alone, payments of coin between the traders, who first funded them, or the calls inside sales. */
export type WashNeed = 'sales' | 'payments' | 'funding' | 'calls';

/** A collection with what is known of its traders. Undefined where it is not indexed: then the rules that need it do not run. */
export interface WashWorld {
  readonly table: CollectionTable;
  readonly salesByToken: ByToken;
  readonly eventsByToken: ByToken;
  readonly payments: PaymentTable | undefined;
  readonly funding: ReadonlyMap<AccountKey, FirstFunding> | undefined;
  /** Funders that serve everybody, and why each is considered one: no link between those they pay. */
  readonly services: ReadonlyMap<AccountKey, string>;
  /** Whether calls inside the transactions of sales are indexed. */
  readonly hasCalls: boolean;
  readonly params: WashParams;
}

/** What a rule found, with all that shows it. Numbers are places in the tables of the world. */
export interface WashFinding {
  readonly rule: string;
  /** Sales that are flagged, ascending. */
  readonly sales: readonly number[];
  readonly wallets: readonly number[];
  /** The token, where the finding is about one. */
  readonly token: number | undefined;
  /** Transfers of the token in the order that closes the cycle; empty for other rules. */
  readonly events: readonly number[];
  /** Payments that show it, or that close it. */
  readonly payments: readonly number[];
  /** Wallets whose first funding shows it. */
  readonly funded: readonly AccountKey[];
}

export interface WashRule {
  readonly id: string;
  /** Counts up with every change that can change a finding. */
  readonly version: number;
  readonly title: string;
  /** In the published set. */
  readonly weight: number;
  readonly needs: WashNeed;
  /** What fits the same facts without any wash trade. */
  readonly innocent: string;
  /** Names of the parameters it reads. */
  readonly params: readonly (keyof WashParams)[];
  find(world: WashWorld): WashFinding[];
}

/** Identity with types. */
export function defineWashRule(rule: WashRule): WashRule {
  return rule;
}

type FindingDraft = Pick<WashFinding, 'sales' | 'wallets'> & Partial<WashFinding>;

export function createFinding(rule: Pick<WashRule, 'id'>, draft: FindingDraft): WashFinding {
  return { rule: rule.id, token: undefined, events: [], payments: [], funded: [], ...draft };
}

/** Places of the sales of a token. */
export function salesOf({ salesByToken: { starts, rows } }: WashWorld, token: number): Uint32Array {
  return rows.subarray(starts[token], starts[token + 1]);
}

/** Both parties of a sale where both are known traders and differ. */
export function pairOf(
  { table: { sales, isVenue } }: WashWorld,
  sale: number,
): { readonly buyer: number; readonly seller: number } | undefined {
  const [buyer, seller] = [sales.buyer[sale] as number, sales.seller[sale] as number];
  if (buyer === 0 || seller === 0 || isVenue[buyer] || isVenue[seller]) return undefined;
  return buyer === seller ? undefined : { buyer, seller };
}

/** A sale with both parties, as a rule about pairs of traders looks at it. */
export interface TradedPair {
  readonly sale: number;
  readonly buyer: AccountKey;
  readonly seller: AccountKey;
}

/** A finding for each sale between two known parties of which something shows the link: payments, or first fundings. */
export function findPairs(
  rule: Pick<WashRule, 'id'>,
  world: WashWorld,
  show: (pair: TradedPair) => Partial<Pick<WashFinding, 'payments' | 'funded'>> | undefined,
): WashFinding[] {
  const { sales, wallets } = world.table;
  const found: WashFinding[] = [];
  for (let sale = 0; sale < sales.count; sale++) {
    const pair = pairOf(world, sale);
    if (!pair) continue;
    const [seller, buyer] = [wallets[pair.seller] as string, wallets[pair.buyer] as string];
    const shown = show({ sale, seller, buyer });
    if (shown) found.push(createFinding(rule, { sales: [sale], wallets: [pair.seller, pair.buyer], ...shown }));
  }
  return found;
}

/** Payments within a time that make up at least some percent of the price of a sale; undefined where they do not, or where it is not in coin. */
export function findPaidShare(
  { table: { sales, units }, payments }: WashWorld,
  {
    sale,
    from,
    to,
    since,
    until,
    percent,
  }: {
    readonly sale: number;
    readonly from: AccountKey;
    readonly to: AccountKey;
    readonly since: number;
    readonly until: number;
    readonly percent: number;
  },
): Pick<WashFinding, 'payments'> | undefined {
  // Payments are of coin: an amount of another unit is no share of them.
  if (!payments || units[sales.unit[sale] as number] !== '') return undefined;
  const paid = payments.between(from, to, since, until);
  const least = (sales.price[sale] as bigint) * BigInt(percent);
  return least === 0n || paid.length === 0 || payments.sum(paid) * 100n < least ? undefined : { payments: paid };
}
