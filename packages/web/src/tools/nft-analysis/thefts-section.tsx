import type { StolenTrailAnswer } from '@trailmark/api/contract/nft-wire';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Time } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { Txid, Wallet } from './parts.tsx';
import { tokenUrl } from './search.ts';

function Trail({ chain, theft }: { readonly chain: AccountChainId; readonly theft: StolenTrailAnswer }) {
  return (
    <li>
      <p>
        <EvidenceMark kind="inference" /> <b>{theft.title}.</b> Token{' '}
        <AppLink className="tm-mono" href={tokenUrl({ chain, contract: theft.contract }, theft.token)}>
          {theft.token.length > 14 ? `${theft.token.slice(0, 6)}…${theft.token.slice(-4)}` : theft.token}
        </AppLink>{' '}
        of <Wallet chain={chain} party={theft.victim} /> to <Wallet chain={chain} party={theft.taker} /> at{' '}
        <Time seconds={theft.time} />, <Txid chain={chain} txid={theft.txid} />
      </p>
      <p className="tm-sm tm-t2">
        {theft.note}
        {theft.spender && (
          <>
            {' '}
            Permission for <Wallet chain={chain} party={theft.spender} />
            {theft.approvedAt !== null && (
              <>
                {' '}
                of <Time seconds={theft.approvedAt} />
              </>
            )}
            .
          </>
        )}{' '}
        {theft.isReturned ? 'It came back to the owner.' : 'It did not come back, as far as is indexed.'}{' '}
        {theft.markets.length > 0 && `Sold later on ${theft.markets.join(', ')}.`} What else fits it: {theft.innocent}
      </p>
      {theft.steps.length > 1 && (
        <details>
          <summary>{formatPlural(theft.steps.length, 'transfer')} from then on</summary>
          <div className="nf-scroll">
            <table className="nf-table">
              <thead>
                <tr>
                  <th scope="col">Time (UTC)</th>
                  <th scope="col">From</th>
                  <th scope="col">To</th>
                  <th scope="col">How</th>
                  <th scope="col">Transaction</th>
                </tr>
              </thead>
              <tbody>
                {theft.steps.map((step) => (
                  <tr key={`${step.txid} ${step.time} ${step.to?.address}`}>
                    <td>
                      <Time seconds={step.time} />
                    </td>
                    <td>
                      <Wallet chain={chain} party={step.from} />
                    </td>
                    <td>
                      <Wallet chain={chain} party={step.to} />
                    </td>
                    <td>{step.market ? `sale, ${step.market}` : step.kind}</td>
                    <td>
                      <Txid chain={chain} txid={step.txid} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </li>
  );
}

const SHOWN = 4;

function List({ chain, thefts }: { readonly chain: AccountChainId; readonly thefts: readonly StolenTrailAnswer[] }) {
  return (
    <ul className="nf-thefts">
      {thefts.map((theft) => (
        <Trail key={`${theft.pattern} ${theft.txid} ${theft.token}`} chain={chain} theft={theft} />
      ))}
    </ul>
  );
}

/** Items that were taken in a way that fits a pattern, with what became of them. Consent is not on chain. */
export function TheftsSection({
  chain,
  thefts,
  total,
}: {
  readonly chain: AccountChainId;
  readonly thefts: readonly StolenTrailAnswer[];
  readonly total: number;
}) {
  return (
    <section className="tm-sect" id="thefts">
      <h2 className="tm-h">
        Possible thefts{' '}
        <small>
          {total === 0
            ? 'none fits a pattern'
            : `${formatPlural(total, 'transfer')} ${total === 1 ? 'fits' : 'fit'} a pattern. Consent is not on chain`}
        </small>
      </h2>
      {thefts.length === 0 ? (
        <p className="tm-t2">
          No transfer fits: approval and then taken by another, sold for almost nothing, or to an address reported as
          fraudulent. Where approvals are not indexed, the first cannot be found.
        </p>
      ) : (
        <>
          <List chain={chain} thefts={thefts.slice(0, SHOWN)} />
          {thefts.length > SHOWN && (
            <details className="nf-numbers">
              <summary>
                {thefts.length - SHOWN} more{total > thefts.length && `, of ${total} in all`}
              </summary>
              <List chain={chain} thefts={thefts.slice(SHOWN)} />
            </details>
          )}
        </>
      )}
    </section>
  );
}
