import { getChain } from '@trailmark/chains/catalogue';
import { deriveOwners } from '@trailmark/chains/utxo/descriptor';
import { isExtendedKeyShaped } from '@trailmark/chains/utxo/extended-key';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { SearchHit } from './search-hits.ts';

/** Whether a text is spelt like an extended key or a descriptor. */
export function isKeyShaped(text: string): boolean {
  return isExtendedKeyShaped(text) || /^[a-z_]{2,10}\(.+\)/.test(text);
}

/** A wallet key on the chain: itself, never what is derived from it. Throws `invalid` where it is none there. */
function toKeyHit(chain: OutputChainId, text: string, isIndexed: boolean): SearchHit {
  const { name } = getChain(chain);
  deriveOwners(getChain(chain), text, { from: 0, count: 1 });
  return { kind: 'key', chain, id: text, detail: `Wallet key for ${name}`, isIndexed, transactionCount: null };
}

/** Chains, of those given, on which a text is a wallet key, or what the first of them threw where it is one on none. */
export function findKeyHits(
  text: string,
  chains: readonly OutputChainId[],
  isHeld: (chain: OutputChainId) => boolean,
): { readonly hits: readonly SearchHit[]; readonly refusal: AppError | undefined } {
  let refusal: AppError | undefined;
  const hits = chains.flatMap((chain): SearchHit[] => {
    try {
      return [toKeyHit(chain, text, isHeld(chain))];
    } catch (error) {
      if (!AppError.is(error, 'invalid')) throw error;
      refusal ??= error;
      return [];
    }
  });
  return { hits, refusal: hits.length === 0 ? refusal : undefined };
}
