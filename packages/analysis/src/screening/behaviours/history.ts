import { type AddressKey, type AssetId, coinOf, type Transfer } from '@trailmark/core/ledger';
import type { BehaviourSubject, SeenTransaction } from '@trailmark/core/screening/behaviour';

/** Value of one unit of the currency: what is worth less is dust. */
export const DUST_MONEY = 1_000_000n;

interface Moved {
  readonly transaction: SeenTransaction;
  /** Seconds, never before that of an earlier transaction: times of blocks may go back, order does not. */
  readonly time: number;
  readonly asset: AssetId;
  /** Smallest unit, above 0. */
  readonly amount: bigint;
  /** Millionths of the currency; undefined where the day has no price. */
  readonly money: bigint | undefined;
}

/** The net effect of one transaction on one asset of the subject. Payments are without its own fee. */
export interface Movement extends Moved {
  readonly isReceipt: boolean;
  /** What left with it for the fee, which the subject paid alone. */
  readonly fee: bigint;
  /** On the other side, the subject left out. */
  readonly others: readonly AddressKey[];
}

/**
 * One payment with one party: a receipt, from its first payer in the order of keys; or what one recipient got. Where one
 * transaction pays several, the largest part is left out, because it may be change.
 */
export interface Flow extends Moved {
  readonly other: AddressKey;
}

/** What patterns read of a subject, calculated once. In the order of the chain; CoinJoins move nothing between parties. */
export interface History {
  readonly subject: BehaviourSubject;
  readonly coin: AssetId;
  readonly transactions: readonly SeenTransaction[];
  /** Of the coin and of assets with a price, dust left out. */
  readonly movements: readonly Movement[];
  readonly received: readonly Flow[];
  readonly paid: readonly Flow[];
  /** Receipts worth less than one unit of the currency. */
  readonly dust: readonly Movement[];
  /** Place of each transaction in the order of the chain. */
  readonly places: ReadonlyMap<SeenTransaction, number>;
}

const FEES: ReadonlySet<string> = new Set(['fee', 'tip']);
const ACTS: ReadonlySet<string> = new Set(['fee', 'native']);

/** The subject signed it: it pays the call or the fee, or is among those who fund it. */
export function isOwnAct({ transfers }: SeenTransaction, self: AddressKey): boolean {
  return transfers.some(({ kind, from }) => ACTS.has(kind) && from.includes(self));
}

function byAsset(transfers: readonly Transfer[]): Map<AssetId, Transfer[]> {
  const found = new Map<AssetId, Transfer[]>();
  for (const transfer of transfers) {
    if (transfer.basis !== 'fact') continue;
    const same = found.get(transfer.asset);
    if (same) same.push(transfer);
    else found.set(transfer.asset, [transfer]);
  }
  return found;
}

function listPayers(transfers: readonly Transfer[], self: AddressKey): AddressKey[] {
  const payers = transfers.flatMap(({ to, from }) => (to === self ? from : []));
  return [...new Set(payers)].filter((payer) => payer !== self);
}

/** What each recipient got from the subject. */
function sumRecipients(transfers: readonly Transfer[], self: AddressKey): Map<AddressKey, bigint> {
  const sums = new Map<AddressKey, bigint>();
  for (const { to, from, kind, amount } of transfers) {
    if (to === undefined || to === self || FEES.has(kind) || !from.includes(self)) continue;
    sums.set(to, (sums.get(to) ?? 0n) + amount);
  }
  return sums;
}

/** Fees the subject paid alone. */
function sumFees(transfers: readonly Transfer[], self: AddressKey): bigint {
  return transfers.reduce(
    (sum, { kind, from, amount }) => (FEES.has(kind) && from.length === 1 && from[0] === self ? sum + amount : sum),
    0n,
  );
}

class Reading {
  readonly movements: Movement[] = [];
  readonly received: Flow[] = [];
  readonly paid: Flow[] = [];
  readonly dust: Movement[] = [];
  readonly subject: BehaviourSubject;
  readonly coin: AssetId;

