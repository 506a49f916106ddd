import { type AddressBook, P2PKH, P2SH, P2TR, P2WPKH, P2WSH } from './addresses.ts';
import type { OutputList } from './block-builder.ts';
import type { CoinTable } from './coins.ts';
import type { Random } from './random.ts';

export const DUST = 1000;
const EXCHANGES = 12;
const MERCHANTS = 60;
const MINERS = 8;
const PEELERS = 10;

/** Virtual bytes to spend one coin, by address form. */
const INPUT_VBYTES = [148, 91, 68, 58, 105];
const OUTPUT_VBYTES = 33;
const BASE_VBYTES = 11;

/** Entities are numbered by kind, in this order. */
export interface Population {
  readonly users: number;
  readonly firstExchange: number;
  readonly firstMerchant: number;
  readonly firstMiner: number;
  readonly firstPeeler: number;
  readonly firstHot: number;
  readonly total: number;
}

export function planPopulation(transactions: number, hotServices: number): Population {
  const users = Math.max(200, Math.floor(transactions / 12));
  const firstMerchant = users + EXCHANGES;
  const firstMiner = firstMerchant + MERCHANTS;
  const firstPeeler = firstMiner + MINERS;
  const firstHot = firstPeeler + PEELERS;
  return {
    users,
    firstExchange: users,
    firstMerchant,
    firstMiner,
    firstPeeler,
    firstHot,
    total: firstHot + hotServices,
  };
}

/** Puts a transaction into the block being made. Takes the coins over. */
export type Emit = (inputs: readonly number[], outputs: OutputList) => void;

/** Who owns what and how entities choose addresses and coins. Behaviour is in `behaviour.ts`. */
export class Economy {
  readonly population: Population;
  readonly addresses: AddressBook;
  readonly coins: CoinTable;
  readonly random: Random;
  readonly emit: Emit;
  readonly #forms: Uint8Array;
  readonly #main: Int32Array;
  readonly #deposits = new Map<number, number>();

  constructor(population: Population, addresses: AddressBook, coins: CoinTable, random: Random, emit: Emit) {
    this.population = population;
    this.addresses = addresses;
    this.coins = coins;
    this.random = random;
    this.emit = emit;
    this.#main = new Int32Array(population.total).fill(-1);
    this.#forms = new Uint8Array(population.total);
    for (let entity = 0; entity < population.total; entity++) this.#forms[entity] = this.#chooseForm(entity);
  }

  /** The address an entity gives to a payer: mostly a new one, more often the main one for services. */
  receiving(entity: number): number {
    return this.#address(entity, entity < this.population.firstMerchant ? 0.12 : 0.5, 0);
  }

  change(entity: number): number {
    return this.#address(entity, entity < this.population.users ? 0.08 : 0.35, 0.1);
  }

  fresh(entity: number): number {
    return this.addresses.create(entity, this.#forms[entity] ?? 0);
  }

  /** The one address of a service that never changes it. */
  fixed(entity: number): number {
    return this.#address(entity, 1, 0);
  }

  /** The deposit address an exchange gave to a user: always the same one. */
  deposit(user: number, exchange: number): number {
    const key = user * EXCHANGES + (exchange - this.population.firstExchange);
    let address = this.#deposits.get(key);
    if (address === undefined) {
      address = this.fresh(exchange);
      this.#deposits.set(key, address);
    }
    return address;
  }

  user(): number {
    return this.random.below(this.population.users);
  }

  /** Few users are very active. */
  activeUser(): number {
    return Math.floor(this.population.users * this.random.next() ** 2.2);
  }

  exchange(): number {
    return this.population.firstExchange + this.random.below(EXCHANGES);
  }

  /** The first exchanges are the largest. */
  largeExchange(): number {
    return this.population.firstExchange + Math.floor(EXCHANGES * this.random.next() * this.random.next());
  }

  merchant(): number {
    return this.population.firstMerchant + this.random.below(MERCHANTS);
  }

  miner(): number {
    return this.population.firstMiner + this.random.below(MINERS);
  }

  peeler(): number {
    return this.population.firstPeeler + this.random.below(PEELERS);
  }

  /** Takes up to `count` coins out of a purse. */
  take(entity: number, count: number): number[] {
    const taken: number[] = [];
    while (taken.length < count && this.coins.countOf(entity) > 0) {
      taken.push(this.coins.take(entity, this.random.below(4)));
    }
    return taken;
  }

  giveBack(inputs: readonly number[]): void {
    for (const slot of inputs) this.coins.put(this.#ownerOf(slot), slot, false);
  }

  sum(inputs: readonly number[]): number {
    let sum = 0;
    for (const slot of inputs) sum += this.coins.value[slot] ?? 0;
    return sum;
  }

  fee(inputs: readonly number[], outputs: number): number {
    let size = BASE_VBYTES + outputs * OUTPUT_VBYTES;
    for (const slot of inputs) {
      size += INPUT_VBYTES[this.addresses.forms[this.coins.address[slot] ?? 0] ?? 0] ?? 0;
    }
    return Math.ceil(size * (1 + this.random.next() * 29));
  }

  #ownerOf(slot: number): number {
    return this.addresses.entities[this.coins.address[slot] ?? 0] ?? 0;
  }

  #address(entity: number, reuse: number, replaceMain: number): number {
    const main = this.#main[entity] ?? -1;
    if (main >= 0 && this.random.next() < reuse) return main;
    const address = this.fresh(entity);
    if (main < 0 || this.random.next() < replaceMain) this.#main[entity] = address;
    return address;
  }

  #chooseForm(entity: number): number {
    const x = this.random.next();
    const { users, firstMerchant, firstHot } = this.population;
    if (entity < users) return x < 0.2 ? P2PKH : x < 0.35 ? P2SH : x < 0.85 ? P2WPKH : P2TR;
    if (entity < firstMerchant) return x < 0.3 ? P2WSH : x < 0.8 ? P2WPKH : P2SH;
    if (entity >= firstHot) return P2WPKH;
    return x < 0.4 ? P2PKH : P2WPKH;
  }
}
