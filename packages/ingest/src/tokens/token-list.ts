import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { TokenReader, VerifiedToken } from '@trailmark/core/asset';
import { ACCOUNT_CHAIN_IDS, type AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';

/** The lists that come with the software: `<chain>.json` and `counterfeits-<chain>.json`. */
export const BUNDLED_TOKENS = fileURLToPath(new URL('../../../../data/tokens', import.meta.url));

interface ListedToken {
  readonly contract: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly ticker?: string;
  readonly note?: string;
  readonly source: string;
}

interface ListedCounterfeit {
  readonly contract: string;
  readonly imitates: string;
}

interface ChainTokens {
  readonly tokens: ReadonlyMap<string, VerifiedToken>;
  readonly counterfeits: ReadonlyMap<string, string>;
}

/** No known tokens: every token is then shown as one nobody vouches for. */
export const NO_TOKENS: TokenReader = {
  version: 'none',
  find: () => undefined,
  list: () => [],
  counterfeitOf: () => undefined,
};

/** Reads the lists of a folder into memory. Throws `internal` for a damaged list, naming it. */
export function loadTokenLists(directory: string = BUNDLED_TOKENS): TokenReader {
  const hash = createHash('sha256');
  const chains = new Map<AccountChainId, ChainTokens>();
  for (const chain of ACCOUNT_CHAIN_IDS) {
    const tokens = readRows<ListedToken>(directory, `${chain}.json`, 'trailmark-tokens-1', hash);
    const counterfeits = readRows<ListedCounterfeit>(
      directory,
      `counterfeits-${chain}.json`,
      'trailmark-counterfeits-1',
      hash,
    );
    chains.set(chain, {
      tokens: new Map(tokens.map((row) => toEntry(chain, row))),
      counterfeits: new Map(counterfeits.map((row) => [keyOf(chain, row.contract), row.imitates])),
    });
  }
  return {
    version: hash.digest('hex').slice(0, 16),
    find: (chain, contract) => chains.get(chain)?.tokens.get(contract),
    list: (chain) => [...(chains.get(chain)?.tokens.values() ?? [])],
    counterfeitOf: (chain, contract) => chains.get(chain)?.counterfeits.get(contract),
  };
}

function readRows<T>(directory: string, file: string, format: string, hash: ReturnType<typeof createHash>): T[] {
  const path = join(directory, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  hash.update(`${file}\n${text}`);
  try {
    const list = JSON.parse(text) as { format: string; tokens: T[] };
    if (list.format === format && Array.isArray(list.tokens)) return list.tokens;
  } catch {}
  throw new AppError('internal', `The token list ${file} is damaged: it is not a list of the format ${format}.`);
}

function keyOf(chain: AccountChainId, contract: string): string {
  return parseAccount(getAccountChain(chain), contract);
}

function toEntry(chain: AccountChainId, row: ListedToken): [string, VerifiedToken] {
  const contract = keyOf(chain, row.contract);
  const { symbol, name, decimals, ticker, note, source } = row;
  return [contract, { chain, contract, symbol, name, decimals, ticker, balanceNote: note, source }];
}
