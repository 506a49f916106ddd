import { AppError } from '@trailmark/core/errors';
import { type ReactNode, useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FollowLink } from '../../components/follow-link.tsx';
import { Bar, FigureBars, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { SubjectTitle } from '../../components/subject-title.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { shorten } from '../../format/identifier.ts';
import type { LedgerSummary } from '../../format/ledger-summary.ts';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { FetchPanel } from '../../parts/sources/fetch-panel.tsx';
import { addressSearchUrl, addressUrl } from '../../url.ts';
import type { HistoryPlace } from './history-place.ts';
import { noteRecent } from './recent-subjects.ts';

export interface HistoryFrameProps {
  readonly place: HistoryPlace;
  readonly query: {
    readonly data: Pick<LedgerSummary, 'address'> | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** The history, once it is there. */
  readonly children: ReactNode;
}

function HeadBars() {
  return (
    <Skeleton what="history of the address">
      <Bar width="46%" />
      <div style={{ height: 18 }} />
      <Bar width="100%" height={42} />
      <div style={{ height: 12 }} />
      <FigureBars count={5} />
      <div style={{ height: 56 }} />
      <RowBars rows={10} columns={['150px', '150px', '90px', '40px', '150px', '110px']} />
    </Skeleton>
  );
}

/** The screen around the history of one address: where it is, its title, its states. */
export function HistoryFrame({ place: { chain, address }, query, children }: HistoryFrameProps) {
  const { data, error, refetch } = query;
  const hasData = data !== undefined;
  // As the server spells it, as soon as it has answered.
  const shown = data?.address ?? address;
  useDocumentTitle(`${shorten(shown)} · Address History Search`);
  useEffect(() => {
    if (hasData) noteRecent({ chain, address: shown });
  }, [chain, hasData, shown]);
  return (
    <div className="tm-page tm-stack as-page">
      <Crumbs
        items={[
          { label: 'Address History Search', href: addressSearchUrl() },
          { label: traitsOf(chain).name },
          { label: <span className="tm-mono">{shorten(shown)}</span> },
        ]}
      />
      <SubjectTitle
        value={shown}
        kind="address"
        withQr={hasData}
        actions={
          hasData && (
            <>
              <AddToCase
                of={{ kind: 'address', input: { params: { chain, address: shown } }, what: `the address ${shown}` }}
              />
              <FollowLink chain={chain} start={shown} />
              <AppLink className="tm-btn" href={addressUrl(chain, shown)}>
                Open in explorer
              </AppLink>
            </>
          )
        }
      />
      {error && <ErrorPanel error={error} what="This address" onRetry={() => void refetch()} />}
      {AppError.is(error, 'not-found') && <FetchPanel chain={chain} address={address} fetched={[]} />}
      {!hasData && !error && <HeadBars />}
      {children}
    </div>
  );
}

/** A valid address that the index never saw: no figure, and the as-of line as `children`. */
export function NotSeen({ chainName, children }: { readonly chainName: string; readonly children: ReactNode }) {
  return (
    <>
      <Empty
        action={
          <AppLink className="tm-btn sm" href={addressSearchUrl()}>
            Search another
          </AppLink>
        }
      >
        This is a valid {chainName} address. It does not occur in the indexed blocks, so there is no figure to show: not
        a balance of 0, but no data.
      </Empty>
      <div className="tm-foot">{children}</div>
    </>
  );
}
