import { traitsOf } from '@trailmark/chains/chain-traits';
import { formatAssetId } from '@trailmark/core/asset';
import type { FlowAsset } from '@trailmark/core/flow/flow-graph';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { TokenPlace } from './flow-jobs.ts';

const MAX_SYMBOL = 60;

/** Contracts of a file by chain, as keys. */
function listContracts(tokens: readonly TokenPlace[]): Map<TokenPlace['chain'], Set<string>> {
  const contracts = new Map<TokenPlace['chain'], Set<string>>();
  for (const { chain, token } of tokens) {
    const key = token === null ? undefined : /^0x([0-9a-f]{40})$/i.exec(token)?.[1]?.toLowerCase();
    if (key === undefined) continue;
    contracts.set(chain, (contracts.get(chain) ?? new Set()).add(key));
  }
  return contracts;
}

/** What is known here of the tokens a file names: the list somebody vouches for, then what contracts stated about themselves. */
export async function findTokens(
  tokens: readonly TokenPlace[],
  deps: TraceDeps,
  read: ReadOptions,
): Promise<ReadonlyMap<string, FlowAsset>> {
  const known = new Map<string, FlowAsset>();
  for (const [chain, contracts] of listContracts(tokens)) {
    const traits = traitsOf(chain);
    if (!traits.hasTokens) continue;
    const said = await deps.ledgers.find(traits.id)?.reader.tokens([...contracts], read);
    for (const contract of contracts) {
      const id = formatAssetId(chain, contract);
      const listed = deps.knowledge.tokens.find(traits.id, contract);
      const { symbol, decimals } = listed ?? said?.get(contract) ?? {};
      known.set(id, {
        id,
        symbol: symbol?.slice(0, MAX_SYMBOL).toWellFormed() ?? null,
        decimals: decimals ?? null,
        isVerified: listed !== undefined,
      });
    }
  }
  return known;
}
