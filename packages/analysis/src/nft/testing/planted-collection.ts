import type { FirstFunding, WalletPayment } from '@trailmark/core/nft';
import { CollectionBuilder, type CollectionTable } from '../collection-table.ts';
import { PaymentTable } from '../payment-table.ts';

/** A made collection with what was planted in it: which sales each rule should find, and which are innocent look-alikes. */
export interface PlantedCollection {
  readonly input: {
    readonly table: CollectionTable;
    readonly payments: PaymentTable;
    readonly funding: ReadonlyMap<string, FirstFunding>;
    readonly services: ReadonlyMap<string, string>;
    readonly hasCalls: true;
  };
  /** Sales planted for each rule. */
  readonly truth: ReadonlyMap<string, ReadonlySet<number>>;
  /** Every sale that is a wash trade, planted for whatever rule. */
  readonly washed: ReadonlySet<number>;
  /** Sales between customers of one exchange. */
  readonly customers: ReadonlySet<number>;
}

const DAY = 86_400;
const ETHER = 10n ** 18n;
const START = 1_640_995_200;
const [TRADERS, HONEST_TOKENS, HONEST_SALES] = [220, 160, 900] as const;

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Deal {
  readonly time: number;
  readonly token: bigint;
  readonly from: string;
  readonly to: string;
  /** Undefined: a transfer without a payment. */
  readonly price: bigint | undefined;
  readonly rules: readonly string[];
  readonly isFlashLoan?: boolean;
}

/** Plays a market day by day. Deals are gathered, sorted by time and numbered at the end. */
class Market {
  readonly random: () => number;
  readonly deals: Deal[] = [];
  readonly payments: WalletPayment[] = [];
  readonly funding = new Map<string, FirstFunding>();
  #wallets = 1;
  readonly #exchange = this.wallet();
  #tokens = 10_000n;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  get exchange(): string {
    return this.#exchange;
  }

  wallet(): string {
    this.#wallets++;
    return this.#wallets.toString(16).padStart(40, '0');
  }

  token(): bigint {
    return this.#tokens++;
  }

  pick(below: number): number {
    return Math.floor(this.random() * below);
  }

  time(): number {
    return START + this.pick(300 * DAY);
  }

  price(): bigint {
    return (ETHER * BigInt(50 + this.pick(400))) / 100n;
  }

  fund(wallet: string, funder: string, time = START - DAY * (1 + this.pick(60))): void {
    this.funding.set(wallet, { funder, time, position: time, amount: ETHER });
  }

  /** A wallet whose first coin came from the exchange, as that of nearly everybody. */
  customer(): string {
    const wallet = this.wallet();
    this.fund(wallet, this.#exchange);
    return wallet;
  }

  pay(from: string, to: string, amount: bigint, time: number): void {
    this.payments.push({ from, to, amount, time, position: time });
  }

  sell(deal: Deal): void {
    this.deals.push(deal);
  }
}

/**
 * Honest trade: each token goes from customer to customer; a few sellers regret and buy back, at once or after it changed hands, a few
 * friends pay each other.
 */
function playHonest(market: Market): void {
  const traders = Array.from({ length: TRADERS }, () => market.customer());
  const trader = (): string => traders[market.pick(TRADERS)] as string;
  const owners = new Map<bigint, string>(Array.from({ length: HONEST_TOKENS }, (_, i) => [BigInt(i), trader()]));
  let time = START;
  for (let i = 0; i < HONEST_SALES; i++) {
    time += market.pick(0.6 * DAY);
    const token = BigInt(market.pick(HONEST_TOKENS));
    const from = owners.get(token) as string;
    const to = trader();
    if (from === to) continue;
    const price = market.price();
    market.sell({ time, token, from, to, price, rules: [] });
    owners.set(token, to);
    // A deal that is undone in part, and a payment long before: neither is a refund nor a financed sale.
    if (i % 40 === 0) market.pay(from, to, price / 3n, time + 3_600);
    if (i % 55 === 0) market.pay(to, from, price, time - 90 * DAY);
    if (i % 150 === 0) {
      market.sell({ time: time + 9 * DAY, token, from: to, to: from, price, rules: [] });
      owners.set(token, from);
    }
    if (i % 150 === 75) {
      const third = market.customer();
      market.sell({ time: time + 9 * DAY, token, from: to, to: third, price: market.price(), rules: [] });
      market.sell({ time: time + 18 * DAY, token, from: third, to: from, price: market.price(), rules: [] });
      owners.set(token, from);
    }
  }
}

