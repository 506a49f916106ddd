import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { STATED_PRICE } from '@trailmark/core/asset';
import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { findActions } from '../protocols/catalogue.ts';
import { isItemMove } from '../protocols/nft-market.ts';
import type { ProtocolInput } from '../protocols/protocol.ts';
import { readAllowance } from '../protocols/token-approval.ts';
import { WRAPPED_COINS } from '../protocols/wrapped-coins.ts';
import { isPaidByFlashLoan } from './flash-loans.ts';
import { findHolder, kindOfTransfer } from './item-holders.ts';

/** A transaction with the time of its block. */
export interface ItemTransaction extends ProtocolInput {
  readonly time: number;
}

/** What one transaction did with items: its sales, every transfer of an item in order, and the permissions it gave. */
export interface TransactionItems {
  readonly sales: readonly NftSale[];
  /** `sale` is the place in `sales`. */
  readonly events: readonly ItemEvent[];
  readonly approvals: readonly ItemApproval[];
}

const isSame = (a: Pick<StoredMove, 'asset' | 'tokenId'>, b: Pick<StoredMove, 'asset' | 'tokenId'>): boolean =>
  a.asset === b.asset && a.tokenId === b.tokenId;

/**
 * Who an item really came from and went to in a transaction with one sale of it: markets and aggregators pass items on, so that the
 * ends of the chain of transfers are the parties. Undefined where the transfers are no chain that contains a stated party.
 */
function findEnds(
  moves: readonly StoredMove[],
  stated: { readonly seller: AccountKey; readonly buyer: AccountKey },
): { readonly seller: AccountKey; readonly buyer: AccountKey } | undefined {
  const [first] = moves;
  const last = moves.at(-1);
  if (!first || !last || moves.some(({ from }, i) => i > 0 && from !== moves[i - 1]?.to)) return undefined;
  const known = [first.from, ...moves.map(({ to }) => to)];
  const fits = (party: AccountKey): boolean => party === '' || known.includes(party);
  return fits(stated.seller) && fits(stated.buyer) ? { seller: first.from, buyer: last.to } : undefined;
}

/** Who took a loan against an item in the transaction; undefined where no event states it. */
function borrowerOf(
  actions: readonly ProtocolAction[],
  item: Pick<StoredMove, 'asset' | 'tokenId'>,
): string | undefined {
  const loan = actions.find(
    ({ kind, parties, about }) =>
      kind === 'nft-loan' && parties.some(({ role }) => role === 'payer') && about.some((each) => isSame(each, item)),
  );
  return loan?.account;
}

/** Seller and buyer of an action: the ends of the transfers of its first item where that is clear, else as the action states them. */
function partiesOf(
  input: ItemTransaction,
  action: ProtocolAction,
  actions: readonly ProtocolAction[],
  isOnlySale: (item: StoredMove) => boolean,
): { readonly seller: AccountKey; readonly buyer: AccountKey } {
  const stated = {
    seller: action.parties.find(({ role }) => role === 'seller')?.address ?? '',
    buyer: action.account ?? '',
  };
  const [item] = action.got;
  if (!item) return stated;
  const own = input.moves.filter((move) => isItemMove(move) && isSame(move, item));
  // A table states a sale whose buyer it does not know: its transfer to nobody is no end.
  const ends = own.length > 0 && own.every(isOnlySale) ? findEnds(own, stated) : undefined;
  const { seller, buyer } = ends && ends.buyer !== '' ? ends : stated;
  // A token that goes to a contract of loans at once was bought by who took the loan.
  return { seller, buyer: (findHolder(buyer) && borrowerOf(actions, item)) ?? buyer };
}

function toSale(
  input: ItemTransaction,
  action: ProtocolAction,
  parties: { readonly seller: AccountKey; readonly buyer: AccountKey },
): NftSale | undefined {
  const contract = action.got[0]?.asset;
  if (contract === undefined) return undefined;
  const { seller, buyer } = parties;
  const [price, ...others] = action.given;
  const paid = price && others.length === 0 ? price : undefined;
  const moves = input.moves;
  return {
    position: input.transaction.position,
    time: input.time,
    contract,
    items: action.got
      .filter(({ asset }) => asset === contract)
      .map(({ tokenId, amount }) => ({ tokenId: tokenId ?? 0n, amount })),
    itemCount: action.got.length,
    market: action.protocol,
    rule: action.rule,
    seller,
    buyer,
    pool: action.parties.find(({ role }) => role === 'pool')?.address ?? '',
    price: paid,
    costs: action.costs,
    basis:
      price?.asset === STATED_PRICE || (action.given.length === 0 && input.transaction.holds === 0) ? 'stated' : 'fact',
    isFlashLoan: paid
      ? isPaidByFlashLoan(moves, input.transaction, paid, [seller, buyer], WRAPPED_COINS[input.chain])
      : false,
    evidence: action.evidence,
    note: action.note,
  };
}

