import { IconAlertTriangle, IconFile, IconPin, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import type { CaseItem, CaseItemCheck } from '@trailmark/api/contract/case-item';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../../api.ts';
import { caseEvidenceQuery } from '../../case-evidence.ts';
import { CASE_ITEMS_PAGE, caseItemQuery, caseKey } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { caseUrl } from '../../url.ts';
import { AddEvidenceDialog } from './add-evidence-dialog.tsx';
import type { CaseTabProps } from './case-tabs.tsx';
import { shortHash } from './custody-ledger.tsx';
import { EvidenceDetail } from './evidence-detail.tsx';
import { ItemDetail } from './item-detail.tsx';
import { UploadRows } from './upload-rows.tsx';
import { useCaseItems } from './use-case-items.ts';

/** A file or a pinned result: what the case rests on. */
type Exhibit =
  | { readonly kind: 'file'; readonly number: string; readonly file: CaseEvidence }
  | { readonly kind: 'result'; readonly number: string; readonly result: CaseItem };

const LONGEST_NAME = 64;

function Name({ exhibit }: { readonly exhibit: Exhibit }) {
  if (exhibit.kind === 'result') {
    const { title, page } = exhibit.result;
    const text = <bdi>{title}</bdi>;
    return (
      <span className="cs-exhibit">
        <IconPin size={15} stroke={1.5} aria-hidden="true" />
        {page ? <AppLink href={page}>{text}</AppLink> : text}
      </span>
    );
  }
  const { name } = exhibit.file;
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  return (
    <span className="cs-exhibit">
      <IconFile size={15} stroke={1.5} aria-hidden="true" />
      <bdi className="tm-mono cs-name" title={name}>
        {shown}
      </bdi>
    </span>
  );
}

function FileCheck({ file: { state, check, withdrawn } }: { readonly file: CaseEvidence }) {
  if (withdrawn) return <span className="cs-late">withdrawn</span>;
  if (state === 'damaged') return <b className="cs-wrong">Damaged</b>;
  return check?.isSame ? (
    <span title={`Checked ${formatTime(check.at)} UTC`}>Matches</span>
  ) : (
    <span className="tm-none">not checked</span>
  );
}

function ResultCheck({ result: { check, withdrawn } }: { readonly result: CaseItem }) {
  if (withdrawn) return <span className="cs-late">withdrawn</span>;
  if (!check) return <span className="tm-none">not compared</span>;
  return check.isSame ? 'Same today' : <b className="cs-late">Changed</b>;
}

/** What differs between the two kinds of row. */
const pick = (file: (file: CaseEvidence) => ReactNode, result: (result: CaseItem) => ReactNode) => (exhibit: Exhibit) =>
  exhibit.kind === 'file' ? file(exhibit.file) : result(exhibit.result);

const hashCell = (hash: string | null) =>
  hash === null ? (
    <span className="tm-none">not known</span>
  ) : (
    <span className="tm-mono tm-nw" title={hash}>
      {shortHash(hash)}
    </span>
  );

const COLUMNS: readonly DataColumn<Exhibit>[] = [
  {
    id: 'number',
    header: 'No.',
    width: '64px',
    narrow: 'top-left',
    cell: ({ number }) => <b className="tm-m tm-nw">{number}</b>,
  },
  { id: 'item', header: 'Item', narrow: 'bottom-left', cell: (exhibit) => <Name exhibit={exhibit} /> },
  {
    id: 'type',
    header: 'Type',
    isMinor: true,
    cell: pick(
      ({ kindName }) => kindName ?? 'not known',
      ({ kindName }) => kindName,
    ),
  },
  {
    id: 'size',
    header: 'Bytes',
    align: 'right',
    cell: pick(
      ({ size }) => formatCount(size),
      ({ size }) => formatCount(size),
    ),
  },
  {
    id: 'hash',
    header: 'SHA-256',
    isMinor: true,
    cell: pick(
      ({ arrivalHash }) => hashCell(arrivalHash),
      ({ hash }) => hashCell(hash),
    ),
  },
  {
    id: 'added',
    header: 'Added (UTC)',
    isMinor: true,
    cell: pick(
      ({ addedAt }) => <Time seconds={addedAt} />,
      ({ pinnedAt }) => <Time seconds={pinnedAt} />,
    ),
  },
  {
    id: 'check',
    header: 'Check today',
    narrow: 'top-right',
    cell: pick(
      (file) => <FileCheck file={file} />,
      (result) => <ResultCheck result={result} />,
    ),
  },
  {
    id: 'custody',
    header: 'Custody',
    align: 'right',
    narrow: 'bottom-right',
    cell: pick(
      ({ custodyCount }) => formatPlural(custodyCount, 'act'),
      () => <span className="tm-t3">–</span>,
    ),
  },
];

const FILTERS = [
  ['all', 'All'],
  ['file', 'Files'],
  ['result', 'Pinned results'],
] as const;
type Filter = (typeof FILTERS)[number][0];

function toExhibits(files: readonly CaseEvidence[], results: readonly CaseItem[]): readonly Exhibit[] {
  return [
    ...files
      .filter(({ state }) => state !== 'arriving')
      .map((file) => ({ kind: 'file', number: file.number, file }) as const),
    ...results.map((result) => ({ kind: 'result', number: result.number, result }) as const),
  ];
}

function FilterBar({
  counts,
  filter,
  onFilter,
}: {
  readonly counts: Readonly<Record<Filter, string>>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}) {
  return (
    <nav className="tm-seg" aria-label="Kind of evidence">
      {FILTERS.map(([id, label]) => (
        <button key={id} type="button" aria-pressed={filter === id} onClick={() => onFilter(id)}>
          {label} <span className="tm-t3">{counts[id]}</span>
        </button>
      ))}
    </nav>
  );
}

function DamageBanner({ files }: { readonly files: readonly CaseEvidence[] }) {
  const damaged = files.filter(({ state }) => state === 'damaged');
  const [first] = damaged;
  if (!first) return null;
  return (
    <div className="tm-banner" role="status">
      <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
      <p>
        <b>{damaged.map(({ number }) => number).join(', ')}: damaged.</b> {first.finding}
      </p>
    </div>
  );
}

/** Pinned results a page at a time, with the one that the address names, wherever it is. */
function useResults(caseId: string, part: string | undefined) {
  const { pages, items } = useCaseItems(caseId);
  const isMissing = items !== undefined && pages.hasNextPage && !items.some(({ number }) => number === part);
  const number = Number(/^A-(\d{1,9})$/.exec(part ?? '')?.[1] ?? 0);
  const one = useQuery({ ...caseItemQuery(caseId, number), enabled: isMissing && number > 0 });
  const shown = useMemo(() => [...(isMissing ? (one.data ?? []) : []), ...(items ?? [])], [isMissing, one.data, items]);
  return { pages, shown };
}

/** How many there are of each kind. While further pages are to be read, `total` is what the case counts, without what was withdrawn. */
function countExhibits(exhibits: readonly Exhibit[], total: number | undefined): Readonly<Record<Filter, string>> {
  const files = exhibits.filter(({ kind }) => kind === 'file').length;
  const all = Math.max(total ?? 0, exhibits.length);
  return { all: formatCount(all), file: formatCount(files), result: formatCount(all - files) };
}

/** Compares pinned results with today’s answers, as their own tabs do. */
function useChecks(caseId: string) {
  const client = useQueryClient();
  const [checks, setChecks] = useState<Readonly<Record<string, CaseItemCheck>>>({});
  const settle = () => void client.invalidateQueries({ queryKey: caseKey(caseId) });
  const check = useMutation({
    mutationFn: (item: string) => api.call('checkCaseItem', { params: { case: caseId, item }, body: {} }),
    onSuccess: (answer, item) => setChecks((before) => ({ ...before, [item]: answer })),
    onSettled: settle,
  });
  return { checks, check, settle };
}

/** Everything the case rests on: files with their custody, and pinned results, by number; uploads on top. */
export function EvidenceTab({ overview: { head, rights, counts }, part }: CaseTabProps) {
  const router = useRouter();
  const files = useQuery(caseEvidenceQuery(head.id));
  const { pages: results, shown } = useResults(head.id, part);
  const [filter, setFilter] = useState<Filter>('all');
  const [isAdding, setAdding] = useState(false);
  const { checks, check, settle } = useChecks(head.id);
  const exhibits = useMemo(() => toExhibits(files.data ?? [], shown), [files.data, shown]);
  const rows = useMemo(() => exhibits.filter(({ kind }) => filter === 'all' || kind === filter), [exhibits, filter]);
  const failed = [files, results].find(({ error, data }) => error && !data);
  if (failed) return <ErrorPanel error={failed.error} what="The evidence" onRetry={() => void failed.refetch()} />;
  if (!files.data || !results.data) {
    return (
      <Skeleton what="the evidence">
        <RowBars rows={8} columns={['60px', '30%', '120px', '100px', '140px']} />
      </Skeleton>
    );
  }
  const mayWrite = rights.includes('write');
  const add = mayWrite && (
    <button type="button" className="tm-btn pri" onClick={() => setAdding(true)}>
      <IconUpload size={16} stroke={1.5} aria-hidden="true" /> Add evidence
    </button>
  );
  const arriving = files.data.filter(({ state }) => state === 'arriving');
  const open = (number: string) =>
    void router.navigate({
      href: caseUrl(head.id, 'evidence', part === number ? undefined : number),
      resetScroll: false,
    });
  return (
    <div className="tm-stack">
      <div className="tm-row tm-wrap">
        <FilterBar
          counts={countExhibits(exhibits, results.hasNextPage ? counts.evidence : undefined)}
          filter={filter}
          onFilter={setFilter}
        />
        <span className="cs-grow" />
        {add}
      </div>
      <DamageBanner files={files.data} />
      <UploadRows caseId={head.id} items={arriving} mayWrite={mayWrite} />
      {check.error && <ErrorPanel error={check.error} what="The comparison" />}
      {rows.length === 0 ? (
        <Empty>No evidence yet. Add files here, or pin results with “Add to case” in any tool.</Empty>
      ) : (
        <DataTable
          caption="Evidence"
          columns={COLUMNS}
          rows={rows}
          rowId={({ number }) => number}
          selectedId={part}
          opensOnClick
          onOpen={({ number }) => open(number)}
          detail={(exhibit) => {
            if (exhibit.number !== part) return null;
            if (exhibit.kind === 'file') return <EvidenceDetail caseId={head.id} item={exhibit.file} rights={rights} />;
            const { result } = exhibit;
            return (
              <ItemDetail
                caseId={head.id}
                item={result}
                check={checks[result.id]}
                isChecking={check.isPending}
                rights={rights}
                onCheck={() => check.mutate(result.id)}
                onChanged={settle}
              />
            );
          }}
        />
      )}
      {filter !== 'file' && shown.length >= CASE_ITEMS_PAGE && (
        <PagedFoot query={results} shown={rows.length} pageSize={CASE_ITEMS_PAGE} asOf={undefined} />
      )}
      <p className="tm-t3 tm-sm">
        Types come from the content, not from the file name. Files are only downloaded, never opened in the page; each
        download is an entry in the ledger of custody.
      </p>
      <AddEvidenceDialog caseId={head.id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </div>
  );
}
