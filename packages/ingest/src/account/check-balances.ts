import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset, NATIVE_ASSET, type TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { POSITIONS_PER_BLOCK, toPosition } from '@trailmark/core/position';
import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import { createAccountPort } from './account-port.ts';
import type { AccountSource } from './account-source.ts';

/** One balance that differs: what the indexed transfers add up to, and what the node states. */
export interface BalanceDifference {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly derived: bigint;
  readonly stated: bigint;
}

export interface BalanceReport {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly addresses: number;
  /** Balances compared, and those the node could not state at both ends. */
  readonly compared: number;
  readonly unanswered: number;
  readonly differences: readonly BalanceDifference[];
  /** Token contracts among the differences: their balances are not derived from now on. */
  readonly faultyTokens: readonly TokenMetadata[];
}

export interface BalanceCheckOptions {
  readonly store: Pick<AccountChainStore, 'reader' | 'writer' | 'chain' | 'stagingDirectory'>;
  readonly source: AccountSource;
  /** At most so many addresses, spread over all of them. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

const PREFIXES = 256;
const ASSETS_EACH = 200;
const ADDRESSES_AT_ONCE = 16;

interface Run {
  readonly from: number;
  readonly to: number;
}

interface Pair {
  readonly address: AccountKey;
  readonly asset: AssetKey;
}

/** Addresses spread over the whole range of keys, at most `limit`. */
async function sampleAddresses(reader: AccountLedger, limit: number, signal?: AbortSignal): Promise<AccountKey[]> {
  const each = Math.max(1, Math.ceil(limit / PREFIXES));
  const found: AccountKey[] = [];
  for (let prefix = 0; prefix < PREFIXES && found.length < limit; prefix++) {
    const text = prefix.toString(16).padStart(2, '0');
    const hits = await reader.addressesByPrefix(text, each, { signal });
    found.push(...hits.map(({ address }) => address));
  }
  return found.slice(0, limit);
}

/** The run of a node's blocks that begins lowest. */
async function findRun(store: BalanceCheckOptions['store']): Promise<Run> {
  const port = createAccountPort(store as AccountChainStore);
  for (const { fromHeight, source } of store.reader.heightRanges()) {
    if (!source.startsWith('node ')) continue;
    const top = await port.runTop(fromHeight);
    if (top) return { from: fromHeight, to: top.height };
  }
  throw new AppError(
    'not-found',
    'No blocks from a node are indexed for this chain, so there is nothing to compare with one.',
  );
}

async function derive(
  reader: AccountLedger,
  { address, asset }: Pair,
  run: Run,
  signal?: AbortSignal,
): Promise<bigint> {
  const at = (position: number) => reader.balanceAt(address, asset, position, { signal });
  const end = toPosition(run.to, POSITIONS_PER_BLOCK - 1);
  // The first block of a chain has no moves: what it allots is in the node's balance at it.
  const before = run.from === 0 ? 0n : await at(toPosition(run.from, 0) - 1);
  return (await at(end)) - before;
}

class Comparison {
  readonly differences: BalanceDifference[] = [];
  compared = 0;
  unanswered = 0;
  private readonly options: BalanceCheckOptions;
  private readonly run: Run;

  constructor(options: BalanceCheckOptions, run: Run) {
    this.options = options;
    this.run = run;
  }

  async compare(addresses: readonly AccountKey[]): Promise<void> {
    const { store, source, signal } = this.options;
    const { run } = this;
    const pairs = (await Promise.all(addresses.map((address) => this.pairsOf(address)))).flat();
    const start = run.from === 0 ? 0 : run.from - 1;
    const [before, after, derived] = await Promise.all([
      source.balances?.(pairs, start, signal) ?? [],
      source.balances?.(pairs, run.to, signal) ?? [],
      Promise.all(pairs.map((pair) => derive(store.reader, pair, run, signal))),
    ]);
    pairs.forEach((pair, index) => {
      this.judge(pair, before[index], after[index], derived[index] ?? 0n);
    });
  }

  private async pairsOf(address: AccountKey): Promise<Pair[]> {
    const { items } = await this.options.store.reader.assetsOf(
      address,
      { offset: 0, limit: ASSETS_EACH },
      { signal: this.options.signal },
    );
    const assets = items.map(({ asset }) => asset).filter((asset) => asset === NATIVE_ASSET || isContractAsset(asset));
    return assets.map((asset) => ({ address, asset }));
  }

  /** A token that did not exist at the start answers nothing there: it had nothing. */
  private judge(pair: Pair, before: bigint | undefined, after: bigint | undefined, derived: bigint): void {
    const start = before ?? (isContractAsset(pair.asset) ? 0n : undefined);
    if (start === undefined || after === undefined) {
      this.unanswered++;
      return;
    }
    this.compared++;
    const stated = after - start;
    if (stated !== derived) this.differences.push({ ...pair, derived, stated });
  }
}

/** Notes with each contract that its own balances are not what its events add up to. */
async function noteFaults(
  { reader, writer }: BalanceCheckOptions['store'],
  differences: readonly BalanceDifference[],
  height: number,
): Promise<TokenMetadata[]> {
  const contracts = [...new Set(differences.map(({ asset }) => asset))].filter(isContractAsset);
  if (contracts.length === 0) return [];
  const known = await reader.tokens(contracts);
  const balanceFault = `its own balances at block ${height} are not what its Transfer events add up to`;
  const faulty = contracts.map((contract): TokenMetadata => {
    const none = { contract, symbol: undefined, name: undefined, decimals: undefined, height: undefined };
    return { ...(known.get(contract) ?? none), balanceFault };
  });
  await writer.putTokens(faulty);
  return faulty;
}

/**
 * Compares what the indexed transfers add up to with the balances a node states at the same block. A token that differs (a fee it
 * does not report, rebasing, minting without an event) is noted: its balances are no longer derived, but reported as unknown.
 */
export async function checkBalances(options: BalanceCheckOptions): Promise<BalanceReport> {
  if (!options.source.balances) throw new AppError('invalid', 'This kind of node does not serve balances.');
  const run = await findRun(options.store);
  const addresses = await sampleAddresses(options.store.reader, options.limit, options.signal);
  const comparison = new Comparison(options, run);
  for (let from = 0; from < addresses.length; from += ADDRESSES_AT_ONCE) {
    await comparison.compare(addresses.slice(from, from + ADDRESSES_AT_ONCE));
  }
  const { differences, compared, unanswered } = comparison;
  const faultyTokens = await noteFaults(options.store, differences, run.to);
  return {
    fromHeight: run.from,
    toHeight: run.to,
    addresses: addresses.length,
    compared,
    unanswered,
    differences,
    faultyTokens,
  };
}
