import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AddressBook } from './chain/addresses.ts';
import { distribute, ordinary } from './chain/behaviour.ts';
import { BlockBuilder, GENESIS, type OutputList } from './chain/block-builder.ts';
import { BlockFiles } from './chain/block-files.ts';
import { CoinTable } from './chain/coins.ts';
import { Economy, type Population, planPopulation } from './chain/economy.ts';
import { type AddressTruth, GroundTruth, NO_ADDRESS } from './chain/ground-truth.ts';
import { HotService } from './chain/hot-service.ts';
import { createRandom, type Random } from './chain/random.ts';

export interface ChainOptions {
  readonly directory: string;
  /** About how many transactions; coinbases come on top. */
  readonly transactions: number;
  readonly seed: number;
  /** Entries in the history of each hot address. */
  readonly hot: readonly number[];
  /** After so many transactions a new block file begins, so that a prefix of the chain is a prefix of the files. */
  readonly stages: readonly number[];
  /** Writes the columns of the whole chain too, not only the sample of addresses. */
  readonly hasTruth: boolean;
}

/** The chain up to a point: its first block files, and what is true of the sample there. */
export interface ChainStage {
  readonly files: number;
  readonly blocks: number;
  /** Coinbases included, and the one of the genesis block. */
  readonly transactions: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly bytes: number;
  readonly tip: string;
  readonly sample: string;
  readonly sampled: number;
}

export interface ChainMeta {
  readonly seed: number;
  readonly requested: number;
  /** Every input but those of coinbases; every output, data carriers and genesis included. */
  readonly stages: readonly ChainStage[];
  readonly addresses: number;
  readonly entities: Population;
  /** Complete in the first stage. */
  readonly hot: readonly AddressTruth[];
  /** Of the block files one after the other. */
  readonly sha256: string;
}

const MATURITY = 100;
const HALVING = 150;
const FUNDING_MINIMUM = 1e8;
const FUNDING_WEIGHT = 2_800_000;
const MAX_WEIGHT = 3_600_000;
/** About how many addresses of the first stage are followed. */
const SAMPLE = 3000;

/** Makes one chain: block after block until enough transactions are in. */
class ChainGenerator {
  readonly #options: ChainOptions;
  readonly #random: Random;
  readonly #addresses: AddressBook;
  readonly #coins: CoinTable;
  readonly #txids: Buffer;
  readonly #builder: BlockBuilder;
  readonly #files: BlockFiles;
  readonly #truth: GroundTruth;
  readonly #economy: Economy;
  readonly #services: readonly HotService[];
  readonly #maturing: { readonly height: number; readonly miner: number; readonly slot: number }[] = [];
  readonly #stages: ChainStage[] = [];
  #transactions = 0;
  #made = 0;
  #fees = 0;

