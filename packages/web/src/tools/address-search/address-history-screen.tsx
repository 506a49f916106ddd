import './address-search.css';
import '../../components/account/account.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AsOfLine } from '../../components/as-of-line.tsx';
import { type TabItem, Tabs } from '../../components/tabs.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import { isSeen, listSummaryVersions } from '../../format/ledger-summary.ts';
import { formatCount } from '../../format/number.ts';
import { addressQuery, useTip } from '../../ledger-api.ts';
import { AddressHead } from '../../parts/ledger/address-head.tsx';
import { useValues } from '../../prices.ts';
import { addressSearchUrl } from '../../url.ts';
import { AccountFindings } from './account-findings.tsx';
import { HistoryFrame, NotSeen } from './history-frame.tsx';
import { createHistoryPlace } from './history-place.ts';
import { FIRST_TAB, listHistoryTabs } from './history-tabs.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';

const route = getRouteApi('/dashboard/address-search/$chain/$address');

function listTabItems(props: HistoryTabProps): readonly TabItem[] {
  const { chain, search, linkTo } = props.place;
  return listHistoryTabs(chain)
    .filter(({ isShown }) => isShown?.(search) ?? true)
    .map(({ id, label, count }) => ({
      id,
      label,
      ...(count && { count: formatCount(count(props.summary)) }),
      href: linkTo({ tab: id === FIRST_TAB.id ? undefined : id, prove: undefined }),
    }));
}

function OpenTab(props: HistoryTabProps) {
  const { chain, search } = props.place;
  const { Tab } =
    listHistoryTabs(chain).find(({ id, isShown }) => id === search.tab && (isShown?.(search) ?? true)) ?? FIRST_TAB;
  return <Tab {...props} />;
}

function Loaded({ place, summary }: HistoryTabProps) {
  return (
    <>
      <AddressHead summary={summary} link={addressSearchUrl} />
      {summary.family === 'accounts' && <AccountFindings place={place} summary={summary} />}
      {isSeen(summary) ? (
        <section>
          <Tabs
            label="Parts of the history"
            current={place.search.tab ?? FIRST_TAB.id}
            items={listTabItems({ place, summary })}
          />
          <OpenTab place={place} summary={summary} />
        </section>
      ) : (
        <NotSeen chainName={traitsOf(place.chain).name}>
          <AsOfLine asOf={summary.asOf} {...listSummaryVersions(summary)} />
        </NotSeen>
      )}
    </>
  );
}

/** Address History Search: everything the index has of one address, on one chain. */
export function AddressHistoryScreen() {
  const { chain, address } = route.useParams();
  const search = route.useSearch();
  const { currency } = useValues();
  useTip(chain);
  const query = useQuery(addressQuery(chain, address, { currency }));
  const place = useMemo(() => {
    const tabs = listHistoryTabs(chain).map(({ id }) => id);
    return createHistoryPlace(chain, address, search, tabs);
  }, [chain, address, search]);
  return (
    <HistoryFrame place={place} query={query}>
      {query.data && <Loaded place={place} summary={query.data} />}
    </HistoryFrame>
  );
}
