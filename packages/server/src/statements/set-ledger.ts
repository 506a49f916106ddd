import type { StatementWorld } from '@trailmark/analysis/statement/statement-world';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type AssetId, coinOf } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { StatementRate, StatementRequest } from '@trailmark/core/statement/statement';
import type { ServedLedger } from '../ledger/ledgers.ts';
import { readSetTransactions } from '../ledger/wallets/read-set-transactions.ts';
import { type TraceAsOf, type TraceDeps, toTraceAsOf } from '../tracing/trace-as-of.ts';
import { type ChainWorld, openChainWorld } from './chain-world.ts';
import { readSetPositions } from './set-positions.ts';
import { readStatementSet, type StatementSet } from './statement-set.ts';

/** What a result about a set rests on, one for each chain. */
export type StatementAsOf = Omit<TraceAsOf, 'engine' | 'rules'>;

/** How a set and its money are requested. */
export type SetAsk = Pick<StatementRequest, 'subjects' | 'gapLimit' | 'to' | 'currency' | 'priceRule'>;

/** Everything that a set of addresses did, on all of its chains. */
export interface SetLedger extends StatementSet {
  readonly world: StatementWorld;
  readonly asOf: readonly StatementAsOf[];
  readonly addressCount: number;
  /** Transactions that will be read. */
  readonly transactionCount: number;
  /** Up to the end of the period: those of one chain in its order, chains by time. Assets of what is given are loaded. */
  transactions(chains?: ReadonlySet<ChainId>): AsyncGenerator<readonly SetTransaction[]>;
}

interface ChainPart {
  readonly ledger: ServedLedger;
  readonly world: ChainWorld;
  readonly positions: readonly number[];
  readonly keys: ReadonlySet<string>;
  readonly end: { readonly height: number; readonly time: number } | undefined;
}

function toAsOf(deps: TraceDeps, chain: ChainId): StatementAsOf {
  const { engine: _, rules: __, ...asOf } = toTraceAsOf(deps, chain);
  return asOf;
}

/** Where a chain ends for a statement: at the tip, or, where no end was requested, where history of the coin ends to be known. */
function findEnd({ transfers, id }: ServedLedger, world: ChainWorld, to: number | null, last: number | undefined) {
  const tip = transfers.tip();
  if (!tip) return undefined;
  const known = world.asset(coinOf(id)).knownUntil;
  const height = Math.max(known.height ?? -1, last === undefined ? -1 : Math.floor(last / 2 ** 20));
  const block = to === null && height >= 0 ? transfers.block(height) : tip;
  const found = block ?? tip;
  return { height: found.height, time: found.time };
}

async function openPart(
  deps: TraceDeps,
  chain: ChainId,
  keys: ReadonlySet<string>,
  request: SetAsk,
  read: ReadOptions,
): Promise<ChainPart> {
  const ledger = deps.ledgers.get(chain);
  const { currency, priceRule } = request;
  const world = await openChainWorld(deps, { chain, keys, currency, priceRule, read });
  await world.load([coinOf(chain)]);
  const upTo = ledger.transfers.tip()?.height ?? 0;
  const positions = await readSetPositions(ledger, keys, upTo, read);
  return { ledger, world, positions, keys, end: findEnd(ledger, world, request.to, positions.at(-1)) };
}

/** The transactions of one chain up to the end of the period, their assets loaded. */
async function* readPart(
  { ledger, world, positions, keys }: ChainPart,
  { knowledge }: TraceDeps,
  to: number | null,
  read: ReadOptions,
): AsyncGenerator<readonly SetTransaction[]> {
  for await (const batch of readSetTransactions({ ledger, knowledge, keys, positions, read })) {
    const end = to === null ? -1 : batch.findIndex(({ time }) => time >= to);
    const within = end < 0 ? batch : batch.slice(0, end);
    await world.load(within.flatMap(({ net, fee }) => [...net.keys(), ...(fee ? [fee.asset] : [])]));
    yield within;
    if (end >= 0) return;
  }
}

interface Head {
  readonly stream: AsyncGenerator<readonly SetTransaction[]>;
  batch: readonly SetTransaction[];
  at: number;
}

async function advance(head: Head): Promise<boolean> {
  while (head.at >= head.batch.length) {
    const next = await head.stream.next();
    if (next.done) return false;
    head.batch = next.value;
    head.at = 0;
  }
  return true;
}

/** Chains by time; on one chain the order of the chain, whatever the clocks of its blocks say. */
async function* mergeByTime(streams: readonly AsyncGenerator<readonly SetTransaction[]>[]) {
  let heads: Head[] = streams.map((stream) => ({ stream, batch: [], at: 0 }));
  for (;;) {
    const alive = await Promise.all(heads.map(advance));
    heads = heads.filter((_, i) => alive[i]);
    const [first, ...others] = heads;
    if (!first) return;
    const timeOf = ({ batch, at }: Head) => batch[at]?.time ?? 0;
    let least = first;
    for (const head of others) if (timeOf(head) < timeOf(least)) least = head;
    // One chain alone gives its whole batch.
    const end = heads.length === 1 ? least.batch.length : least.at + 1;
    yield least.batch.slice(least.at, end);
    least.at = end;
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function sortRates(rates: readonly StatementRate[]): readonly StatementRate[] {
  return rates.toSorted((a, b) => order(a.asset, b.asset) || order(a.day, b.day));
}

function createWorld(parts: ReadonlyMap<ChainId, ChainPart>): StatementWorld {
  function partOf(chain: ChainId): ChainPart {
    const part = parts.get(chain);
    if (!part) throw new AppError('internal', `The statement has no part of ${chain}.`);
    return part;
  }
  const worlds = new Map<AssetId, ChainWorld>();
  function worldOf(asset: AssetId): ChainWorld {
    const known = worlds.get(asset);
    if (known) return known;
    const { world } = partOf((asset.split(':')[0] ?? asset) as ChainId);
    worlds.set(asset, world);
    return world;
  }
  return {
    asset: (id) => worldOf(id).asset(id),
    value: (asset, amount, time) => worldOf(asset).value(asset, amount, time),
    rates: () => sortRates([...parts.values()].flatMap(({ world }) => [...world.rates()])),
    party: (chain, key) => partOf(chain).world.party(key),
    end: (chain) => partOf(chain).end,
  };
}

/** Opens the ledgers of a set. Rejects as `readStatementSet` does, and with `invalid` for a currency without prices. */
export async function openSetLedger(deps: TraceDeps, ask: SetAsk, read: ReadOptions): Promise<SetLedger> {
  const set = await readStatementSet(deps, ask, read);
  const parts = new Map<ChainId, ChainPart>();
  for (const [chain, own] of set.keys) parts.set(chain, await openPart(deps, chain, own, ask, read));
  return {
    ...set,
    world: createWorld(parts),
    asOf: [...set.keys.keys()].map((chain) => toAsOf(deps, chain)),
    addressCount: [...set.keys.values()].reduce((sum, { size }) => sum + size, 0),
    transactionCount: [...parts.values()].reduce((sum, { positions }) => sum + positions.length, 0),
    transactions: (chains) =>
      mergeByTime(
        [...parts]
          .filter(([chain]) => chains?.has(chain) ?? true)
          .map(([, part]) => readPart(part, deps, ask.to, read)),
      ),
  };
}
