import '../../components/tool-page.css';
import './nft.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { CoverageBanner } from '../../components/coverage-banner.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { quoteStrange } from '../../format/asset.ts';
import { shorten } from '../../format/identifier.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { addressSearchUrl, followUrl } from '../../url.ts';
import { ItemLink } from './item-link.tsx';
import { Price, Txid, UnitAmount, Wallet } from './parts.tsx';
import { nameEvent } from './provenance.tsx';
import { type WalletAnswer, walletQuery } from './queries.ts';
import { nftUrl } from './search.ts';
import { TheftsSection } from './thefts-section.tsx';

interface PartProps {
  readonly chain: AccountChainId;
  readonly answer: WalletAnswer;
}

function noteProfit({ profit: { count, notKnown, gross } }: WalletAnswer): string {
  const unknown = notKnown > 0 ? `; not known of ${formatCount(notKnown)}` : '';
  return `over ${formatPlural(count, 'item')}${unknown}${gross > 0 ? `; before fees of ${formatCount(gross)}` : ''}`;
}

function Figures({ answer }: Pick<PartProps, 'answer'>) {
  const { holdingCount, bought, sold, profit, mints, unit } = answer;
  const unpriced = (count: number) => (count > 0 ? `, ${formatCount(count)} without a price in ${unit.symbol}` : '');
  return (
    <KeyFigures
      figures={[
        { label: 'Owned', value: formatCount(holdingCount), note: `${formatPlural(mints, 'mint')}` },
        {
          label: 'Bought',
          value: formatCount(bought.count),
          note: (
            <>
              <UnitAmount units={bought.sum} unit={unit} withSymbol />
              {unpriced(bought.unpriced)}
            </>
          ),
        },
        {
          label: 'Sold',
          value: formatCount(sold.count),
          note: (
            <>
              <UnitAmount units={sold.sum} unit={unit} withSymbol />
              {unpriced(sold.unpriced)}
            </>
          ),
        },
        {
          label: `Realised profit, ${unit.symbol}`,
          value:
            profit.count > 0 ? (
              <UnitAmount units={profit.sum} unit={unit} signed />
            ) : (
              <Missing reason="No item was bought and sold for itself in this unit." />
            ),
          note: noteProfit(answer),
        },
      ]}
    />
  );
}

function Funding({ chain, answer }: PartProps) {
  const { funding } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">First funding</h2>
      {funding ? (
        <p>
          <EvidenceMark kind="fact" />{' '}
          {funding.isFirst ? 'First funded by' : 'Earliest payment indexed, not known to be the first, by'}{' '}
          <Wallet chain={chain} party={funding.funder} /> with <Price price={funding.paid} /> at{' '}
          <Time seconds={funding.time} />.
        </p>
      ) : (
        <p className="tm-t2">No payment of the coin to this wallet is indexed.</p>
      )}
    </section>
  );
}