/** One sale for each collection of an action: a bundle over two collections is a sale of both, with the price of neither. */
function splitByContract(action: ProtocolAction): ProtocolAction[] {
  const contracts = [...new Set(action.got.map(({ asset }) => asset))];
  if (contracts.length < 2) return [action];
  const rest = (contract: string) => action.got.filter(({ asset }) => asset !== contract);
  return contracts.map((contract) => ({
    ...action,
    got: [...action.got.filter(({ asset }) => asset === contract), ...rest(contract)],
  }));
}

/** Permissions for items: one token with a number, or all of a contract. Those of Permit2 are for amounts. */
function readApprovals({ transaction, time, logs }: ItemTransaction): ItemApproval[] {
  if (transaction.status === 'failed') return [];
  return logs.flatMap((log): ItemApproval[] => {
    const { owner, spender, asset, tokenId, amount, isRevoked } = readAllowance(log) ?? {};
    const isItem = asset === log.address && (tokenId !== undefined || amount === undefined);
    if (!isItem || !owner || spender === undefined) return [];
    return [
      { position: transaction.position, time, contract: asset, owner, spender, tokenId, isRevoked: isRevoked === true },
    ];
  });
}

/** What a transaction did with the items of every contract, or of one. */
export function readItems(input: ItemTransaction, contract?: string): TransactionItems {
  const moves = input.moves.filter((move) => isItemMove(move) && (contract === undefined || move.asset === contract));
  const actions = findActions(input);
  const drafts = actions.filter(({ kind }) => kind === 'nft-sale').flatMap(splitByContract);
  const own = drafts.filter(({ got: [item] }) => contract === undefined || item?.asset === contract);
  const isOnlySale = (move: StoredMove): boolean =>
    drafts.filter(({ got }) => got.some((item) => isSame(item, move))).length === 1;
  const sales = own.flatMap((action) => toSale(input, action, partiesOf(input, action, actions, isOnlySale)) ?? []);
  const saleOf = (move: StoredMove): number | undefined => {
    const fits = (sale: NftSale): boolean =>
      sale.contract === move.asset && sale.items.some(({ tokenId }) => tokenId === move.tokenId);
    const exact = sales.findIndex(
      (sale) => fits(sale) && (sale.seller === move.from || sale.buyer === move.to || sale.seller === ''),
    );
    return exact < 0 ? undefined : exact;
  };
  return {
    sales,
    approvals: readApprovals(input).filter((each) => contract === undefined || each.contract === contract),
    events: joinPassages(moves, sales, saleOf).map(({ move, sale }) => {
      const kind = sale === undefined ? kindOfTransfer(move.from, move.to) : 'sale';
      return {
        ...{ position: move.position, slot: move.slot, time: input.time, contract: move.asset },
        ...{
          tokenId: move.tokenId ?? 0n,
          amount: move.amount,
          isMulti: move.kind === 'multi-token',
          from: move.from,
          to: move.to,
          kind,
          sale,
        },
        ...{ sender: input.transaction.from, called: input.transaction.to },
      };
    }),
  };
}

/** Transfers that pass one sold item on within the transaction are one: from the seller to the buyer. */
function joinPassages(
  moves: readonly StoredMove[],
  sales: readonly NftSale[],
  saleOf: (move: StoredMove) => number | undefined,
): { move: StoredMove; sale: number | undefined }[] {
  const chains = Map.groupBy(moves, ({ asset, tokenId }) => `${asset}/${tokenId}`);
  return moves.flatMap((move) => {
    const chain = chains.get(`${move.asset}/${move.tokenId}`) ?? [];
    const place = chain.length > 1 ? saleOf(chain[0] as StoredMove) : saleOf(move);
    const sale = place === undefined ? undefined : sales[place];
    const isPassage =
      chain.length > 1 &&
      sale !== undefined &&
      sale.seller === chain[0]?.from &&
      sale.buyer === chain.at(-1)?.to &&
      sales.filter((other) => other.items.some(({ tokenId }) => tokenId === move.tokenId)).length === 1;
    if (!isPassage) return [{ move, sale: chain.length > 1 ? saleOf(move) : place }];
    return move !== chain[0] ? [] : [{ move: { ...move, to: sale.buyer }, sale: place }];
  });
}
