import type { AccountKey } from '@trailmark/core/account-block';
import type { WalletPayment } from '@trailmark/core/nft';

/** Payments between wallets of a collection outside its sales, found by pair and time. */
export class PaymentTable {
  readonly rows: readonly WalletPayment[];
  readonly #byPair = new Map<string, number[]>();

  /** Rows in any order. */
  constructor(payments: readonly WalletPayment[]) {
    this.rows = payments.toSorted((a, b) => a.time - b.time || a.position - b.position);
    this.rows.forEach(({ from, to }, i) => {
      const key = `${from}${to}`;
      const list = this.#byPair.get(key);
      if (list) list.push(i);
      else this.#byPair.set(key, [i]);
    });
  }

  /** Places of payments from one wallet to another within times, both inclusive, ascending. */
  between(from: AccountKey, to: AccountKey, fromTime: number, toTime: number): number[] {
    const list = this.#byPair.get(`${from}${to}`) ?? [];
    return list.filter((i) => {
      const { time } = this.rows[i] as WalletPayment;
      return time >= fromTime && time <= toTime;
    });
  }

  /** Payments among several wallets within times. */
  among(wallets: readonly AccountKey[], fromTime: number, toTime: number): number[] {
    const found = wallets.flatMap((from) =>
      wallets.flatMap((to) => (from === to ? [] : this.between(from, to, fromTime, toTime))),
    );
    return found.toSorted((a, b) => a - b);
  }

  sum(places: readonly number[]): bigint {
    return places.reduce((sum, i) => sum + (this.rows[i] as WalletPayment).amount, 0n);
  }
}
