import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey, AssetId } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { LossPayment, LossSum, VictimLoss } from '@trailmark/core/statement/losses';
import type { SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { StatementWorld } from '../statement-world.ts';
import { distribute } from './distribute.ts';

/** Which victims an address or a transaction is of; several where they name the same. */
export interface VictimNames {
  ofAddress(chain: ChainId, key: AddressKey): readonly number[];
  ofTransaction(chain: ChainId, txid: string): readonly number[];
}

export interface LossAsk {
  readonly from: number | null;
  readonly victimCount: number;
  /** Money to distribute, millionths of the currency; null: nothing is. */
  readonly available: bigint | null;
}

/** What came to the suspects from nobody in the list. */
export interface OtherReceipts {
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly count: number;
}

export interface LossResult {
  readonly payments: readonly LossPayment[];
  readonly victims: readonly VictimLoss[];
  /** Of payments that are nobody's for certain, by asset. */
  readonly undecided: readonly LossSum[];
  /** Of payments in tokens that nobody vouches for, by asset: anybody can send them, so they are in no loss and not listed. */
  readonly unverified: readonly LossSum[];
  readonly others: readonly OtherReceipts[];
  /** Transactions that the suspects and others funded together: nobody can say who paid whom. */
  readonly jointCount: number;
}

const MOST_NAMED = 3;
type Open = { -readonly [K in keyof LossSum]: LossSum[K] };
type Attribution = Pick<LossPayment, 'basis' | 'victims'>;

class Sums {
  readonly #sums = new Map<AssetId, Open>();

  add({ asset, amount, value, way }: Pick<LossPayment, 'asset' | 'amount' | 'value' | 'way'>): void {
    const empty = { asset, paid: 0n, returned: 0n, paidValue: 0n, returnedValue: 0n, count: 0, unpriced: 0 };
    const sum = this.#sums.get(asset) ?? empty;
    this.#sums.set(asset, sum);
    sum.count += 1;
    sum[way] += amount;
    if (value === undefined) sum.unpriced += 1;
    else if (way === 'paid') sum.paidValue += value;
    else sum.returnedValue += value;
  }

  list(): LossSum[] {
    return [...this.#sums.values()];
  }
}

interface OpenVictim {
  readonly sums: Sums;
  count: number;
  first: number | undefined;
  last: number | undefined;
}

/** Payments of one asset to or from one address of the set by the same others are one. */
function joinPayments(payments: readonly SetPayment[]): SetPayment[] {
  const joined = new Map<string, SetPayment>();
  for (const payment of payments) {
    const key = `${payment.asset} ${payment.tokenId ?? ''} ${payment.own ?? ''} ${payment.others.join(',')}`;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, amount: known.amount + payment.amount } : payment);
  }
  return [...joined.values()];
}

function toLoss(sums: readonly LossSum[]): bigint | undefined {
  if (sums.some(({ unpriced }) => unpriced > 0)) return undefined;
  return sums.reduce((total, { paidValue, returnedValue }) => total + paidValue - returnedValue, 0n);
}

/**
 * Collects what victims paid to the addresses of suspects and got back, from the transactions of the suspects. A payment is a fact;
 * that its payer's address is the victim's, or the transaction theirs, is what the list of victims claims. Nothing is split between
 * payers who paid together: such a payment is in nobody's sums, and is listed.
 */
export class LossBook {
  readonly #ask: LossAsk;
  readonly #names: VictimNames;
  readonly #world: StatementWorld;
  readonly #payments: LossPayment[] = [];
  readonly #victims: readonly OpenVictim[];
  readonly #undecided = new Sums();
  readonly #unverified = new Sums();
  readonly #others = new Map<AssetId, { amount: bigint; count: number }>();
  #jointCount = 0;
  #count = 0;

