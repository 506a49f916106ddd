import '../../components/tool-page.css';
import './monitoring.css';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { WatchView } from '@trailmark/api/contract/watch';
import type { FrontierView } from '@trailmark/api/contract/watch-frontier';
import { isOutputChainId } from '@trailmark/core/chain';
import { lazy, Suspense, useMemo, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { type Evidence, EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatAmount } from '../../format/amount.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { alertsUrl, frontierQuery, monitoringUrl, watchQuery, watchUrl } from '../../monitoring.ts';
import { useSession } from '../../session.ts';
import { useHotkeys } from '../../shell/hotkeys.ts';
import { addressSearchUrl, caseUrl, transactionUrl } from '../../url.ts';
import { FrontierPicture } from './frontier-picture.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { WatchStateWord } from './watch-words.tsx';

const RequestForm = lazy(() =>
  import('../../parts/requests/request-form.tsx').then((part) => ({ default: part.RequestForm })),
);

type Arrival = FrontierView['arrivals'][number];

/** An entry of a sanctions list is a fact about that list, unless it is of another address of the cluster. */
function markOf({ basis, listing }: Arrival): Evidence {
  return listing !== null && basis === 'claim' ? 'fact' : (basis ?? 'fact');
}

/** What the name of an arrival rests on. */
function Standing({ arrival: { basis, source, confidence, listing } }: { readonly arrival: Arrival }) {
  if (basis === null) return 'A place where you end the trail.';
  if (listing !== null) return <bdi>{listing}</bdi>;
  return (
    <>
      Who it is rests on <bdi>{source}</bdi>, confidence {confidence} of 100.
    </>
  );
}

function Steps({ view }: { readonly view: FrontierView }) {
  const { chain, symbol, decimals, steps, stepCount } = view;
  return (
    <section aria-labelledby="am-steps">
      <h2 className="tm-h" id="am-steps">
        Steps{' '}
        <small>
          {steps.length < stepCount
            ? `the last ${formatCount(steps.length)} of ${formatCount(stepCount)}`
            : 'in the order of the chain'}
        </small>
      </h2>
      {steps.length === 0 ? (
        <Empty>Nothing moved yet. The watch goes on when it does.</Empty>
      ) : (
        <ScrollBox label="Steps of the frontier">
          <table className="am-table">
            <caption className="tm-sr">Steps of the frontier</caption>
            <thead>
              <tr>
                <th scope="col">Hop</th>
                <th scope="col">Time</th>
                <th scope="col">Block</th>
                <th scope="col">Transaction</th>
                <th scope="col" className="tm-r">
                  Followed, {symbol}
                </th>
                <th scope="col" className="tm-r">
                  To, {symbol}
                </th>
                <th scope="col" className="tm-r">
                  Fee
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ txid, hop, time, height, fee, from, to }) => (
                <tr key={txid}>
                  <td>{hop}</td>
                  <td className="tm-nw">
                    <Time seconds={time} />
                  </td>
                  <td>{formatCount(height)}</td>
                  <td>
                    <Hash kind="transaction" value={txid} href={transactionUrl(chain, txid)} />
                  </td>
                  <td className="tm-r tm-nw">
                    {formatAmount(
                      from.reduce((all, { amount }) => all + amount, 0n),
                      decimals,
                    )}
                  </td>
                  <td className="tm-r">{to.map(({ amount }) => formatAmount(amount, decimals)).join(', ')}</td>
                  <td className="tm-r tm-nw">{formatAmount(fee, decimals)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

/** The request for records, filled in as far as the case knows it. It is made here, and signed and sent by people. */
function Packet({
  view,
  watch,
  arrival,
}: {
  readonly view: FrontierView;
  readonly watch: WatchView;
  readonly arrival: Arrival;
}) {
  const { name, email, me } = useSession();
  const { chain } = view;
  if (!view.hasPackets || !isOutputChainId(chain)) {
    return (
      <p className="tm-t2 tm-sm">
        Request packets are made for chains of outputs. Name the deposits above in a letter.
      </p>
    );
  }
  return (
    <Suspense fallback={<RowBars rows={6} columns={['60%']} />}>
      <RequestForm
        chain={chain}
        actor={arrival.actor === null ? null : { id: arrival.actor, label: arrival.name }}
        host={null}
        deposits={arrival.places.map(({ deposit }) => deposit)}
        currency="USD"
        fromTime={null}
        toTime={null}
        known={{
          ...{ caseNumber: watch.case.number, officer: name, replyTo: email },
          authority: me?.account?.agency.name ?? '',
          legalBasis: watch.authority?.name ?? '',
        }}
      />
    </Suspense>
  );
}

function ArrivalPanel({
  view,
  watch,
  arrival,
  isFirst,
  isOpen,
  onToggle,
}: {
  readonly view: FrontierView;
  readonly watch: WatchView;
  readonly arrival: Arrival;
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { symbol, decimals, began } = view;
  const share = began > 0n ? Number((arrival.amount * 10_000n) / began) / 100 : 0;
  return (
    <section className="tm-stack" aria-label={`Reached ${arrival.name}`}>
      <h2 className="am-title">
        Reached <bdi>{arrival.name}</bdi>
      </h2>
      <p>
        <b>
          {formatAmount(arrival.amount, decimals)} {symbol}
        </b>
        <span className="tm-t2">, {share} % of what is followed</span>
      </p>
      <p className="tm-sm">
        <EvidenceMark kind={markOf(arrival)} /> <Standing arrival={arrival} />
      </p>
      <ul className="am-last">
        {arrival.places.map(({ deposit, address, amount, time }) => (
          <li key={deposit}>
            {address !== null && (
              <Hash kind="address" value={address} href={addressSearchUrl({ chain: view.chain, address })} />
            )}
            <span>{formatAmount(amount, decimals)}</span> <Time seconds={time} />
          </li>
        ))}
      </ul>
      <button type="button" className="tm-btn pri" aria-expanded={isOpen} onClick={onToggle}>
        <IconFileText size={16} stroke={1.5} aria-hidden="true" /> Review request packet {isFirst && <kbd>r</kbd>}
      </button>
      {isOpen && <Packet view={view} watch={watch} arrival={arrival} />}
    </section>
  );
}

function Balance({ view }: { readonly view: FrontierView }) {
  const { symbol, decimals, began, arrived, resting, lost, fees, difference, asOf } = view;
  const amount = (units: bigint) => formatAmount(units, decimals);
  return (
    <div className="tm-foot am-foot">
      <span className="am-grow">
        <b>
          {amount(began)} {symbol} in = {amount(arrived)} reached a stop + {amount(resting)} still watched +{' '}
          {amount(lost)} not followed + {amount(fees)} fees
        </b>
        {difference === 0n ? ' Balanced to the smallest unit' : ` Does not close: ${amount(difference)} are missing`}
      </span>
      <span>As of height {asOf.height === null ? 'none' : formatCount(asOf.height)}</span>
    </div>
  );
}

function Frontier({ view, watch }: { readonly view: FrontierView; readonly watch: WatchView }) {
  const { rests, symbol, decimals, resting, arrivals } = view;
  // One form at a time: its fields have one name each, and what is typed is kept in one place.
  const [open, setOpen] = useState<string>();
  const first = arrivals[0]?.key;
  const keys = useMemo(() => ({ r: () => setOpen(first) }), [first]);
  useHotkeys(keys);
  return (
    <>
      <p className="tm-t2 tm-sm">
        Method <b>{view.method}</b>, to hop <b>{view.maxHops}</b>
        {view.minAmount > 0n && `, at least ${formatAmount(view.minAmount, decimals)} ${symbol}`}. What is followed is
        an inference of the method; transactions are facts.
      </p>
      {view.state === 'partial' && (
        <p className="am-over">The trace stopped at its budget: money beyond it is not followed.</p>
      )}
      <div className="am-frontier-page">
        <div className="tm-stack">
          <FrontierPicture view={view} />
          <Steps view={view} />
          {view.gaps.map((gap) => (
            <p key={gap} className="tm-t2 tm-sm">
              {gap}
            </p>
          ))}
        </div>
        <aside className="tm-stack" aria-label="Where the money is">
          {view.arrivals.length === 0 && <p className="tm-t2">No service or other stop is reached so far.</p>}
          {arrivals.map((arrival) => (
            <ArrivalPanel
              key={arrival.key}
              view={view}
              watch={watch}
              arrival={arrival}
              isFirst={arrival.key === first}
              isOpen={arrival.key === open}
              onToggle={() => setOpen(arrival.key === open ? undefined : arrival.key)}
            />
          ))}
          <section>
            <h2 className="tm-h">Still watched</h2>
            <p className="tm-t2">
              {formatPlural(rests.length, 'place')}, {formatAmount(resting, decimals)} {symbol}.
              {rests.length > 0 && ' The watch continues when any of it moves.'}
            </p>
          </section>
          {view.lostBy.length > 0 && (
            <section>
              <h2 className="tm-h">Not followed</h2>
              <ul className="am-last">
                {view.lostBy.map(({ reason, amount, places }) => (
                  <li key={reason}>
                    <span>
                      {formatAmount(amount, decimals)} {symbol}
                    </span>{' '}
                    <span className="tm-t2">
                      {reason}, {formatPlural(places, 'place')}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
      <Balance view={view} />
    </>
  );
}

/** How far the money of a frontier came, and the request to whom it reached. */
export function FrontierScreen() {
  const { watch: id = '' } = useParams({ strict: false }) as { readonly watch?: string };
  const watch = useQuery(watchQuery(id));
  const { data, error, refetch } = useQuery(frontierQuery(id));
  useDocumentTitle(watch.data ? `${watch.data.number} ${watch.data.name}` : 'Frontier');
  return (
    <div className="tm-page tm-stack am-page">
      {watch.data && (
        <>
          <Crumbs
            items={[
              {
                label: <bdi>{`${watch.data.case.number} ${watch.data.case.title}`}</bdi>,
                href: caseUrl(watch.data.case.id),
              },
              { label: 'Address monitoring', href: monitoringUrl() },
              { label: watch.data.number },
            ]}
          />
          <div className="tm-row tm-between tm-wrap">
            <h1 className="tm-title">
              {watch.data.number} <bdi>{watch.data.name}</bdi>
            </h1>
            <div className="tm-row tm-wrap">
              <WatchStateWord watch={watch.data} isBehind={false} />
              <AppLink className="tm-btn" href={alertsUrl({ view: 'all', origin: `watch:${id}` })}>
                Alerts of it
              </AppLink>
              <AppLink className="tm-btn" href={watchUrl(id)}>
                Edit rule
              </AppLink>
            </div>
          </div>
        </>
      )}
      {(error ?? watch.error) && !data && (
        <ErrorPanel error={error ?? watch.error} what="The frontier" onRetry={() => void refetch()} />
      )}
      {!data && !error && !watch.error && (
        <Skeleton what="the frontier">
          <RowBars rows={6} columns={['30%', '20%', '40%']} />
        </Skeleton>
      )}
      {data && watch.data && <Frontier key={id} view={data} watch={watch.data} />}
    </div>
  );
}
