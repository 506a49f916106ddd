import { type AccountKey, HAS_INTERNALS } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import type { ActionAmount, ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { netChange } from './net-change.ts';
import { createAction, type Protocol, type ProtocolInput } from './protocol.ts';

/** Items one event may list: more is no sale that a person made. */
export const MOST_ITEMS = 200;
const NOBODY = /^0*$/;

/** What an event of a market states about one sale. Undefined parties are not in the event. */
export interface SaleDraft {
  readonly buyer: AccountKey | undefined;
  readonly seller: AccountKey | undefined;
  /** The one of the two that is a pool of the market. */
  readonly pool?: AccountKey;
  readonly items: readonly ActionAmount[];
  readonly price: readonly ActionAmount[];
  readonly costs?: readonly SaleCost[] | undefined;
  readonly evidence: readonly number[];
  readonly note: string;
}

export function createSale(protocol: Pick<Protocol, 'id' | 'version' | 'name'>, draft: SaleDraft): ProtocolAction {
  const { buyer, seller, pool, items, price, costs, evidence, note } = draft;
  const known = orUndefined(seller);
  return createAction(protocol, {
    kind: 'nft-sale',
    account: orUndefined(buyer),
    given: price,
    got: items,
    costs,
    parties: [
      ...(known === undefined ? [] : [{ role: 'seller' as const, address: known }]),
      ...(pool === undefined ? [] : [{ role: 'pool' as const, address: pool }]),
    ],
    evidence,
    note,
  });
}

function orUndefined(address: AccountKey | undefined): AccountKey | undefined {
  return address === undefined || NOBODY.test(address) ? undefined : address;
}

/** The asset an event names: the zero address is the chain's coin. */
export function toAsset(address: AccountKey): AssetKey {
  return NOBODY.test(address) ? NATIVE_ASSET : address;
}

export function amountOf(asset: AssetKey, amount: bigint): ActionAmount {
  return { asset, amount, tokenId: undefined };
}

export function itemOf(contract: AssetKey, tokenId: bigint, amount = 1n): ActionAmount {
  return { asset: contract, amount, tokenId };
}

export function isItemMove({ kind }: StoredMove): boolean {
  return kind === 'nft' || kind === 'multi-token';
}

/** Moves of items whose log comes after one place in the block and before another. */
export function itemMovesBetween({ moves }: ProtocolInput, after: number, before: number): StoredMove[] {
  return moves.filter(
    (move) => isItemMove(move) && move.logIndex !== undefined && move.logIndex > after && move.logIndex < before,
  );
}

/** What an account gave in coin and tokens over a transaction, for markets whose events name no price. Empty where it is not known. */
export function paidBy({ chain, moves, transaction }: ProtocolInput, account: AccountKey): ActionAmount[] {
  // A refund is a call inside the transaction: without those calls the coin that was paid is not known.
  const { given } = netChange(chain, moves, account);
  const paid = given.filter(({ tokenId }) => tokenId === undefined);
  const needsCalls = paid.some(({ asset }) => asset === NATIVE_ASSET) && (transaction.holds & HAS_INTERNALS) === 0;
  return needsCalls ? [] : paid;
}