  constructor(subject: BehaviourSubject) {
    this.subject = subject;
    this.coin = coinOf(subject.chain);
  }

  add(transaction: SeenTransaction, time: number): void {
    if (transaction.coinJoin) return;
    const transfers = byAsset(transaction.transfers);
    for (const { asset, received, sent } of transaction.changes) {
      const own = transfers.get(asset) ?? [];
      if (received === sent || own.some(({ tokenId }) => tokenId !== undefined)) continue;
      const base = { transaction, time, asset };
      if (received > sent) this.#addReceipt(base, received - sent, own);
      else this.#addPayment(base, sent - received, own);
    }
  }

  #addReceipt(base: Pick<Moved, 'transaction' | 'time' | 'asset'>, amount: bigint, own: readonly Transfer[]): void {
    const others = listPayers(own, this.subject.self);
    const movement = { ...base, amount, money: this.#moneyOf(base, amount), isReceipt: true, fee: 0n, others };
    if (movement.money !== undefined && movement.money < DUST_MONEY) this.dust.push(movement);
    if (!this.#counts(movement)) return;
    this.movements.push(movement);
    const other = others.reduce((least, key) => (least === '' || key < least ? key : least), '');
    if (other !== '') this.received.push({ ...base, amount, money: movement.money, other });
  }

  #addPayment(base: Pick<Moved, 'transaction' | 'time' | 'asset'>, spent: bigint, own: readonly Transfer[]): void {
    const fee = sumFees(own, this.subject.self);
    const amount = spent - fee;
    if (amount <= 0n) return;
    const recipients = sumRecipients(own, this.subject.self);
    const movement = { ...base, amount, money: this.#moneyOf(base, amount), isReceipt: false, fee };
    if (!this.#counts(movement)) return;
    this.movements.push({ ...movement, others: [...recipients.keys()] });
    const change = recipients.size > 1 ? [...recipients].reduce((a, b) => (b[1] > a[1] ? b : a))[0] : undefined;
    for (const [other, part] of recipients) {
      if (other === change) continue;
      const flow = { ...base, other, amount: part, money: this.#moneyOf(base, part) };
      if (this.#counts(flow)) this.paid.push(flow);
    }
  }

  #moneyOf({ asset, transaction }: Pick<Moved, 'transaction' | 'asset'>, amount: bigint): bigint | undefined {
    return this.subject.moneyOf(asset, amount, transaction.time);
  }

  /** A token without a price may be anybody's invention, and what is worth less than a unit is no payment. */
  #counts({ asset, money }: Pick<Moved, 'asset' | 'money'>): boolean {
    return money === undefined ? asset === this.coin : money >= DUST_MONEY;
  }
}

const histories = new WeakMap<BehaviourSubject, History>();

/** What patterns read of a subject. Calculated once for all of them. */
export function readHistory(subject: BehaviourSubject): History {
  const known = histories.get(subject);
  if (known) return known;
  const transactions = [...subject.transactions].sort((a, b) => a.height - b.height);
  const reading = new Reading(subject);
  let time = Number.NEGATIVE_INFINITY;
  for (const transaction of transactions) {
    time = Math.max(time, transaction.time);
    reading.add(transaction, time);
  }
  const { coin, movements, received, paid, dust } = reading;
  const places = new Map(transactions.map((transaction, place) => [transaction, place] as const));
  const history = { subject, coin, transactions, movements, received, paid, dust, places };
  histories.set(subject, history);
  return history;
}

/** Movements by asset, in the order of the chain. */
export function groupByAsset(movements: readonly Movement[]): Map<AssetId, Movement[]> {
  const groups = new Map<AssetId, Movement[]>();
  for (const movement of movements) {
    const same = groups.get(movement.asset);
    if (same) same.push(movement);
    else groups.set(movement.asset, [movement]);
  }
  return groups;
}
