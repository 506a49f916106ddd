import { readMetadata } from '@trailmark/analysis/nft/item-metadata';
import { type ItemTransaction, readItems } from '@trailmark/analysis/nft/read-items';
import { ApprovalBook } from '@trailmark/analysis/nft/theft/open-approvals';
import type { ItemEventAnswer, NftSaleAnswer } from '@trailmark/api/contract/nft-wire';
import type { AccountKey } from '@trailmark/core/account-block';
import { gaplessUntil } from '@trailmark/core/ledger';
import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import { readItemTransactions } from './collect-collection.ts';
import type { NftView } from './nft-view.ts';

/** Transactions of one token that are read: beyond, the answer says that it is cut. */
const MOST_TRANSACTIONS = 1_000;
/** Logs about an owner that are looked through for permissions, and owners of a token whose permissions are looked for. */
const MOST_MENTIONS = 200;
const MOST_OWNERS = 40;

export const APPROVALS_CUT = `Approvals were searched in the latest ${MOST_MENTIONS} logs of an owner, of at most ${MOST_OWNERS} owners: older ones may be open and are not listed.`;

/** One token as read. */
export interface ReadToken {
  readonly events: readonly ItemEvent[];
  readonly sales: readonly NftSale[];
  readonly approvals: readonly ItemApproval[];
  readonly transactions: readonly ItemTransaction[];
  readonly isCut: boolean;
  /** Permissions older than those that were looked through may exist. */
  readonly isApprovalsCut: boolean;
}

/** Permissions that an owner gave for items of any contract, or of one, oldest first. */
export async function readApprovals(
  ledger: ServedAccounts,
  owners: readonly AccountKey[],
  read: ReadOptions,
): Promise<{ readonly approvals: readonly ItemApproval[]; readonly isCut: boolean }> {
  const mentioned = await Promise.all(
    owners.slice(0, MOST_OWNERS).map((owner) => ledger.reader.mentions(owner, { limit: MOST_MENTIONS }, read)),
  );
  const positions = [...new Set(mentioned.flat().map(({ position }) => position))].sort((a, b) => a - b);
  const transactions = await readItemTransactions(ledger, positions, read);
  return {
    approvals: transactions.flatMap((transaction) => [...readItems(transaction).approvals]),
    isCut: owners.length > MOST_OWNERS || mentioned.some((list) => list.length >= MOST_MENTIONS),
  };
}

/** Reads the history of one token. */
export async function readToken(
  ledger: ServedAccounts,
  contract: AccountKey,
  tokenId: bigint,
  read: ReadOptions,
): Promise<ReadToken> {
  const positions = await ledger.reader.itemPositions(contract, tokenId, MOST_TRANSACTIONS + 1, read);
  const isCut = positions.length > MOST_TRANSACTIONS;
  const transactions = await readItemTransactions(ledger, positions.slice(0, MOST_TRANSACTIONS), read);
  const sales: NftSale[] = [];
  const events: ItemEvent[] = [];
  for (const transaction of transactions) {
    const found = readItems(transaction, contract);
    const places = new Map<number, number>();
    found.sales.forEach((sale, i) => {
      if (!sale.items.some((item) => item.tokenId === tokenId)) return;
      places.set(i, sales.length);
      sales.push(sale);
    });
    for (const event of found.events)
      if (event.tokenId === tokenId)
        events.push({ ...event, sale: event.sale === undefined ? undefined : places.get(event.sale) });
  }
  const owners = [...new Set(events.map(({ from }) => from).filter((owner) => owner !== ''))];
  const found = await readApprovals(ledger, owners, read);
  const approvals = found.approvals.filter((each) => each.contract === contract);
  return { events, sales, approvals, transactions, isCut, isApprovalsCut: found.isCut };
}

/** Where a history has a gap: who received an item is not who gave it next. Of an edition that is no gap: it may be another piece. */
export function listBreaks(events: readonly ItemEvent[], isEdition: boolean): { before: number; message: string }[] {
  return events.flatMap((event, i) => {
    const before = events[i - 1];
    if (!before) {
      const isStart = event.kind === 'mint' || event.from === '';
      return isStart ? [] : [{ before: 0, message: 'Mint, first owner and what came before are not indexed.' }];
    }
    if (isEdition || before.to === event.from) return [];
    if (before.to === '')
      return [{ before: i, message: 'The receiver is not named. The next giver may be that receiver.' }];
    return [
      { before: i, message: 'The next giver is not the last known owner: a transfer between them is not indexed.' },
    ];
  });
}

/** Events as they are answered, each with its sale and the permissions that were open when the item left. */
export async function toEvents(
  view: NftView,
  events: readonly ItemEvent[],
  sales: readonly (NftSaleAnswer | undefined)[],
  approvals: readonly ItemApproval[],
): Promise<ItemEventAnswer[]> {
  await view.loadHashes(events.map(({ position }) => position));
  const book = new ApprovalBook(approvals);
  const lastMoved = new Map<string, number>();
  return events.map((event) => {
    const { position, time, kind, contract, tokenId, amount, from, to, sale } = event;
    const key = `${contract}/${tokenId}`;
    const open = from === '' ? [] : book.openAt(event, lastMoved.get(key) ?? 0);
    lastMoved.set(key, position);
    return {
      ...{ txid: view.txid(position), height: positionHeight(position), time, kind, amount },
      ...{ contract: view.address(contract), token: tokenId.toString() },
      ...{ from: view.partyOrNull(from), to: view.partyOrNull(to) },
      sale: sale === undefined ? null : (sales[sale] ?? null),
      approvals: open
        .slice(0, 10)
        .map((each) => ({ spender: view.party(each.spender), isAll: each.tokenId === undefined, time: each.time })),
    };
  });
}

/** What is known of the description of a token. */
export function toMetadataAnswer({ transactions }: ReadToken, contract: AccountKey, tokenId: bigint) {
  const logs = transactions.flatMap((transaction) => [...transaction.logs]);
  const { kind, uri, contentId, picture } = readMetadata(logs, contract, tokenId);
  const reason =
    kind === 'not-known'
      ? 'No event of an indexed transfer states a link. A link that only a call to the contract returns is not read.'
      : kind === 'on-chain' && picture === undefined
        ? 'The contract keeps the description itself. It contains no SVG of allowed size.'
        : kind === 'on-chain'
          ? null
          : 'The link leads outside. No media source is enabled, so nothing was loaded.';
  return { kind, uri: uri ?? null, hash: contentId ?? null, picture: picture ?? null, reason };
}

/** Who has the token now, where every block up to the tip is indexed and it is a single piece. */
export function findOwnerToday({ ledger }: NftView, { events, isCut }: ReadToken, isEdition: boolean): AccountKey {
  const last = events.at(-1);
  const tip = ledger.transfers.tip()?.height ?? -1;
  const whole = gaplessUntil(ledger.transfers.coverage()) ?? -1;
  return last && !isCut && !isEdition && whole >= tip ? last.to : '';
}
