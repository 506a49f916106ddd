import type { AccountChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { quoteStrange } from '../../format/asset.ts';
import { shorten } from '../../format/identifier.ts';
import { collectionUrl, tokenUrl } from './search.ts';

/** A collection, and the token of it where there is one, each linked to its page. */
export function ItemLink({
  chain,
  contract,
  name,
  token,
}: {
  readonly chain: AccountChainId;
  readonly contract: string;
  readonly name: string | null;
  readonly token: string | null;
}) {
  return (
    <span className="nf-party">
      <AppLink href={collectionUrl({ chain, contract })}>
        {name === null ? shorten(contract) : quoteStrange(name, 24)}
      </AppLink>
      {token !== null && (
        <AppLink className="tm-mono" href={tokenUrl({ chain, contract }, token)}>
          {token.length > 12 ? `${token.slice(0, 5)}…${token.slice(-4)}` : token}
        </AppLink>
      )}
    </span>
  );
}
