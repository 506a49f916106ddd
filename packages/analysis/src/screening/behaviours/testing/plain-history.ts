import type { ChainId } from '@trailmark/core/chain';
import { type AddressKey, type AssetChange, type AssetId, coinOf, type Transfer } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import type { BehaviourSubject, SeenPeelChain, SeenTransaction } from '@trailmark/core/screening/behaviour';

export const SELF = '5e1f'.padEnd(40, '0');
export const DAY = 86_400;
export const HOUR = 3_600;
/** 1 January 2024. */
export const START = 1_704_067_200;
/** A token worth one unit of the currency, with six decimals. */
export const DOLLAR = 'eth:0xdac17f958d2ee523a2206206994597c13d831ec7';

/** 40 hex digits from a name, which look drawn by chance (FNV-1a and a mixer). */
export function keyOf(name: string): AddressKey {
  let hash = 0x81_1c_9d_c5;
  for (const sign of name) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x0100_0193);
  return Array.from({ length: 5 }, (_, i) => {
    let word = hash ^ Math.imul(i + 1, 0x9e37_79b9);
    word = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2_ae35);
    return ((word ^ (word >>> 16)) >>> 0).toString(16).padStart(8, '0');
  }).join('');
}

type Part = Pick<Transfer, 'asset' | 'amount' | 'from' | 'to' | 'kind'> & Partial<Transfer>;

export interface PlainOptions {
  readonly chain?: ChainId;
  readonly services?: readonly AddressKey[];
  readonly thresholds?: readonly number[];
  readonly peelChains?: readonly SeenPeelChain[];
  readonly isWhole?: boolean;
  /** Whole units of the currency for one whole coin; null: the coin has no price. */
  readonly price?: number | null;
}

/** What of a transaction is not a transfer. */
type Known = Partial<Pick<SeenTransaction, 'coinJoin' | 'actions'>>;

/** Writes the history of one address, a block for each transaction. A coin has 8 decimals on chains of outputs, else 18. */
export class PlainHistory {
  readonly transactions: SeenTransaction[] = [];
  readonly chain: ChainId;
  readonly coin: AssetId;
  readonly #options: PlainOptions;
  #height = 100;

  constructor(options: PlainOptions = {}) {
    this.#options = options;
    this.chain = options.chain ?? 'eth';
    this.coin = coinOf(this.chain);
  }

  get #decimals(): number {
    return this.chain === 'eth' ? 18 : 8;
  }

  /** One whole coin, in the smallest unit. */
  coins(count: number): bigint {
    return BigInt(Math.round(count * 10_000)) * 10n ** BigInt(this.#decimals - 4);
  }

  /** A transaction of the given transfers; what it changes follows from them, each payer having paid alone. */
  add(time: number, parts: readonly Part[], known: Known = {}, changes?: readonly AssetChange[]): SeenTransaction {
    const height = this.#height++;
    const transfers = parts.map((part, slot): Transfer => {
      const base = {
        chain: this.chain,
        position: toPosition(height, 0),
        slot,
        payersKnown: true,
        basis: 'fact',
      } as const;
      return { ...base, tokenId: undefined, ...part };
    });
    const transaction = {
      txid: height.toString(16).padStart(64, '0'),
      time: START + time,
      height,
      transfers,
      changes: changes ?? sumChanges(transfers),
      coinJoin: undefined,
      actions: undefined,
      ...known,
    };
    this.transactions.push(transaction);
    return transaction;
  }

  receive(time: number, from: string, amount: bigint, asset = this.coin): SeenTransaction {
    return this.add(time, [{ asset, amount, from: [keyOf(from)], to: SELF, kind: this.#kindOf(asset) }]);
  }

  /** A payment it signs, with a fee of a hundred thousandth of a coin. */
  pay(time: number, to: string, amount: bigint, asset = this.coin): SeenTransaction {
    return this.add(time, [...this.#call(), { asset, amount, from: [SELF], to: keyOf(to), kind: this.#kindOf(asset) }]);
  }

  /** A transaction it signs that pays several. */
  payMany(time: number, recipients: readonly (readonly [string, bigint])[]): SeenTransaction {
    const paid = recipients.map(([to, amount]): Part => {
      return { asset: this.coin, amount, from: [SELF], to: keyOf(to), kind: 'native' };
    });
    return this.add(time, [...this.#call(), ...paid]);
  }

  /** Something else it signs, which moves nothing. */
  act(time: number, known: Known = {}): SeenTransaction {
    return this.add(time, this.#call(), known);
  }

  /** A token that leaves it in a transaction of somebody else. */
  lose(time: number, to: string, amount: bigint, asset = DOLLAR): SeenTransaction {
    return this.add(time, [{ asset, amount, from: [SELF], to: keyOf(to), kind: 'token' }]);
  }

  /** A token that it takes itself from others. */
  take(time: number, victims: readonly string[], amount: bigint, asset = DOLLAR): SeenTransaction {
    const taken = victims.map((victim): Part => {
      return { asset, amount, from: [keyOf(victim)], to: SELF, kind: 'token' };
    });
    return this.add(time, [...this.#call(), ...taken]);
  }

  subject(more: Partial<BehaviourSubject> = {}): BehaviourSubject {
    const {
      services = [],
      thresholds = [10_000, 1_000],
      peelChains = [],
      isWhole = true,
      price = 1_000,
    } = this.#options;
    const scale = 10n ** BigInt(this.#decimals);
    return {
      chain: this.chain,
      self: SELF,
      transactions: this.transactions,
      isWhole,
      peelChains,
      formatAddress: (key) => (this.chain === 'eth' ? `0x${key}` : `bc1q${key}`),
      isService: (key) => services.includes(key),
      currency: 'USD',
      moneyOf: (asset, amount) => {
        if (asset === DOLLAR) return amount;
        return asset === this.coin && price !== null ? (amount * BigInt(price) * 1_000_000n) / scale : undefined;
      },
      formatAmount: (asset, amount) => `${amount} ${asset === this.coin ? 'coin' : 'token'}`,
      reportingThresholds: thresholds,
      tipTime: this.transactions.at(-1)?.time ?? START,
      ...more,
    };
  }

  #kindOf(asset: AssetId): Transfer['kind'] {
    return asset === this.coin ? 'native' : 'token';
  }

  #call(): Part[] {
    return [{ asset: this.coin, amount: 10n ** BigInt(this.#decimals - 5), from: [SELF], to: undefined, kind: 'fee' }];
  }
}

function sumChanges(transfers: readonly Transfer[]): AssetChange[] {
  const sums = new Map<AssetId, { received: bigint; sent: bigint }>();
  for (const { asset, amount, from, to, basis } of transfers) {
    if (basis !== 'fact') continue;
    const sum = sums.get(asset) ?? { received: 0n, sent: 0n };
    if (to === SELF) sum.received += amount;
    if (from.includes(SELF)) sum.sent += amount;
    sums.set(asset, sum);
  }
  return [...sums].map(([asset, sum]) => ({ asset, ...sum }));
}
