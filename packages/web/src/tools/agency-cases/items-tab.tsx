import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CaseItem, CaseItemCheck } from '@trailmark/api/contract/case-item';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASE_ITEMS_PAGE, caseKey } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FindField } from '../../components/form/find-field.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { formatCount } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { ItemDetail } from './item-detail.tsx';
import { useCaseItems } from './use-case-items.ts';

function CheckCell({ item: { check, withdrawn } }: { readonly item: CaseItem }) {
  if (withdrawn) return <span className="cs-late">withdrawn</span>;
  if (!check) return <span className="tm-none">not compared</span>;
  return check.isSame ? 'the same' : <b className="cs-late">changed</b>;
}

const COLUMNS: readonly DataColumn<CaseItem>[] = [
  {
    id: 'number',
    header: 'No.',
    cell: ({ number }) => <b className="tm-m tm-nw">{number}</b>,
    narrow: 'top-left',
    width: '60px',
  },
  { id: 'kind', header: 'Kind', cell: ({ kindName }) => kindName, isMinor: true },
  {
    id: 'title',
    header: 'What',
    narrow: 'bottom-left',
    cell: ({ title, page, note }) => (
      <span className="cs-what">
        {page ? (
          <AppLink href={page}>
            <bdi>{title}</bdi>
          </AppLink>
        ) : (
          <bdi>{title}</bdi>
        )}
        {note && <bdi className="tm-t3 tm-sm">{note}</bdi>}
      </span>
    ),
  },
  {
    id: 'of',
    header: 'As of',
    isMinor: true,
    cell: ({ asOf }) =>
      asOf?.height === undefined || asOf?.height === null ? (
        <span className="tm-t3">–</span>
      ) : (
        <span className="tm-nw">
          {asOf.chain} {formatCount(asOf.height)}
        </span>
      ),
  },
  {
    id: 'at',
    header: <ZoneSwitch label="Pinned" />,
    cell: ({ pinnedAt }) => <Time seconds={pinnedAt} />,
    isMinor: true,
  },
  { id: 'by', header: 'By', cell: ({ pinnedBy }) => <bdi className="cs-by">{pinnedBy}</bdi>, isMinor: true },
  { id: 'check', header: 'Against today', cell: (item) => <CheckCell item={item} />, narrow: 'top-right' },
];

/** A list of fewer is read faster than a word is typed. */
const SEARCHED_FROM = 20;
const MOST_WORDS = 200;

const readWords = ({ words }: CaseTabProps['search']): string | undefined =>
  typeof words === 'string' || typeof words === 'number' ? String(words).slice(0, MOST_WORDS) : undefined;

function NoMatch({ href }: { readonly href: string }) {
  return <Empty action={<AppLink href={href}>Show all</AppLink>}>Nothing here has words that begin with these.</Empty>;
}

interface ItemsProps extends CaseTabProps {
  readonly tab: string;
  readonly what: string;
  readonly empty: string;
}

/** Results pinned in the case; a row opens to its hash, its method, the comparison with today's answer, and its withdrawal. */
function Items({ overview: { head, rights, counts }, search, tab, what, empty }: ItemsProps) {
  const client = useQueryClient();
  const router = useRouter();
  const words = readWords(search);
  const { pages, items } = useCaseItems(head.id, tab, words);
  const [open, setOpen] = useState<string | undefined>();
  const [checks, setChecks] = useState<Readonly<Record<string, CaseItemCheck>>>({});
  const params = (item: string) => ({ case: head.id, item });
  const settle = () => client.invalidateQueries({ queryKey: caseKey(head.id) });
  const check = useMutation({
    mutationFn: (item: string) => api.call('checkCaseItem', { params: params(item), body: {} }),
    onSuccess: (answer, item) => setChecks((before) => ({ ...before, [item]: answer })),
    onSettled: settle,
  });
  if (pages.error && !items) {
    return <ErrorPanel error={pages.error} what={`The list of ${what}`} onRetry={() => void pages.refetch()} />;
  }
  if (!items) {
    return (
      <Skeleton what={what}>
        <RowBars rows={6} columns={['60px', '40%', '120px', '140px']} />
      </Skeleton>
    );
  }
  const find = (counts[tab] ?? 0) >= SEARCHED_FROM || words !== undefined;
  if (items.length === 0 && !find) return <Empty>{empty}</Empty>;
  return (
    <div className="tm-stack">
      {find && (
        <FindField
          key={words ?? ''}
          label="Addresses, transactions, titles, notes"
          words={words}
          onFind={(wanted) =>
            void router.navigate({ href: caseUrl(head.id, tab, undefined, { words: wanted }), resetScroll: false })
          }
        />
      )}
      {items.length === 0 && <NoMatch href={caseUrl(head.id, tab)} />}
      {check.error && <ErrorPanel error={check.error} what="The comparison" />}
      {items.length > 0 && (
        <DataTable
          caption={what}
          columns={COLUMNS}
          rows={items}
          rowId={({ id }) => id}
          opensOnClick
          onOpen={({ id }) => setOpen((before) => (before === id ? undefined : id))}
          detail={(item) =>
            item.id === open ? (
              <ItemDetail
                caseId={head.id}
                item={item}
                check={checks[item.id]}
                isChecking={check.isPending}
                rights={rights}
                onCheck={() => check.mutate(item.id)}
                onChanged={() => void settle()}
              />
            ) : null
          }
        />
      )}
      {items.length >= CASE_ITEMS_PAGE && (
        <PagedFoot query={pages} shown={items.length} pageSize={CASE_ITEMS_PAGE} asOf={undefined} />
      )}
    </div>
  );
}

export function AddressesTab(props: CaseTabProps) {
  return (
    <Items
      {...props}
      tab="addresses"
      what="addresses, transactions and answers"
      empty="Nothing is pinned here yet. “Add to case” is on every address, transaction, cluster and answer."
    />
  );
}

export function FlowsTab(props: CaseTabProps) {
  return (
    <Items
      {...props}
      tab="flows"
      what="coin flows"
      empty="No coin flow is pinned yet. Keep a version of a flow, then “Add to case”."
    />
  );
}
