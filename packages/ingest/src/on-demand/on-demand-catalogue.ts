import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { bitcoin } from '@trailmark/chains/bitcoin';
import { bitcoinCash } from '@trailmark/chains/bitcoin-cash';
import { dogecoin } from '@trailmark/chains/dogecoin';
import { litecoin } from '@trailmark/chains/litecoin';
import { tron } from '@trailmark/chains/tron';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { blockscout } from './blockscout.ts';
import { electrum } from './electrum.ts';
import { esplora } from './esplora.ts';
import { etherscan } from './etherscan.ts';
import type { AnySource, OnDemandSource } from './on-demand-source.ts';
import { trongrid } from './trongrid.ts';

/** Public explorers; where none is known, an agency names its own. */
const BLOCKSCOUT: Readonly<Partial<Record<AccountChainId, string>>> = {
  arbitrum: 'https://arbitrum.blockscout.com',
  avalanche: '',
  base: 'https://base.blockscout.com',
  bsc: '',
  eth: 'https://eth.blockscout.com',
  optimism: 'https://explorer.optimism.io',
  polygon: 'https://polygon.blockscout.com',
};

function evmChain(id: AccountChainId): EvmChain {
  const chain = getAccountChain(id);
  if (chain.family === 'evm') return chain;
  throw new AppError('internal', `${chain.name} is not an EVM chain.`);
}

function listEvmSources(): OnDemandSource[] {
  return Object.entries(BLOCKSCOUT).flatMap(([id, endpoint]) => {
    const chain = evmChain(id as AccountChainId);
    return [blockscout(chain, endpoint), etherscan(chain)];
  });
}

/** Public explorers of the Bitcoin family. Electrum servers are named by each agency. */
const UTXO_SOURCES: readonly AnySource[] = [
  esplora(bitcoin, 'esplora-btc', 'https://blockstream.info/api'),
  esplora(litecoin, 'esplora-ltc', 'https://litecoinspace.org/api'),
  ...[bitcoin, bitcoinCash, dogecoin, litecoin].map((chain) => electrum(chain, `electrum-${chain.id}`)),
];

const SOURCES: readonly AnySource[] = [...listEvmSources(), trongrid(tron), ...UTXO_SOURCES].sort((a, b) =>
  a.id < b.id ? -1 : 1,
);

/** Every source that may be queried on demand, by id. All are disabled until an administrator enables one. */
export function listOnDemandSources(): readonly AnySource[] {
  return SOURCES;
}

/** Throws `not-found`. */
export function getOnDemandSource(id: string): AnySource {
  const source = SOURCES.find((one) => one.id === id);
  if (source) return source;
  throw new AppError('not-found', `There is no source "${id.slice(0, 40)}". Sources are listed at /api/v1/sources.`);
}

/** A source of an account chain. Throws `not-found`. */
export function getAccountSource(id: string): OnDemandSource {
  const source = getOnDemandSource(id);
  if (source.family === 'account') return source;
  throw new AppError('not-found', `${source.name} is no source of an account chain.`);
}