/** A token goes around a ring; in larger rings one step is a gift, and the money goes back by side payments. */
function plantRing(market: Market, size: number): void {
  const wallets = Array.from({ length: size }, () => market.customer());
  const token = market.token();
  let time = market.time();
  let price = market.price() * 5n;
  wallets.forEach((from, i) => {
    const to = wallets[(i + 1) % size] as string;
    const isGift = size > 3 && i === size - 1;
    time += 1 + market.pick(3 * DAY);
    market.sell({ time, token, from, to, price: isGift ? undefined : price, rules: ['ring', 'paid-ring'] });
    price += price / 50n;
    if (!isGift) market.pay(from, to, price / 2n, time + 2 * DAY);
  });
}

function plantPairs(market: Market): void {
  const once = (rules: readonly string[], from: string, to: string, more: Partial<Deal> = {}): Deal => {
    const deal = { time: market.time(), token: market.token(), from, to, price: market.price(), rules, ...more };
    market.sell(deal);
    return deal;
  };
  const [a, b, c] = [market.customer(), market.customer(), market.customer()];
  once(['same-wallet'], a, a);
  once(['flash-loan'], b, c, { isFlashLoan: true });
  const refunded = once(['instant-refund'], market.customer(), market.customer());
  market.pay(refunded.from, refunded.to, (refunded.price ?? 0n) - 1n, refunded.time + 3_600);
  const [parent, child] = [market.customer(), market.wallet()];
  market.fund(child, parent);
  once(['funded-each-other'], parent, child);
  const [boss, left, right] = [market.customer(), market.wallet(), market.wallet()];
  market.fund(left, boss);
  market.fund(right, boss);
  once(['common-funder'], left, right);
  const before = once(['buyer-funded-seller'], market.customer(), market.customer());
  market.pay(before.to, before.from, (before.price ?? 0n) / 2n, before.time - 5 * DAY);
  const financed = once(['seller-funded-buyer'], market.customer(), market.customer());
  market.pay(financed.from, financed.to, financed.price ?? 0n, financed.time - DAY);
  const two = ['back-and-forth-token', 'back-and-forth-collection'];
  const trip = once(two, market.customer(), market.customer());
  once(two, trip.to, trip.from, { token: trip.token, time: trip.time + 3_600 });
  plantRepeats(market);
}

/** One wallet buys a token three times from three others, and each time passes it on to the next. */
function plantRepeats(market: Market): void {
  const buyer = market.customer();
  const token = market.token();
  const sellers = [market.customer(), market.customer(), market.customer()];
  let time = market.time();
  sellers.forEach((seller, i) => {
    market.sell({ time, token, from: seller, to: buyer, price: market.price(), rules: ['repeated-purchase'] });
    const next = sellers[i + 1];
    if (next !== undefined)
      market.sell({ time: time + DAY, token, from: buyer, to: next, price: undefined, rules: [] });
    time += 2 * DAY;
  });
}

interface Marks {
  readonly truth: Map<string, Set<number>>;
  readonly washed: Set<number>;
  readonly customers: Set<number>;
}

/** Writes down what was planted for a sale. */
function mark(market: Market, { from, to, rules }: Deal, sale: number, { truth, washed, customers }: Marks): void {
  for (const rule of rules) truth.set(rule, (truth.get(rule) ?? new Set()).add(sale));
  const isCustomer = (wallet: string): boolean => market.funding.get(wallet)?.funder === market.exchange;
  if (rules.length > 0) washed.add(sale);
  else if (isCustomer(from) && isCustomer(to)) customers.add(sale);
}

/** The deals in order of time, as columns. */
function tabulate(market: Market, marks: Marks): CollectionTable {
  const builder = new CollectionBuilder(() => '');
  let sale = 0;
  for (const deal of market.deals.toSorted((x, y) => x.time - y.time)) {
    const { time, token: tokenId, from, to, price, isFlashLoan = false } = deal;
    const step = { time, from, to, tokenId, amount: 1n, isMulti: false };
    if (price === undefined) {
      builder.addEvent({ ...step, kind: 'transfer', sale: undefined });
      continue;
    }
    builder.addEvent({ ...step, kind: 'sale', sale });
    const paid = { asset: '', amount: price, tokenId: undefined };
    const items = [{ tokenId, amount: 1n }];
    builder.addSale({ time, buyer: to, seller: from, pool: '', price: paid, items, itemCount: 1, isFlashLoan });
    mark(market, deal, sale, marks);
    sale++;
  }
  return builder.build();
}

/** Makes a collection: the same for the same seed. */
export function plantCollection(seed: number): PlantedCollection {
  const market = new Market(seed);
  playHonest(market);
  for (let size = 3; size <= 8; size++) for (let i = 0; i < 3; i++) plantRing(market, size);
  for (let i = 0; i < 8; i++) plantPairs(market);
  const marks: Marks = { truth: new Map(), washed: new Set(), customers: new Set() };
  const input = {
    table: tabulate(market, marks),
    payments: new PaymentTable(market.payments),
    funding: market.funding,
    services: new Map([[market.exchange, 'pays thousands']]),
    hasCalls: true as const,
  };
  return { input, ...marks };
}
