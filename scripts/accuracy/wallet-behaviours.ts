import { type JointActors, runJointActivity } from './joint-transactions.ts';
import {
  ADDRESS_FORMS,
  type AddressForm,
  COIN,
  FEE,
  type Payments,
  type SimulatedWorld,
  sumCoins,
} from './simulated-world.ts';

/** Everybody in the simulation. Each name is one wallet and one owner. */
export interface Cast extends JointActors {
  /** Wallets of people, with the address form that each uses for receipts and change. */
  readonly people: ReadonlyMap<string, AddressForm | 'mixed'>;
  /** Deposit address of each customer at each exchange, `exchange customer`. */
  readonly deposits: Map<string, string>;
  readonly fixedAddresses: Map<string, string>;
}

export const SERVICES = ['merchant-fixed', 'merchant-fresh', 'exchange-fixed', 'exchange-fresh', 'peeler', 'collector'];
const EXCHANGES = ['exchange-fixed', 'exchange-fresh'] as const;
const FUNDS = 12n * COIN;

/** The cast: ten people of four habits, six services, eight who mix with each other. */
export function createCast(): Cast {
  const forms = [
    'bech32',
    'bech32',
    'bech32',
    'bech32',
    'p2sh-segwit',
    'p2sh-segwit',
    'legacy',
    'legacy',
    'mixed',
    'mixed',
  ] as const;
  return {
    people: new Map(forms.map((form, i) => [`person-${i}-${form}`, form])),
    mixers: Array.from({ length: 8 }, (_, i) => `mixer-${i}`),
    deposits: new Map(),
    fixedAddresses: new Map(),
  };
}

export function listWallets(cast: Cast): string[] {
  return [...cast.people.keys(), ...SERVICES, ...cast.mixers];
}

function formOf(world: SimulatedWorld, cast: Cast, wallet: string): AddressForm {
  const form = cast.people.get(wallet);
  if (form === 'mixed') return world.choice.pick(ADDRESS_FORMS);
  return form ?? (wallet === 'exchange-fresh' ? 'p2sh-segwit' : 'bech32');
}

/** The one address a wallet shows everybody. */
async function fixedAddress(world: SimulatedWorld, cast: Cast, wallet: string): Promise<string> {
  const known = cast.fixedAddresses.get(wallet);
  if (known) return known;
  const address = await world.createAddress(wallet, wallet === 'merchant-fixed' ? 'legacy' : 'bech32');
  cast.fixedAddresses.set(wallet, address);
  return address;
}

async function depositAddress(world: SimulatedWorld, cast: Cast, exchange: string, customer: string): Promise<string> {
  const key = `${exchange} ${customer}`;
  const known = cast.deposits.get(key);
  // A customer comes back to the address, and now and then asks for a new one.
  if (known && !world.choice.chance(0.1)) return known;
  const address = await world.createAddress(exchange, formOf(world, cast, exchange));
  cast.deposits.set(key, address);
  return address;
}

/** Half the prices come from a fiat amount and are round in nothing; the rest are round to 0.001 or to 0.1. */
function choosePrice(world: SimulatedWorld): bigint {
  const { choice } = world;
  if (choice.chance(0.5)) return BigInt(choice.between(200_000, 90_000_000));
  return choice.chance(0.6) ? BigInt(choice.between(2, 900)) * 100_000n : BigInt(choice.between(1, 9)) * 10_000_000n;
}

/** Gives every wallet coins of several sizes. */
export async function fundEverybody(world: SimulatedWorld, cast: Cast): Promise<void> {
  for (const wallet of listWallets(cast)) {
    const parts = world.choice.between(4, 7);
    const payments: [string, bigint][] = [];
    for (let i = 0; i < parts; i++) {
      const share = FUNDS / BigInt(parts) + BigInt(world.choice.integer(20_000_000));
      payments.push([await world.createAddress(wallet, formOf(world, cast, wallet)), share]);
    }
    await world.pay('w', payments, { kind: 'funding' });
  }
}

async function choosePayee(world: SimulatedWorld, cast: Cast, payer: string): Promise<string> {
  const { choice } = world;
  const draw = choice.integer(10);
  if (draw < 2) return fixedAddress(world, cast, 'merchant-fixed');
  if (draw < 4) return world.createAddress('merchant-fresh', 'bech32');
  if (draw < 7) return depositAddress(world, cast, choice.pick(EXCHANGES), payer);
  const others = [...cast.people.keys(), ...cast.mixers].filter((name) => name !== payer);
  const payee = choice.pick(others);
  return world.createAddress(payee, formOf(world, cast, payee));
}

async function runPeople(world: SimulatedWorld, cast: Cast): Promise<void> {
  for (const wallet of [...cast.people.keys(), ...cast.mixers]) {
    if (!world.choice.chance(0.3)) continue;
    const payee = await choosePayee(world, cast, wallet);
    const payments: Payments = [[payee, choosePrice(world)]];
    await world.pay(wallet, payments, { kind: 'payment', changeForm: formOf(world, cast, wallet) });
  }
}

