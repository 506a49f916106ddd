import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { Hash } from '../../components/hash.tsx';
import { AddressLabel } from '../../components/label-scope.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { addressUrl } from '../../url.ts';

type TransactionAnswer = Answer<'getTransaction', 'accounts'>;

const FIRST_SHOWN = 20;

/** Net change of every address by asset, all kinds of moves counted. */
export function NetTable({
  chain,
  net,
  transaction: { holds },
}: Pick<TransactionAnswer, 'chain' | 'net' | 'transaction'>) {
  const [isWhole, setWhole] = useState(false);
  if (net.length === 0) return null;
  const shown = isWhole ? net : net.slice(0, FIRST_SHOWN);
  return (
    <section className="tm-nets">
      <h2 className="tm-h">
        Net by address{' '}
        <small>
          {formatPlural(net.length, 'address', 'addresses')},{' '}
          {holds.fee ? 'fee included' : 'without the fee, which is not indexed'}
        </small>
      </h2>
      <ul>
        {shown.map(({ address, changes }) => (
          <li key={address}>
            <span>
              <Hash value={address} kind="address" href={addressUrl(chain, address)} />
              <AddressLabel address={address} />
            </span>
            <span className="tm-lines">
              {changes.map(({ asset, amount, tokenId }) => (
                <AssetAmount
                  key={`${asset.id}:${tokenId ?? ''}`}
                  asset={asset}
                  units={amount}
                  tokenId={tokenId}
                  signed
                />
              ))}
              {changes.length === 0 && <span className="tm-t3">no change</span>}
            </span>
          </li>
        ))}
      </ul>
      {net.length > shown.length && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(net.length)}
        </button>
      )}
    </section>
  );
}
