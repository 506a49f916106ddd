import type { AddressKey, AssetId, Transfer } from '@trailmark/core/ledger';
import type { SetAction, SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';

/** What is known of a transaction of an account chain besides its transfers. */
export interface AccountView
  extends Pick<SetTransaction, 'chain' | 'position' | 'txid' | 'time' | 'isFailed' | 'isCut'> {
  /** The coin of the chain. */
  readonly coin: AssetId;
  readonly isOwn: (key: AddressKey) => boolean;
  /** Who sent it; undefined for what a block pays itself, or where the source does not say. */
  readonly sender: AddressKey | undefined;
  readonly actions: readonly SetAction[];
}

function isFee({ kind }: Transfer): boolean {
  return kind === 'fee' || kind === 'tip';
}

type SortedPayments = Pick<SetTransaction, 'ins' | 'outs' | 'within'>;

type Side = 'ins' | 'outs' | 'within' | 'fee' | undefined;

/** What a transfer is to the set: undefined where it has no part in it. */
function sideOf(transfer: Transfer, isOwn: AccountView['isOwn']): Side {
  const { from, to } = transfer;
  const [pays, isPaid] = [from[0] !== undefined && isOwn(from[0]), to !== undefined && isOwn(to)];
  if (pays && isPaid) return 'within';
  if (pays) return isFee(transfer) ? 'fee' : 'outs';
  return isPaid ? 'ins' : undefined;
}

/** Whom a payment comes from or goes to, and which address of the set it belongs to. */
function endsOf({ from, to }: Transfer, side: Side): Pick<SetPayment, 'others' | 'own'> {
  if (side === 'within') return { others: [], own: to };
  if (side === 'outs') return { others: to === undefined ? [] : [to], own: from[0] };
  return { others: [...from], own: to };
}

/** Payments by whether the set made and gets them; fees that it pays are apart. */
function sortPayments(transfers: readonly Transfer[], isOwn: AccountView['isOwn']): SortedPayments & { fee: bigint } {
  const sorted: { readonly [S in 'ins' | 'outs' | 'within']: SetPayment[] } = { ins: [], outs: [], within: [] };
  let fee = 0n;
  for (const transfer of transfers) {
    const { asset, amount, kind, tokenId } = transfer;
    const side = sideOf(transfer, isOwn);
    if (side === 'fee') fee += amount;
    else if (side !== undefined && amount > 0n)
      sorted[side].push({ asset, amount, kind, tokenId, ...endsOf(transfer, side) });
  }
  return { ...sorted, fee };
}

/** What the transfers changed for the set, by asset. */
function sumNet(transfers: readonly Transfer[], isOwn: AccountView['isOwn']): Map<AssetId, bigint> {
  const net = new Map<AssetId, bigint>();
  for (const { asset, amount, from, to } of transfers) {
    if (from[0] !== undefined && isOwn(from[0])) net.set(asset, (net.get(asset) ?? 0n) - amount);
    if (to !== undefined && isOwn(to)) net.set(asset, (net.get(asset) ?? 0n) + amount);
  }
  return net;
}

/** A transaction of an account chain as the set of a statement sees it. Stated payments change no balance and are left out. */
export function toAccountTransaction(transfers: readonly Transfer[], view: AccountView): SetTransaction {
  const { coin, isOwn, sender, ...head } = view;
  const facts = transfers.filter(({ basis }) => basis === 'fact');
  const { fee, ...payments } = sortPayments(facts, isOwn);
  const receivers = new Set(transfers.flatMap((transfer) => (isFee(transfer) ? [] : (transfer.to ?? []))));
  return {
    ...head,
    ...payments,
    fee: { asset: coin, amount: fee },
    net: sumNet(facts, isOwn),
    isJoint: false,
    mix: undefined,
    isOwnCall: fee > 0n || (sender !== undefined && isOwn(sender)),
    spent: [],
    made: [],
    outputs: [],
    receiverCount: receivers.size,
    hasUnknownPayer: false,
    hasUnknownInput: false,
  };
}