async function collectCoins(
  world: SimulatedWorld,
  wallet: string,
  to: string,
  options: { least: number; kind: 'sweep' | 'consolidation' },
): Promise<void> {
  const coins = (await world.coins(wallet)).filter((coin) => coin.address !== to).slice(0, 60);
  if (coins.length < options.least) return;
  const fee = FEE + 15_000n * BigInt(coins.length);
  if (sumCoins(coins) <= fee + COIN / 1000n) return;
  await world.join([wallet], coins, [[to, sumCoins(coins) - fee]], options.kind);
}

async function payBatch(world: SimulatedWorld, cast: Cast, exchange: string, isEqual: boolean): Promise<void> {
  const customers = world.choice.sample(
    [...cast.people.keys(), ...cast.mixers, 'collector'],
    world.choice.between(4, 12),
  );
  const equal = BigInt(world.choice.between(1, 5)) * 5_000_000n;
  const payments: [string, bigint][] = [];
  for (const customer of customers) {
    const address = await world.createAddress(customer, formOf(world, cast, customer));
    payments.push([address, isEqual ? equal : choosePrice(world) / 3n + 100_000n]);
  }
  const changeAddress = exchange === 'exchange-fixed' ? await fixedAddress(world, cast, exchange) : undefined;
  await world.pay(exchange, payments, {
    kind: isEqual ? 'equal-batch' : 'batch',
    ...(changeAddress === undefined ? { changeForm: 'p2sh-segwit' } : { changeAddress }),
  });
}

async function runExchanges(world: SimulatedWorld, cast: Cast, round: number): Promise<void> {
  for (const [i, exchange] of EXCHANGES.entries()) {
    if (round % 6 === i) {
      const hot =
        exchange === 'exchange-fixed'
          ? await fixedAddress(world, cast, exchange)
          : await world.createAddress(exchange, 'p2sh-segwit');
      await collectCoins(world, exchange, hot, { least: 2, kind: 'sweep' });
    } else if (round % 3 === i) await payBatch(world, cast, exchange, round % 12 === i + 3);
  }
}

async function runMerchants(world: SimulatedWorld, cast: Cast, round: number): Promise<void> {
  if (round % 8 === 5) {
    const to = await world.createAddress('merchant-fresh', 'bech32');
    await collectCoins(world, 'merchant-fresh', to, { least: 5, kind: 'consolidation' });
  }
  if (round % 10 === 9) {
    const to = await world.createAddress('collector', 'bech32');
    await collectCoins(world, 'collector', to, { least: 3, kind: 'consolidation' });
  }
  if (round % 4 === 2) {
    const supplier = world.choice.pick([...cast.people.keys()]);
    const address = await world.createAddress(supplier, formOf(world, cast, supplier));
    const changeAddress = await fixedAddress(world, cast, 'merchant-fixed');
    await world.pay('merchant-fixed', [[address, choosePrice(world)]], { kind: 'payment', changeAddress });
  }
}

async function runPeeler(world: SimulatedWorld, cast: Cast): Promise<void> {
  const [largest] = await world.coins('peeler');
  if (!largest || largest.units < COIN / 2n) return;
  const payee = world.choice.chance(0.5)
    ? await depositAddress(world, cast, 'exchange-fresh', 'peeler')
    : await choosePayee(world, cast, 'peeler');
  const units = BigInt(world.choice.between(500_000, 9_000_000));
  await world.pay('peeler', [[payee, units]], { kind: 'peel', coins: [largest] });
}

/** A coin spent whole on two payees: there is no change, and whatever a heuristic names is wrong. */
async function payWithoutChange(world: SimulatedWorld, cast: Cast): Promise<void> {
  const wallet = world.choice.pick([...cast.people.keys()]);
  const coin = (await world.coins(wallet)).at(-1);
  if (!coin || coin.units < COIN / 100n) return;
  const first = (coin.units * BigInt(world.choice.between(10, 90))) / 100n;
  const [one, other] = [await choosePayee(world, cast, wallet), await choosePayee(world, cast, wallet)];
  if (one === other) return;
  const payments: Payments = [
    [one, first],
    [other, coin.units - first - FEE],
  ];
  await world.join([wallet], [coin], payments, 'changeless');
}

/** One round of everybody's business; the block is mined by the caller. */
export async function runRound(world: SimulatedWorld, cast: Cast, round: number): Promise<void> {
  await runPeople(world, cast);
  await runExchanges(world, cast, round);
  await runMerchants(world, cast, round);
  await runPeeler(world, cast);
  if (round % 2 === 0) await payWithoutChange(world, cast);
  await runJointActivity(world, cast, round);
}