  constructor(ask: LossAsk, names: VictimNames, world: StatementWorld) {
    this.#ask = ask;
    this.#names = names;
    this.#world = world;
    this.#victims = Array.from({ length: ask.victimCount }, () => ({
      ...{ sums: new Sums(), count: 0, first: undefined, last: undefined },
    }));
  }

  get paymentCount(): number {
    return this.#payments.length;
  }

  /** True where victims paid in it or were paid. */
  add(transaction: SetTransaction): boolean {
    const { from } = this.#ask;
    if (from !== null && transaction.time < from) return false;
    const before = this.#count;
    if (transaction.isJoint) this.#jointCount += 1;
    for (const payment of joinPayments(transaction.ins)) this.#addPaid(payment, transaction);
    for (const payment of joinPayments(transaction.outs)) this.#addReturned(payment, transaction);
    return this.#count > before;
  }

  close(): LossResult {
    const rows = this.#victims.map(({ sums }) => ({ sums: sums.list(), loss: toLoss(sums.list()) }));
    const losses = rows.map(({ loss }) => loss);
    const { shares, parts } = distribute(losses, this.#ask.available);
    return {
      payments: this.#payments,
      victims: rows.map(({ sums, loss }, victim): VictimLoss => {
        const { count = 0, first, last } = this.#victims[victim] ?? {};
        const unpriced = sums.reduce((total, sum) => total + sum.unpriced, 0);
        const part = { share: shares?.[victim], restitution: parts?.[victim] };
        return { victim, sums, loss, count, unpriced, firstTime: first, lastTime: last, ...part };
      }),
      undecided: this.#undecided.list(),
      unverified: this.#unverified.list(),
      others: [...this.#others].map(([asset, sum]) => ({ asset, ...sum })),
      jointCount: this.#jointCount,
    };
  }

  #addPaid(payment: SetPayment, transaction: SetTransaction): void {
    const found = this.#attribute(payment, transaction);
    if (found) {
      this.#write(payment, transaction, found, 'paid');
      return;
    }
    const sum = this.#others.get(payment.asset) ?? { amount: 0n, count: 0 };
    sum.amount += payment.amount;
    sum.count += 1;
    this.#others.set(payment.asset, sum);
  }

  /** What the suspects paid to an address of a victim; other payments of theirs are no part of this list. */
  #addReturned(payment: SetPayment, transaction: SetTransaction): void {
    const [receiver] = payment.others;
    const victims = receiver === undefined ? [] : this.#names.ofAddress(transaction.chain, receiver);
    if (victims.length === 0) return;
    this.#write(payment, transaction, { basis: victims.length === 1 ? 'addresses' : 'undecided', victims }, 'returned');
  }

  #attribute({ others }: SetPayment, { chain, txid, hasUnknownPayer }: SetTransaction): Attribution | undefined {
    const owners = others.map((key) => this.#names.ofAddress(chain, key));
    const paying = [...new Set(owners.flat())];
    const naming = txid === undefined ? [] : this.#names.ofTransaction(chain, txid);
    const all = [...new Set([...paying, ...naming])].toSorted((a, b) => a - b);
    if (all.length === 0) return undefined;
    const isOnly = all.length === 1;
    if (isOnly && paying.length === 0) return { basis: 'named', victims: all };
    const isWhole = !hasUnknownPayer && owners.every((own) => own.length === 1);
    return { basis: isOnly && isWhole ? 'addresses' : 'undecided', victims: all };
  }

  #write(payment: SetPayment, transaction: SetTransaction, found: Attribution, way: LossPayment['way']): void {
    const { chain, position, time, txid } = transaction;
    const { asset, amount, others, own } = payment;
    this.#count += 1;
    if (this.#world.asset(asset).asset.isUnverified) {
      this.#unverified.add({ asset, amount, value: this.#world.value(asset, amount, time), way });
      return;
    }
    const nameOf = (key: AddressKey) => this.#world.party(chain, key).address;
    const [payers, paid] = way === 'paid' ? [others, own] : [own === undefined ? [] : [own], others[0]];
    const written: LossPayment = {
      ...{ no: this.#payments.length + 1, way, ...found, chain, height: positionHeight(position), time, txid },
      ...{ asset, amount, value: this.#world.value(asset, amount, time) },
      payers: payers.slice(0, MOST_NAMED).map(nameOf),
      payerCount: payers.length,
      paid: paid === undefined ? undefined : nameOf(paid),
    };
    this.#payments.push(written);
    const [victim = -1] = found.victims;
    const open = this.#victims[victim];
    if (found.basis === 'undecided' || !open) {
      this.#undecided.add(written);
      return;
    }
    open.sums.add(written);
    open.count += 1;
    open.first ??= time;
    open.last = time;
  }
}
