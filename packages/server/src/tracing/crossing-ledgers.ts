import { findActions } from '@trailmark/analysis/protocols/catalogue';
import type {
  AssetWords,
  CrossingLedger,
  CrossingLedgers,
} from '@trailmark/analysis/tracing/crossings/crossing-ledger';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { chainName } from '@trailmark/chains/account-catalogue';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import { CHAIN_IDS, type ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import { createAssetBook } from '../ledger/accounts/asset-book.ts';
import { byFamily, type ServedAccounts, type ServedOutputs } from '../ledger/ledgers.ts';
import type { TraceDeps } from './open-trace.ts';
import { readMemos } from './read-memos.ts';

async function wordsOf(
  ledger: ServedAccounts,
  { knowledge }: TraceDeps,
  asset: AssetKey,
  read: ReadOptions,
): Promise<AssetWords | undefined> {
  const metadata = await ledger.reader.tokens(isContractAsset(asset) ? [asset] : [], read);
  const book = createAssetBook({
    ...{ ledger, tokens: knowledge.tokens, prices: knowledge.prices(), currency: 'USD', metadata },
  });
  const { symbol, decimals } = book.refer(asset);
  return symbol === null || decimals === null ? undefined : { symbol, decimals };
}

function ofAccounts(ledger: ServedAccounts, deps: TraceDeps): CrossingLedger {
  return {
    family: 'accounts',
    chain: ledger.id,
    name: ledger.chain.name,
    reader: ledger.reader,
    wordsOf: (asset, read) => wordsOf(ledger, deps, asset, read),
    formatAddress: (address) => formatAccount(ledger.chain, address),
    parseAddress: (text) => parseAccount(ledger.chain, text),
    actionsOf: findActions,
  };
}

function ofOutputs({ id, chain, reader }: ServedOutputs): CrossingLedger {
  return {
    family: 'outputs',
    chain: id,
    name: chain.name,
    reader,
    wordsOf: async () => ({ symbol: chain.symbol, decimals: chain.decimals }),
    formatOwner: (owner) => formatOwner(chain, owner),
    parseAddress: (text) => parseOwner(chain, text),
    memosOf: (raw) => readMemos(chain, raw),
  };
}

/** The chains of this server as the other side of a bridge is looked for in them. */
export function createCrossingLedgers(deps: TraceDeps): CrossingLedgers {
  const find = (chain: ChainId): CrossingLedger | undefined => {
    const ledger = deps.ledgers.find(chain);
    return ledger && byFamily(ledger, { outputs: ofOutputs, accounts: (accounts) => ofAccounts(accounts, deps) });
  };
  return {
    find,
    list: () => CHAIN_IDS.flatMap((chain) => find(chain) ?? []),
    nameOf: chainName,
  };
}
