import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountCounterparty, AccountTotals, AssetTotals } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { FindingsInput } from './finding.ts';
import { holdsHistory } from './indexed-history.ts';

const MOST_COUNTERPARTIES = 500;
const MOST_ASSETS = 100;

/** Everything the rules ask of one address, read once. */
export interface AccountFlows {
  readonly totals: AccountTotals;
  readonly assets: readonly AssetTotals[];
  /** Those it sent something to, by address and asset. */
  readonly outgoing: readonly AccountCounterparty[];
  /** Those it received something from. */
  readonly incoming: readonly AccountCounterparty[];
  /** There are more counterparties, or more assets, than were read. */
  readonly isCut: boolean;
  /** Among them some it sent something to. */
  readonly isOutgoingCut: boolean;
  readonly holdsAll: boolean;
}

/** A full page whose last row still has something: the next page has more. */
function isFull(rows: readonly AccountCounterparty[], amountOf: (row: AccountCounterparty) => bigint): boolean {
  const last = rows.at(-1);
  return rows.length >= MOST_COUNTERPARTIES && last !== undefined && amountOf(last) > 0n;
}

/** Undefined for an address the index has not seen. */
export async function readFlows({ reader, address, signal }: FindingsInput): Promise<AccountFlows | undefined> {
  const totals = (await reader.totals([address], { signal })).get(address);
  if (!totals) return undefined;
  const page = { offset: 0, limit: MOST_COUNTERPARTIES };
  const tip = reader.tip()?.height ?? 0;
  const [assets, sent, received, holdsAll] = await Promise.all([
    reader.assetsOf(address, { offset: 0, limit: MOST_ASSETS }, { signal }),
    reader.counterparties(address, { ...page, sort: 'sent' }, { signal }),
    reader.counterparties(address, { ...page, sort: 'received' }, { signal }),
    holdsHistory(reader, address, tip, signal),
  ]);
  const isStranger = ({ address: other }: AccountCounterparty): boolean => other !== '' && other !== address;
  const outgoing = sent.items.filter((row) => row.sentTo > 0n && isStranger(row));
  const incoming = received.items.filter((row) => row.receivedFrom > 0n && isStranger(row));
  const isOutgoingCut = isFull(sent.items, ({ sentTo }) => sentTo);
  return {
    totals,
    assets: assets.items,
    outgoing,
    incoming,
    isCut:
      isOutgoingCut || isFull(received.items, ({ receivedFrom }) => receivedFrom) || assets.total > assets.items.length,
    isOutgoingCut,
    holdsAll,
  };
}

/** More went out of an asset than is known to have come in: receipts are missing, so no part of them can be determined. */
export function lacksReceipts({ received, sent }: Pick<AssetTotals, 'received' | 'sent'>): boolean {
  return sent > received;
}

export function sumSent(flows: AccountFlows, asset: AssetKey, to?: AccountKey): bigint {
  return flows.outgoing
    .filter((row) => row.asset === asset && (to === undefined || row.address === to))
    .reduce((sum, { sentTo }) => sum + sentTo, 0n);
}

/** `97.4 %`, rounded down, so that it never claims more than there is. */
export function formatPart(part: bigint, whole: bigint): string {
  if (whole === 0n) return '–';
  const tenths = (part * 1000n) / whole;
  return `${tenths / 10n}.${tenths % 10n} %`;
}

/** Whether a part is at least so many thousandths of the whole. */
export function isPart(part: bigint, whole: bigint, thousandths: number): boolean {
  return whole > 0n && part * 1000n >= whole * BigInt(thousandths);
}
