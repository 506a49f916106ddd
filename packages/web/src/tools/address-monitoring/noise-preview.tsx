import { useQuery } from '@tanstack/react-query';
import type { WatchPreview } from '@trailmark/api/contract/watch';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { type PreviewInput, watchPreviewQuery } from '../../monitoring.ts';
import { transactionUrl } from '../../url.ts';
import { ScrollBox } from './scroll-box.tsx';

const BAR_WIDTH = 520;
const BAR_HEIGHT = 110;

function formatDay(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10);
}

/** Alerts a week as bars, with their numbers; weeks without one print 0. */
function WeekBars({ weeks }: Pick<WatchPreview, 'weeks'>) {
  const most = Math.max(1, ...weeks.map(({ alerts }) => alerts));
  const step = BAR_WIDTH / weeks.length;
  return (
    <svg
      className="am-bars"
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT + 20}`}
      role="img"
      aria-label="Alerts per week; the table has the numbers"
    >
      {weeks.map(({ from, alerts }, index) => {
        const height = (alerts / most) * (BAR_HEIGHT - 16);
        return (
          <g key={from}>
            <rect x={index * step + 2} y={BAR_HEIGHT - height} width={Math.max(1, step - 4)} height={height} rx="1" />
            {weeks.length <= 30 && (
              <text x={index * step + step / 2} y={BAR_HEIGHT - height - 4} textAnchor="middle">
                {alerts}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={BAR_WIDTH} y1={BAR_HEIGHT} y2={BAR_HEIGHT} />
      <text x="0" y={BAR_HEIGHT + 16}>
        {formatDay(weeks[0]?.from ?? 0)}
      </text>
      <text x={BAR_WIDTH} y={BAR_HEIGHT + 16} textAnchor="end">
        {formatDay(weeks.at(-1)?.from ?? 0)}
      </text>
    </svg>
  );
}

function WeekTable({ weeks }: Pick<WatchPreview, 'weeks'>) {
  return (
    <ScrollBox label="Alerts per week" isShort>
      <table className="am-table">
        <caption className="tm-sr">Alerts per week</caption>
        <thead>
          <tr>
            <th scope="col">Week from</th>
            <th scope="col" className="tm-r">
              Alerts
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, alerts }) => (
            <tr key={from}>
              <td>{formatDay(from)}</td>
              <td className="tm-r">{formatCount(alerts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Thresholds({
  preview,
  weeks,
  onAmount,
}: {
  readonly preview: WatchPreview;
  readonly weeks: number;
  readonly onAmount: (amount: string) => void;
}) {
  const most = Math.max(1, ...preview.thresholds.map(({ alerts }) => alerts));
  return (
    <section aria-labelledby="am-amounts">
      <h3 className="tm-h" id="am-amounts">
        If the amount were
      </h3>
      <table className="am-table am-amounts">
        <caption className="tm-sr">Alerts by the lowest amount</caption>
        <thead>
          <tr>
            <th scope="col">At least</th>
            <th scope="col">
              <span className="tm-sr">Share</span>
            </th>
            <th scope="col" className="tm-r">
              Alerts
            </th>
            <th scope="col" className="tm-r">
              a week
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.thresholds.map(({ amount, alerts, isUsed }) => (
            <tr key={amount} className={isUsed ? 'sel' : undefined}>
              <td>
                <label>
                  <input type="radio" name="amount" checked={isUsed} onChange={() => onAmount(amount)} />{' '}
                  {amount === '' ? 'any amount' : `${amount} ${preview.symbol}`}
                </label>
              </td>
              <td>
                <span className="am-share" style={{ width: `${(100 * alerts) / most}%` }} />
              </td>
              <td className="tm-r">{formatCount(alerts)}</td>
              <td className="tm-r">{(alerts / weeks).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Last({
  preview: { items, alerts },
  chain,
}: {
  readonly preview: WatchPreview;
  readonly chain: PreviewInput['chain'];
}) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="am-last">
      <h3 className="tm-h" id="am-last">
        Last {items.length} of {formatCount(alerts)}
      </h3>
      <ul className="am-last">
        {items.map(({ time, txid, title, summary }) => (
          <li key={txid}>
            <Time seconds={time} />
            <span className="am-two">
              <bdi>{title}</bdi>
              <small>
                <bdi>{summary}</bdi>
              </small>
            </span>
            <Hash kind="transaction" value={txid} href={transactionUrl(chain, txid)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReadLine({ preview: { read, transactions } }: { readonly preview: WatchPreview }) {
  const place =
    read.fromHeight === null || read.toHeight === null
      ? 'no block'
      : `blocks ${formatCount(read.fromHeight)} to ${formatCount(read.toHeight)}`;
  return (
    <div className="tm-t2 tm-sm">
      <p>
        Read from indexed {place}, {read.isComplete ? 'complete' : 'with blocks missing'}:{' '}
        {formatPlural(transactions, 'transaction')}.{read.isCut && ' Only the last ones were read.'}
      </p>
      {read.notes.map((note) => (
        <p key={note}>{note} Such transactions count as met.</p>
      ))}
    </div>
  );
}

const SPANS = [
  [13, '13 weeks'],
  [52, '1 year'],
  [260, '5 years'],
  [1_000, 'all'],
] as const;

export interface NoisePreviewProps {
  readonly caseId: string;
  /** Undefined while there is no subject. */
  readonly toInput: (weeks: number) => PreviewInput | undefined;
  readonly onAmount: (amount: string) => void;
}

/** What the watch would have alerted: its noise before it starts, or with a longer span a back-fill. */
export function NoisePreview({ caseId, toInput, onAmount }: NoisePreviewProps) {
  const [weeks, setWeeks] = useState(13);
  const [isTable, setTable] = useState(false);
  const asked = useDebouncedValue(JSON.stringify(toInput(weeks) ?? null), 300);
  const input = JSON.parse(asked) as PreviewInput | null;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...watchPreviewQuery(caseId, (input ?? {}) as PreviewInput),
    enabled: input !== null,
  });
  const head = (
    <div className="tm-row tm-between tm-wrap">
      <h2 className="tm-h" id="am-noise">
        Noise preview <span className="tm-t3 tm-sm am-thin">what this rule would have sent</span>
      </h2>
      <label className="tm-sm">
        Look back{' '}
        <select
          className="tm-field am-short"
          value={weeks}
          onChange={(event) => setWeeks(Number(event.currentTarget.value))}
        >
          {SPANS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
  if (input === null) {
    return (
      <section className="am-preview" aria-labelledby="am-noise">
        {head}
        <p className="tm-t2">Enter what to watch, and this shows how often it would have alerted.</p>
      </section>
    );
  }
  return (
    <section
      className={isPlaceholderData ? 'am-preview updating' : 'am-preview'}
      aria-labelledby="am-noise"
      aria-busy={isPlaceholderData}
    >
      {head}
      {error && <ErrorPanel error={error} what="The preview" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the past">
          <RowBars rows={5} columns={['30%', '20%', '40%']} />
        </Skeleton>
      )}
      {data && !error && (
        <>
          <p className="am-rate" role="status">
            <b>{formatPlural(data.alerts, 'alert')}</b> in {formatPlural(data.weeks.length, 'week')},{' '}
            <b>{(data.alerts / data.weeks.length).toFixed(1)} a week</b>. {formatPlural(data.folded, 'payment')} folded.
          </p>
          <div className="tm-row tm-between">
            <h3 className="tm-h">Alerts per week</h3>
            <button type="button" className="tm-linkbtn tm-sm" onClick={() => setTable(!isTable)}>
              {isTable ? 'Chart' : 'Table'}
            </button>
          </div>
          {isTable ? <WeekTable weeks={data.weeks} /> : <WeekBars weeks={data.weeks} />}
          <Thresholds preview={data} weeks={data.weeks.length} onAmount={onAmount} />
          <Last preview={data} chain={input.chain} />
          <ReadLine preview={data} />
        </>
      )}
    </section>
  );
}
