import { formatAccount } from '@trailmark/chains/account/account-address';
import { type AccountKey, BLOCK_FOREIGN_GENESIS, BLOCK_TIME_ESTIMATED } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { type AssetBook, createAssetBook } from './asset-book.ts';

/** What one answer is written with: its assets, and spellings of addresses, each computed once. */
export interface AccountView {
  readonly ledger: ServedAccounts;
  readonly assets: AssetBook;
  /** Null for nobody. */
  address(key: AccountKey): string | null;
  /** Time of a block; zero where it is not indexed. */
  moment(height: number): { readonly time: number; readonly timeEstimated: boolean };
  /** What an amount was worth on the day of a block; null too for a block of another chain under the same number. */
  value(asset: AssetKey, amount: bigint, height: number): FiatAnswer;
}

type FiatAnswer = ReturnType<AssetBook['value']>;

/** What handlers of account chains know in addition to the ledger. */
export type ViewKnowledge = Pick<Knowledge, 'prices' | 'tokens'>;

/** The token contracts among assets, each once. */
export function contractsOf(assets: Iterable<AssetKey>): string[] {
  return [...new Set(assets)].filter(isContractAsset);
}

/** The contracts whose names an answer about these moves needs. */
export function contractsOfMoves(moves: Iterable<StoredMove>): string[] {
  const assets = new Set<AssetKey>();
  for (const { asset } of moves) assets.add(asset);
  return contractsOf(assets);
}

interface ViewRequest {
  readonly contracts: readonly string[];
  readonly currency: string;
  /** Balances are derived from the answer's assets, of which a node may have stated otherwise. */
  readonly withBalances?: boolean;
}

/** The view of an answer that names these token contracts: one store query, none where all of them are known tokens. */
export async function openView(
  ledger: ServedAccounts,
  knowledge: ViewKnowledge,
  { contracts, currency, withBalances = false }: ViewRequest,
  read: ReadOptions,
): Promise<AccountView> {
  // What a known token states about itself is never shown; a fault of its balances is.
  const unknown = contracts.filter((contract) => withBalances || !knowledge.tokens.find(ledger.id, contract));
  const metadata = unknown.length === 0 ? new Map() : await ledger.reader.tokens(unknown, read);
  const assets = createAssetBook({ ledger, tokens: knowledge.tokens, prices: knowledge.prices(), currency, metadata });
  const spellings = new Map<AccountKey, string>();
  const moment: AccountView['moment'] = (height) => {
    const block = ledger.reader.block(height);
    return { time: block?.time ?? 0, timeEstimated: ((block?.holds ?? 0) & BLOCK_TIME_ESTIMATED) !== 0 };
  };
  return {
    ledger,
    assets,
    moment,
    value(asset, amount, height) {
      const isForeign = ((ledger.reader.block(height)?.holds ?? 0) & BLOCK_FOREIGN_GENESIS) !== 0;
      return isForeign ? null : assets.value(asset, amount, moment(height));
    },
    address(key) {
      if (key === '') return null;
      const known = spellings.get(key) ?? formatAccount(ledger.chain, key);
      spellings.set(key, known);
      return known;
    },
  };
}
