import '../../components/tool-page.css';
import '../../parts/scams/scam.css';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { ScamRow } from '@trailmark/api/contract/scam-report';
import { SCAM_CATEGORIES } from '@trailmark/core/scam-report';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ANY_OPTION, FilterPick } from '../../components/form/filter-pick.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { CATEGORY_OPTIONS, REPORTER_NAMES, STATE_NAMES } from '../../parts/scams/scam-words.ts';
import { newScamReportUrl, scamListQuery, scamUrl } from '../../scams.ts';
import { IntakeButton } from './intake-dialog.tsx';
import { LabelsView } from './labels-view.tsx';
import { ReportPanel } from './report-panel.tsx';
import { type ScamSearch, scamSearch } from './search.ts';

const PAGE = 50;
/** Reports of one network within an hour from which on they are folded. */
const FLOOD = 20;
const TABS = [
  ['new', 'Review queue'],
  ['verified', 'Verified'],
  ['rejected', 'Rejected'],
  ['merged', 'Merged'],
  ['appeal', 'Appeals'],
  ['own', 'My reports'],
  ['labels', 'Labels'],
] as const;

function describeWait(seconds: number): string {
  const hours = Math.round(seconds / 3_600);
  return hours < 1
    ? 'less than an hour'
    : hours < 72
      ? formatPlural(hours, 'hour')
      : formatPlural(Math.round(hours / 24), 'day');
}

const COLUMNS: readonly DataColumn<ScamRow>[] = [
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference, receivedAt }) => (
      <span>
        <b className="tm-nw">{reference}</b>
        <span className="tm-t2 tm-sm tm-nw"> {formatTime(receivedAt)}</span>
      </span>
    ),
    narrow: 'top-left',
  },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category, payments, domains }) => (
      <span>
        {SCAM_CATEGORIES[category].name}
        <span className="tm-t2 tm-sm">
          {' '}
          {[payments > 0 && formatPlural(payments, 'payment'), domains > 0 && formatPlural(domains, 'website')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
    ),
    narrow: 'bottom-left',
  },
  {
    id: 'loss',
    header: 'On chain',
    align: 'right',
    cell: ({ loss, payments }) =>
      loss ? (
        <span className="tm-nw">
          {loss.amount} {loss.unit}
        </span>
      ) : (
        <span className="tm-t2">{payments > 0 ? 'not on chain' : 'no payment'}</span>
      ),
    narrow: 'top-right',
  },
  { id: 'linked', header: 'Linked', align: 'right', cell: ({ linked }) => formatCount(linked), isMinor: true },
  {
    id: 'reporter',
    header: 'Reporter',
    cell: ({ reporter, channel, trust }) => `${REPORTER_NAMES[reporter]}, ${channel}, trust ${trust} of 3`,
    isMinor: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, fromSamePlace }) => (
      <span>
        {STATE_NAMES[state]}
        {fromSamePlace >= FLOOD && <span className="sc-warn"> Paused: {fromSamePlace + 1} from one network</span>}
      </span>
    ),
    narrow: 'bottom-right',
  },
];

interface Fold {
  readonly place: number;
  /** The report that stays, and how many others there are on the page. */
  readonly first: ScamRow;
  readonly others: number;
}

/** Floods of a page, network by network: of each the first stays. Victims behind one network of a carrier are all in one of them. */
function listFolds(items: readonly ScamRow[]): Fold[] {
  const floods = items.filter(({ fromSamePlace, place }) => place !== null && fromSamePlace >= FLOOD);
  return [...Map.groupBy(floods, ({ place }) => place ?? 0)].flatMap(([place, [first, ...others]]) =>
    first && others.length > 0 ? [{ place, first, others: others.length }] : [],
  );
}

interface FoldsProps {
  readonly folds: readonly Fold[];
  readonly open: ReadonlySet<number>;
  readonly onOpen: (open: ReadonlySet<number>) => void;
}