function Holdings({ chain, answer }: PartProps) {
  const { holdings, holdingCount } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Owned, as far as transfers show{' '}
        <small>
          {holdings.length < holdingCount
            ? `the latest ${holdings.length} of ${formatCount(holdingCount)}`
            : formatPlural(holdingCount, 'item')}
        </small>
      </h2>
      {holdings.length === 0 ? (
        <p className="tm-t2">Nothing that came in is still here.</p>
      ) : (
        <div className="nf-scroll">
          <table className="nf-table">
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" className="tm-r">
                  Pieces
                </th>
                <th scope="col">Since (UTC)</th>
                <th scope="col">Came by</th>
                <th scope="col" className="tm-r">
                  Paid
                </th>
              </tr>
            </thead>
            <tbody>
              {holdings.map((row) => (
                <tr key={`${row.contract} ${row.token} ${row.since}`}>
                  <td>
                    <ItemLink chain={chain} {...row} />
                  </td>
                  <td className="tm-r">{row.amount.toLocaleString('en')}</td>
                  <td>
                    <Time seconds={row.since} />
                  </td>
                  <td>{row.kind}</td>
                  <td className="tm-r">
                    {row.cost ? (
                      <Price price={row.cost} />
                    ) : (
                      <Missing reason="It was not bought for itself, or no price is known." />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Closed({ chain, answer }: PartProps) {
  const { closed, unit, unexplained } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Came and went <small>profit after the fees that the event states; gross where it states none</small>
      </h2>
      {closed.length > 0 && (
        <div className="nf-scroll">
          <table className="nf-table">
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col">From (UTC)</th>
                <th scope="col">To (UTC)</th>
                <th scope="col" className="tm-r">
                  Paid
                </th>
                <th scope="col" className="tm-r">
                  Received
                </th>
                <th scope="col" className="tm-r">
                  Profit, {unit.symbol}
                </th>
              </tr>
            </thead>
            <tbody>
              {closed.map((row) => (
                <tr key={`${row.contract} ${row.token} ${row.from} ${row.to}`}>
                  <td>
                    <ItemLink chain={chain} {...row} />
                  </td>
                  <td>
                    <Time seconds={row.from} />
                  </td>
                  <td>
                    <Time seconds={row.to} />
                  </td>
                  <td className="tm-r">
                    {row.cost ? (
                      <Price price={row.cost} />
                    ) : (
                      <Missing reason="It was not bought for itself, or no price is known." />
                    )}
                  </td>
                  <td className="tm-r">
                    {row.proceeds ? (
                      <Price price={row.proceeds} />
                    ) : (
                      <Missing reason="It was not sold for itself, or no price is known." />
                    )}
                  </td>
                  <td className="tm-r">
                    {row.profit === null ? '–' : <UnitAmount units={row.profit} unit={unit} signed />}
                    {row.profit !== null && row.isGross && <small className="tm-t3"> gross</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unexplained > 0 && (
        <p className="tm-hint">
          {formatPlural(unexplained, 'item')} left without having come: the history is not indexed from its beginning.
        </p>
      )}
      {closed.length === 0 && unexplained === 0 && <p className="tm-t2">Nothing left this wallet.</p>}
    </section>
  );
}

function Approvals({ chain, answer }: PartProps) {
  const { approvals } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Open approvals <small>who may move its items now, as far as is indexed</small>
      </h2>
      {approvals.length === 0 ? (
        <p className="tm-t2">
          No open approval is indexed. Approvals are logs: where logs are not indexed, none can be found.
        </p>
      ) : (
        <ul className="nf-says">
          {approvals.map((row) => (
            <li key={`${row.contract} ${row.spender.address} ${row.token}`}>
              <EvidenceMark kind="fact" /> <Wallet chain={chain} party={row.spender} /> may move{' '}
              {row.token === null ? 'every item of' : 'one item of'} <ItemLink chain={chain} {...row} />, since{' '}
              <Time seconds={row.time} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Events({ chain, answer }: PartProps) {
  const { events, eventCount } = answer;
  return (
    <section className="tm-sect">
      <h2 className="tm-h">
        Transfers of items{' '}
        <small>
          latest first{events.length < eventCount && `, the last ${events.length} of ${formatCount(eventCount)}`}
        </small>
      </h2>
      <div className="nf-scroll">
        <table className="nf-table">
          <thead>
            <tr>
              <th scope="col">Time (UTC)</th>
              <th scope="col">Item</th>
              <th scope="col">Event</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Transaction</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={`${event.txid} ${event.time} ${event.contract} ${event.token}`}>
                <td>
                  <Time seconds={event.time} />
                </td>
                <td>
                  <ItemLink chain={chain} contract={event.contract} name={null} token={event.token} />
                </td>
                <td>{nameEvent(event)}</td>
                <td>
                  <Wallet chain={chain} party={event.from} />
                </td>
                <td>
                  <Wallet chain={chain} party={event.to} />
                </td>
                <td>
                  <Txid chain={chain} txid={event.txid} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The items of a wallet: what it owns, what it bought and sold and for how much, who funded it, thefts, open approvals. */
export function WalletScreen() {
  const { chain, address } = useParams({ strict: false }) as {
    readonly chain: AccountChainId;
    readonly address: string;
  };
  const { data, error, isFetching, refetch } = useQuery(walletQuery(chain, address));
  useDocumentTitle(`${shorten(address)} · NFT analysis`);
  return (
    <div className="tm-page tm-stack as-page nf-page">
      <Crumbs
        items={[
          { label: 'NFT analysis', href: nftUrl() },
          { label: chainName(chain) },
          { label: `Wallet ${shorten(address)}` },
        ]}
      />
      <div className="tm-row tm-between tm-wrap">
        <div>
          <h1 className="tm-title">Items of a wallet</h1>
          <p className="nf-address">
            <Hash value={data?.wallet.address ?? address} kind="address" whole />{' '}
            <CopyButton value={data?.wallet.address ?? address} what="address" size="sm" />
            {data?.wallet.name && <span className="tm-t3"> {quoteStrange(data.wallet.name, 60)}</span>}
          </p>
        </div>
        <div className="tm-row tm-wrap">
          <AppLink className="tm-btn" href={addressSearchUrl({ chain, address })}>
            History
          </AppLink>
          <AppLink className="tm-btn" href={followUrl(chain, address)}>
            Coin flow
          </AppLink>
          {data && (
            <AddToCase
              className="tm-btn pri"
              of={{
                kind: 'nft-wallet',
                input: { params: { chain, address } },
                what: `the items of ${shorten(address)}`,
              }}
            />
          )}
        </div>
      </div>
      {error && !isFetching && <ErrorPanel error={error} what="This wallet" onRetry={() => void refetch()} />}
      {!data && isFetching && (
        <Skeleton what="the wallet">
          <RowBars rows={8} columns={['160px', '80px', '130px', '90px', '110px']} />
        </Skeleton>
      )}
      {data && (
        <div className="tm-stack" aria-busy={isFetching}>
          <CoverageBanner coverage={data.coverage} />
          {data.eventCount === 0 ? (
            <p className="tm-t2">No transfer of an item to or from this wallet is indexed.</p>
          ) : (
            <>
              <Figures answer={data} />
              <Funding chain={chain} answer={data} />
              <TheftsSection chain={chain} thefts={data.thefts} total={data.thefts.length} />
              <Approvals chain={chain} answer={data} />
              <Holdings chain={chain} answer={data} />
              <Closed chain={chain} answer={data} />
              <Events chain={chain} answer={data} />
            </>
          )}
          <p className="tm-foot">
            <span className="tm-grow">
              <AsOfLine asOf={data.asOf} /> Worth by daily close.
            </span>
          </p>
        </div>
      )}
    </div>
  );
}
