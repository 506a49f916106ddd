import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ScamReport, ScamRow } from '@trailmark/api/contract/scam-report';
import { SCAM_CATEGORIES } from '@trailmark/core/scam-report';
import { useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { newWatchUrl } from '../../monitoring.ts';
import { DraftTable } from '../../parts/scams/draft-table.tsx';
import { KIND_NAMES, REPORTER_NAMES, STATE_NAMES } from '../../parts/scams/scam-words.ts';
import { scamReportQuery, scamUrl } from '../../scams.ts';
import { addressUrl, followUrl, transactionUrl } from '../../url.ts';
import { CaseSection } from './case-section.tsx';
import { ReviewSection } from './review-section.tsx';
import type { ScamSearch } from './search.ts';
import { VictimSection } from './victim-section.tsx';

function OnChain({ report }: { readonly report: ScamReport }) {
  return (
    <section>
      <h3 className="tm-h">On chain</h3>
      {report.paymentList.length === 0 && <p className="tm-hint">No payment was reported.</p>}
      <ul>
        {report.paymentList.map(({ chain, txid, address, check }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments of a report never change
          <li key={i}>
            {check.height !== null && <EvidenceMark kind="fact" />} <span>{check.sentence}</span>
            {address !== null && (
              <>
                {' '}
                <Hash value={address} kind="address" href={addressUrl(chain, address)} />
              </>
            )}
            {check.height !== null && txid !== null && (
              <span className="tm-row tm-sm">
                <AppLink href={transactionUrl(chain, txid)}>Transaction</AppLink>
                <AppLink href={followUrl(chain, address ?? txid)}>Where is it now</AppLink>
                {address !== null && <AppLink href={newWatchUrl({ chain, subject: address })}>Watch</AppLink>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OtherSide({ report }: { readonly report: ScamReport }) {
  if (report.suspects.length === 0) return null;
  return (
    <section>
      <h3 className="tm-h">The other side, as stated</h3>
      <dl className="sc-facts">
        {report.suspects.map(({ kind, value }) => (
          <div key={`${kind} ${value}`} style={{ display: 'contents' }}>
            <dt>{KIND_NAMES[kind]}</dt>
            <dd>
              <QuotedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What both name, without the middle of a long identifier. */
const shorten = (text: string): string => text.replace(/(\S{10})\S{8,}(\S{6})$/, '$1…$2');

function Linked({ report, search }: { readonly report: ScamReport; readonly search: ScamSearch }) {
  const { linkedReports, corroboration } = report;
  return (
    <section>
      <h3 className="tm-h">Linked reports</h3>
      {linkedReports.length === 0 && <p className="tm-hint">No other report names the same.</p>}
      <ul>
        {linkedReports.map(({ id, reference, state, by }) => (
          <li key={id}>
            <AppLink href={scamUrl({ ...search, report: id })}>{reference}</AppLink> {STATE_NAMES[state].toLowerCase()}
            <span className="tm-t2 tm-sm"> {by.slice(0, 3).map(shorten).join(', ')}</span>
          </li>
        ))}
      </ul>
      {linkedReports.length > 0 && (
        <p className="tm-sm tm-t2">
          Corroboration: {formatPlural(corroboration.reporters, 'independent reporter')} in{' '}
          {formatPlural(corroboration.reports, 'report')}. Reports from one account or network count once.
        </p>
      )}
    </section>
  );
}

function Head({ report }: { readonly report: ScamReport }) {
  const { reference, receivedAt, state, category, loss, reporter, channel, trust, mergedInto, reason } = report;
  return (
    <div>
      <p className="tm-sm tm-t2">
        {reference}, received {formatTime(receivedAt)} UTC. <b>{STATE_NAMES[state]}</b>
      </p>
      <h2 className="tm-h">
        {SCAM_CATEGORIES[category].name}
        {loss && `, ${loss.amount} ${loss.unit}`}
      </h2>
      <p className="tm-sm">
        {REPORTER_NAMES[reporter]}, {channel}, trust {trust} of 3.
        {reporter === 'for-another' && ' Reported for another person: do not call anybody because of it.'}
        {mergedInto && ` Merged into ${mergedInto.reference}.`}
        {reason && ` Reason: ${reason}`}
      </p>
    </div>
  );
}

interface ReportPanelProps {
  readonly id: string;
  readonly search: ScamSearch;
  /** The rows of the list, for the next and the one before. */
  readonly rows: readonly ScamRow[];
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** One report: is it on chain, who else reported it, and what label would result. */
export function ReportPanel({ id, search, rows }: ReportPanelProps) {
  const router = useRouter();
  const { data, error, refetch } = useQuery(scamReportQuery(id));
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const way = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (way === 0 || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = rows[rows.findIndex((row) => row.id === id) + way];
      if (next) void router.navigate({ href: scamUrl({ ...search, report: next.id }), resetScroll: false });
    };
    window.addEventListener('keydown', step);
    return () => window.removeEventListener('keydown', step);
  }, [id, rows, router, search]);
  return (
    <aside className="sc-panel" aria-label="Report">
      {error && <ErrorPanel error={error} what="This report" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the report">
          <RowBars rows={5} columns={['240px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Head report={data} />
          <VictimSection report={data} />
          <OnChain report={data} />
          <OtherSide report={data} />
          <Linked report={data} search={search} />
          <ReviewSection report={data} />
          <CaseSection report={data} />
          <DraftTable drafts={data.drafts} />
        </>
      )}
    </aside>
  );
}