function Folds({ folds, open, onOpen }: FoldsProps) {
  const toggle = (place: number) => {
    const next = new Set(open);
    if (!next.delete(place)) next.add(place);
    onOpen(next);
  };
  if (folds.length === 0) return null;
  return (
    <ul className="tm-row tm-wrap">
      {folds.map(({ place, first: { reference }, others }) => (
        <li key={place}>
          <button type="button" className="tm-btn sm" aria-expanded={open.has(place)} onClick={() => toggle(place)}>
            {open.has(place)
              ? `Fold the reports from the network of ${reference}`
              : `Show ${formatPlural(others, 'more report')} from the network of ${reference}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ListProps {
  readonly data: Answer<'listScamReports'>;
  readonly search: ScamSearch;
  readonly isUpdating: boolean;
}

function ReportList({ data, search, isUpdating }: ListProps) {
  const router = useRouter();
  const offset = search.offset ?? 0;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const folds = listFolds(data.items);
  const isFolded = (row: ScamRow): boolean =>
    folds.some(
      ({ place, first }) => row.place === place && row.fromSamePlace >= FLOOD && row !== first && !unfolded.has(place),
    );
  const shown = data.items.filter((row) => !isFolded(row));
  const open = (report: string) => void router.navigate({ href: scamUrl({ ...search, report }), resetScroll: false });
  if (data.items.length === 0) {
    return (
      <Empty action={<AppLink href={newScamReportUrl()}>Report a scam</AppLink>}>
        {search.view === undefined || search.view === 'new'
          ? 'No report waits for a review.'
          : 'No report is in this list.'}
      </Empty>
    );
  }
  return (
    <>
      <DataTable
        caption="Reports"
        columns={COLUMNS}
        rows={shown}
        rowId={({ id }) => id}
        selectedId={search.report}
        onSelect={({ id }) => open(id)}
        onOpen={({ id }) => open(id)}
        opensOnClick
        isUpdating={isUpdating}
      />
      <Folds folds={folds} open={unfolded} onOpen={setUnfolded} />
      <div className="tm-foot">
        <span>Not a list of offenders: reports are claims until a reviewer verifies them.</span>
        {offset > 0 && (
          <AppLink href={scamUrl({ ...search, offset: Math.max(0, offset - PAGE) || undefined })}>Earlier</AppLink>
        )}
        <span>
          Rows {formatCount(offset + 1)} to {formatCount(offset + data.items.length)} of {formatCount(data.total)}
        </span>
        {offset + data.items.length < data.total && (
          <AppLink href={scamUrl({ ...search, offset: offset + PAGE })}>Later</AppLink>
        )}
      </div>
    </>
  );
}

function Queue({ search }: { readonly search: ScamSearch }) {
  const router = useRouter();
  const view = search.view === 'labels' ? 'new' : (search.view ?? 'new');
  const query = { view, category: search.category as ScamRow['category'] | undefined, order: search.order ?? 'newest' };
  const { data, error, isPlaceholderData, refetch } = useQuery(
    scamListQuery({ ...query, offset: search.offset ?? 0, limit: PAGE }),
  );
  const set = (more: object) => void router.navigate({ href: scamUrl({ ...search, offset: undefined, ...more }) });
  return (
    <div className={search.report ? 'sc-queue' : undefined}>
      <div className="tm-stack">
        <div className="tm-row tm-wrap">
          <FilterPick
            label="Category"
            value={search.category}
            options={[ANY_OPTION, ...CATEGORY_OPTIONS]}
            onPick={(category) => set({ category })}
          />
          <FilterPick
            label="Order"
            value={search.order}
            options={[
              ['', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['linked', 'Most linked first'],
            ]}
            onPick={(order) => set({ order })}
          />
          {data && data.medianReview !== null && (
            <span className="tm-sm tm-t2">Median time to review {describeWait(data.medianReview)}</span>
          )}
        </div>
        {error && <ErrorPanel error={error} what="The queue" onRetry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton what="the queue">
            <RowBars rows={6} columns={['140px', '200px', '120px']} />
          </Skeleton>
        )}
        {data && <ReportList data={data} search={search} isUpdating={isPlaceholderData} />}
      </div>
      {search.report && <ReportPanel key={search.report} id={search.report} search={search} rows={data?.items ?? []} />}
    </div>
  );
}

/** Reports of the agency by state, with one of them open, and the labels that reviewers made. */
export function QueueScreen() {
  const search = scamSearch.parse(useSearch({ strict: false }));
  const { data } = useQuery(scamListQuery({ view: 'new', order: 'newest', offset: 0, limit: PAGE }));
  useDocumentTitle('Scam submission');
  return (
    <div className="tm-page tm-stack as-page">
      <div className="tm-row tm-between tm-wrap">
        <h1 className="tm-title">Scam submission</h1>
        <span className="tm-row tm-wrap">
          <IntakeButton />
          <AppLink className="tm-btn" href={newScamReportUrl()}>
            <IconPlus size={16} stroke={1.5} aria-hidden="true" />
            New report
          </AppLink>
        </span>
      </div>
      <Tabs
        label="Reports"
        current={search.view ?? 'new'}
        items={TABS.map(([id, label]) => ({
          id,
          label,
          count: data?.counts[id],
          href: scamUrl({ view: id === 'new' ? undefined : id }),
        }))}
      />
      {search.view === 'labels' ? <LabelsView /> : <Queue search={search} />}
    </div>
  );
}
