import type { KnownUntil } from '@trailmark/analysis/statement/statement-world';
import { chainName } from '@trailmark/chains/account-catalogue';
import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import type { AddressKey, FetchedRange } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createAssetBook } from '../accounts/asset-book.ts';
import { type BalanceGround, exactUntil } from '../accounts/balance.ts';
import { knowsGenesis } from '../accounts/holdings.ts';
import { getHoldings } from '../answer.ts';
import { byFamily, type ServedAccounts, type ServedLedger, type ServedOutputs } from '../ledgers.ts';

/** Fetches are read address by address, so only for small sets. */
const MOST_LOOKED = 500;

interface Asked {
  readonly knowledge: Knowledge;
  readonly keys: ReadonlySet<AddressKey>;
  readonly assets: readonly AssetKey[];
  readonly read: ReadOptions;
}

/** Up to where a source listed every address of the set from the first block on; the lowest of them. */
async function listedUntil({ transfers }: ServedLedger, { keys, read }: Asked): Promise<number | undefined> {
  if (keys.size > MOST_LOOKED) return undefined;
  let lowest: number | undefined;
  for (const key of keys) {
    const ranges: readonly FetchedRange[] = await transfers.fetched(key, read);
    const whole = ranges.filter(({ isComplete, fromHeight }) => isComplete && fromHeight === 0);
    if (whole.length === 0) return undefined;
    const end = Math.max(...whole.map(({ toHeight }) => toHeight));
    lowest = Math.min(lowest ?? end, end);
  }
  return lowest;
}

function missing(ledger: ServedLedger, height: number | undefined): string {
  const name = chainName(ledger.id);
  return height === undefined
    ? `Blocks of ${name} are not indexed from the first on. Index them, or fetch the addresses from a source.`
    : `Blocks of ${name} above height ${formatCount(height)} are not all indexed. Index them, or fetch the addresses again.`;
}

async function ofOutputs(ledger: ServedOutputs, asked: Asked): Promise<Map<AssetKey, KnownUntil>> {
  const { runEnd, coverage } = getHoldings(ledger.reader);
  const listed = coverage.complete ? undefined : await listedUntil(ledger, asked);
  const height = Math.max(runEnd ?? -1, listed ?? -1);
  const known = height < 0 ? undefined : height;
  return new Map(asked.assets.map((asset) => [asset, toKnown(ledger, known, missing(ledger, known))]));
}

function timeAt({ transfers }: ServedLedger, height: number): number | undefined {
  const exact = transfers.block(height)?.time;
  if (exact !== undefined) return exact;
  // A list may end at a height whose block is not indexed: the last block below it is a lower bound.
  const below = transfers.coverage().findLast(({ fromHeight }) => fromHeight <= height);
  return below && transfers.block(Math.min(below.toHeight, height))?.time;
}

function toKnown(ledger: ServedLedger, height: number | undefined, reason: string): KnownUntil {
  return { height, time: height === undefined ? undefined : timeAt(ledger, height), reason };
}

/** Why a balance is not known, without the words that say that it is not. */
function toSentence(reason: string): string {
  const rest = reason.replace(/^Not known: /, '');
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** As far as the index and the lists of a source reach for one address: to the tip, else to where anything is known. */
function knownOf(ledger: ServedAccounts, ground: BalanceGround, asset: AssetKey): KnownUntil {
  const whole = exactUntil(ground, asset, ledger.reader.tip()?.height ?? 0);
  const found = 'until' in whole ? whole : exactUntil(ground, asset, 0);
  const height = 'until' in found ? found.until : undefined;
  return toKnown(ledger, height, 'reason' in whole ? toSentence(whole.reason) : missing(ledger, height));
}

async function ofAccounts(ledger: ServedAccounts, { knowledge, keys, assets, read }: Asked) {
  const { reader } = ledger;
  const metadata = await reader.tokens(assets.filter(isContractAsset), read);
  const prices = knowledge.prices();
  const book = createAssetBook({ ledger, tokens: knowledge.tokens, prices, currency: 'USD', metadata });
  const hasGenesis = await knowsGenesis(ledger, read);
  const known = new Map<AssetKey, KnownUntil>();
  for (const key of keys) {
    const fetched = keys.size > MOST_LOOKED ? [] : await reader.addressCoverage(key, read);
    const ground = { ledger, key, assets: book, knowsGenesis: hasGenesis, fetched };
    for (const asset of assets) {
      const found = knownOf(ledger, ground, asset);
      const before = known.get(asset);
      if (!before || (found.height ?? -1) < (before.height ?? -1)) known.set(asset, found);
    }
  }
  return known;
}

/** Up to where everything that changes balances of these assets of the set is indexed, on any chain. */
export function readKnownUntil(ledger: ServedLedger, asked: Asked): Promise<Map<AssetKey, KnownUntil>> {
  return byFamily(ledger, {
    outputs: (outputs) => ofOutputs(outputs, asked),
    accounts: (accounts) => ofAccounts(accounts, asked),
  });
}
