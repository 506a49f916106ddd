import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { type IdSet, useIdSet } from '../../components/use-id-set.ts';
import { formatPlural } from '../../format/number.ts';
import { readDraft, toDayTime } from '../../parts/requests/request-draft.ts';
import { RequestForm } from '../../parts/requests/request-form.tsx';
import type { RequestSubject } from '../../parts/requests/request-subject.ts';
import type { AttributionPlace } from './attribution-place.ts';
import { type DepositPoint, DepositTable, depositId } from './deposit-table.tsx';
import { depositPointsQuery, pricesQuery } from './queries.ts';

export interface RequestSectionProps extends RequestSubject {
  readonly place: AttributionPlace;
}

interface SpanProps {
  readonly place: AttributionPlace;
  readonly currency: string;
  readonly onCurrency: (currency: string) => void;
}

/** Bounds of the request: days in UTC, and the currency of the values. */
function Span({ place, currency, onCurrency }: SpanProps) {
  const router = useRouter();
  const { data } = useQuery(pricesQuery());
  const set = (patch: { from?: string | undefined; to?: string | undefined }) =>
    void router.navigate({ href: place.linkTo(patch), replace: true, resetScroll: false });
  return (
    <div className="xl-span">
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span>{end === 'from' ? 'From day (UTC)' : 'To day (UTC)'}</span>
          <input
            key={place.search[end]}
            className="tm-field day"
            defaultValue={place.search[end]}
            placeholder="2011-01-31"
            pattern="\d{4}-\d{2}-\d{2}"
            title="Year, month and day, such as 2011-01-31"
            maxLength={10}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onBlur={({ currentTarget }) => {
              if (currentTarget.checkValidity()) set({ [end]: currentTarget.value || undefined });
              else currentTarget.reportValidity();
            }}
          />
        </label>
      ))}
      <label>
        <span>Values in</span>
        <select className="tm-field" value={currency} onChange={(event) => onCurrency(event.currentTarget.value)}>
          {[...new Set([currency, ...(data?.currencies ?? ['USD'])])].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function ChosenLine({
  chain,
  points,
  selected,
}: {
  chain: OutputChainId;
  points: readonly DepositPoint[];
  selected: IdSet;
}) {
  const { decimals, symbol } = getChain(chain);
  const chosen = points.filter((point) => selected.has(depositId(point)));
  const rest = points.filter((point) => !selected.has(depositId(point)));
  const flip = (list: readonly DepositPoint[]) => {
    for (const point of list) selected.toggle(depositId(point));
  };
  return (
    <p className="as-selection" role="status">
      <b>
        {formatPlural(chosen.length, 'deposit')} of {points.length} chosen
      </b>
      <Amount units={chosen.reduce((sum, { amount }) => sum + amount, 0n)} decimals={decimals} symbol={symbol} />
      <span className="tm-grow" />
      {rest.length > 0 && (
        <button type="button" className="tm-linkbtn" onClick={() => flip(rest)}>
          Choose all
        </button>
      )}
      {chosen.length > 0 && (
        <button type="button" className="tm-linkbtn" onClick={selected.clear}>
          Choose none
        </button>
      )}
    </p>
  );
}

/** A request for records: which deposits, who asks, and a file. Nothing is sent from here. */
export function RequestSection({ place, chain, actor, host }: RequestSectionProps) {
  const [currency, setCurrency] = useState(() => readDraft().currency);
  const selected = useIdSet();
  const span = {
    fromTime: toDayTime(place.search.from, false),
    toTime: toDayTime(place.search.to, true),
    currency,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(depositPointsQuery(chain, place.address, span));
  const points = data?.items ?? [];
  return (
    <section className="tm-sect xl-request" id="request" aria-labelledby="xl-request-title">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h" id="xl-request-title">
          Request for records <small>the file is made here and sent by you</small>
        </h2>
        <AppLink className="tm-btn quiet sm" href={place.linkTo({ request: undefined })}>
          Close
        </AppLink>
      </div>
      <Span place={place} currency={currency} onCurrency={setCurrency} />
      {error && <ErrorPanel error={error} what="The list of deposits" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="deposits">
          <RowBars rows={5} columns={['20px', '140px', '160px', '60px', '120px', '90px']} />
        </Skeleton>
      )}
      {data && points.length === 0 && <Empty>No deposit to this address on these days is indexed.</Empty>}
      {data && points.length > 0 && (
        <>
          <ChosenLine chain={chain} points={points} selected={selected} />
          <DepositTable chain={chain} points={points} selected={selected} isUpdating={isPlaceholderData} />
          <div className="tm-foot">
            <span className="tm-grow">
              <AsOfLine asOf={data.asOf} />
            </span>
            <span>{data.truncated ? 'There are more: narrow the days' : formatPlural(points.length, 'deposit')}</span>
          </div>
        </>
      )}
      <RequestForm
        chain={chain}
        actor={actor}
        host={host}
        deposits={points.map(depositId).filter((id) => selected.has(id))}
        currency={currency}
        fromTime={span.fromTime ?? null}
        toTime={span.toTime ?? null}
      />
    </section>
  );
}