  constructor(options: ChainOptions) {
    this.#options = options;
    const { transactions, seed, directory, hot } = options;
    const population = planPopulation(transactions, hot.length);
    this.#random = createRandom(seed);
    this.#addresses = new AddressBook(transactions * 5 + 400_000, seed);
    this.#coins = new CoinTable(transactions * 3 + 400_000, population.total);
    this.#txids = Buffer.from(new ArrayBuffer((transactions + 20_000) * 32));
    this.#builder = new BlockBuilder(this.#addresses, this.#coins, this.#txids, this.#random);
    this.#files = new BlockFiles(directory);
    const deadline = Math.min(transactions, ...options.stages);
    const sampleStride = Math.max(1, Math.floor((deadline * 3) / SAMPLE));
    this.#truth = new GroundTruth(this.#addresses, { directory, hasColumns: options.hasTruth, sampleStride });
    const emit = (inputs: readonly number[], outputs: OutputList): void => this.#emit(inputs, outputs);
    this.#economy = new Economy(population, this.#addresses, this.#coins, this.#random, emit);
    this.#services = hot.map((target, i) => {
      const service = new HotService(this.#economy, population.firstHot + i, target, deadline);
      this.#economy.fixed(service.entity);
      return service;
    });
  }

  run(): ChainMeta {
    const { transactions, stages, directory, seed } = this.#options;
    this.#files.write(GENESIS);
    const cuts = [...stages.filter((stage) => stage < transactions), transactions].sort((a, b) => a - b);
    let height = 0;
    for (const cut of cuts) {
      while (this.#made < cut) this.#block(++height, cut);
      this.#endStage(height);
    }
    const sha256 = this.#files.finish();
    this.#truth.close(this.#txids.subarray(0, this.#transactions * 32));
    const hot = this.#services.flatMap(({ entity }) => this.#truth.of(this.#economy.fixed(entity)) ?? []);
    const addresses = this.#addresses.count;
    const entities = this.#economy.population;
    const meta: ChainMeta = { seed, requested: transactions, stages: this.#stages, addresses, entities, hot, sha256 };
    writeFileSync(join(directory, 'meta.json'), `${JSON.stringify(meta, undefined, 2)}\n`);
    return meta;
  }

  #endStage(height: number): void {
    const unfinished = this.#services.find((service) => !service.isDone);
    if (unfinished) throw new Error(`A hot address has ${unfinished.entries} of ${unfinished.target} entries.`);
    const sample = `sample-${this.#stages.length + 1}.json`;
    this.#files.cut();
    this.#stages.push({
      files: this.#files.files,
      blocks: height + 1,
      transactions: this.#transactions + 1,
      inputs: this.#truth.inputs,
      outputs: this.#truth.outputs + 1,
      bytes: this.#files.bytes,
      tip: Buffer.from(this.#builder.previous).reverse().toString('hex'),
      sample,
      sampled: this.#truth.writeSample(sample),
    });
  }

  #block(height: number, limit: number): void {
    while ((this.#maturing[0]?.height ?? Infinity) <= height - MATURITY) {
      const { miner, slot } = this.#maturing.shift() ?? { miner: 0, slot: 0 };
      this.#coins.put(miner, slot, false);
    }
    this.#builder.begin(height);
    this.#fees = 0;
    const miner = this.#economy.miner();
    const address = this.#economy.receiving(miner);
    const coinbase = this.#transactions++;
    const setValue = this.#truth.coinbase(coinbase, height, address);
    if (height > MATURITY) this.#fill(limit);
    const value = Math.floor(50e8 / 2 ** Math.floor(height / HALVING)) + this.#fees;
    setValue(value);
    this.#files.write(this.#builder.finish(coinbase, address, value));
    this.#maturing.push({ height, miner, slot: this.#coins.create(coinbase, 0, value, address) });
  }

  #fill(limit: number): void {
    const { firstMiner, firstPeeler } = this.#economy.population;
    for (let miner = firstMiner; miner < firstPeeler; miner++) this.#fund(miner);
    const quota = this.#made + Math.min(2600 + this.#random.below(500), limit - this.#made);
    while (this.#made < quota && this.#builder.weight < MAX_WEIGHT) if (!this.#step()) break;
  }

  /** Early coinbases go to users and exchanges whole, later ones less and less. */
  #fund(miner: number): void {
    while (this.#coins.countOf(miner) > 0 && this.#builder.weight < FUNDING_WEIGHT) {
      if (this.#made > this.#options.transactions * 0.05 && this.#random.next() < 0.7) return;
      const slot = this.#coins.take(miner, 0);
      this.#coins.put(miner, slot, true);
      if ((this.#coins.value[slot] ?? 0) < FUNDING_MINIMUM) return;
      distribute(this.#economy, miner);
    }
  }

  #step(): boolean {
    const late = this.#services.find((service) => !service.isDone && service.isBehind(this.#made));
    if (late && (this.#random.next() < 0.6 || late.isUrgent(this.#made)) && late.act()) return true;
    return ordinary(this.#economy);
  }

  #emit(inputs: readonly number[], outputs: OutputList): void {
    const coins = this.#coins;
    const transaction = this.#transactions++;
    this.#made++;
    this.#truth.transaction(transaction, this.#builder.height);
    this.#builder.add(transaction, inputs, outputs);
    for (const slot of inputs) {
      const value = coins.value[slot] ?? 0;
      this.#fees += value;
      this.#truth.input(coins.address[slot] ?? 0, value, coins.transaction[slot] ?? 0, coins.vout[slot] ?? 0);
      coins.release(slot);
    }
    for (let vout = 0; vout < outputs.addresses.length; vout++) {
      const address = outputs.addresses[vout] ?? 0;
      const value = outputs.values[vout] ?? 0;
      this.#fees -= value;
      this.#truth.output(address, value);
      const slot = coins.create(transaction, vout, value, address);
      coins.put(this.#addresses.entities[address] ?? 0, slot, this.#random.next() < 0.5);
    }
    if (outputs.hasData) this.#truth.output(NO_ADDRESS, 0);
  }
}

/** Writes a deterministic regtest chain: block files, `meta.json`, `sample-N.json` per stage, and `truth/`. */
export function generateChain(options: ChainOptions): ChainMeta {
  mkdirSync(options.directory, { recursive: true });
  return new ChainGenerator(options).run();
}

function numbers(text: string | undefined): number[] {
  return (text ?? '').split(',').filter(Boolean).map(Number);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { hot: { type: 'string' }, stages: { type: 'string' }, 'no-truth': { type: 'boolean', default: false } },
  });
  const [directory, transactions, seed] = positionals;
  if (!directory || !Number(transactions)) {
    throw new Error(
      'Usage: generate-chain.ts OUT TRANSACTIONS [SEED] [--hot 10,10000] [--stages 1000000] [--no-truth]',
    );
  }
  const started = performance.now();
  const meta = generateChain({
    directory: resolve(directory),
    transactions: Number(transactions),
    seed: Number(seed ?? 1),
    hot: numbers(values.hot),
    stages: numbers(values.stages),
    hasTruth: !values['no-truth'],
  });
  const seconds = (performance.now() - started) / 1000;
  const peakRssMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  const count = meta.stages.at(-1)?.transactions ?? 0;
  console.log(JSON.stringify({ ...meta, seconds, peakRssMiB, txPerSecond: Math.round(count / seconds) }, undefined, 2));
}

if (import.meta.main) main();
