import './agency-cases.css';
import { IconArchive, IconEyeOff, IconLock, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Answer } from '../../api.ts';
import { caseQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatCount, formatPlural, formatShortCount } from '../../format/number.ts';
import { WorkingCaseButton } from '../../parts/cases/working-case-button.tsx';
import { caseUrl, PATHS } from '../../url.ts';
import { CASE_TABS } from './case-tabs.tsx';
import { describeDue, formatCaseDay, initialsOf, POLICY_WORDS, PRIORITY_WORDS, STATUS_WORDS } from './case-words.ts';
import { EditCaseDialog } from './edit-case-dialog.tsx';
import { EmergencyAccess } from './emergency-access.tsx';
import { EmergencyNotices } from './emergency-notices.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { casesUrl } from './search.ts';

type Overview = Answer<'getCase'>;

const POLICY_ICONS = { open: IconUsers, 'need-to-know': IconLock, sealed: IconEyeOff } as const;

const READERS_SHOWN = 4;

/** Who may see the case; opens who its members are. */
function AccessChip({ overview, onOpen }: { readonly overview: Overview; readonly onOpen: () => void }) {
  const { policy } = overview.head;
  const Icon = POLICY_ICONS[policy];
  return (
    <button type="button" className="cs-access" onClick={onOpen}>
      <Icon size={14} stroke={1.5} aria-hidden="true" />
      {POLICY_WORDS[policy]}, {formatPlural(overview.memberCount, 'person', 'people')}
    </button>
  );
}

/** Whether the case is closed, and by which record; opens where that is checked and undone. */
function ClosedChip({ head: { id, status, record } }: Pick<Overview, 'head'>) {
  if (status !== 'closed') return null;
  return (
    <AppLink className="cs-access" href={caseUrl(id, 'audit')}>
      <IconArchive size={14} stroke={1.5} aria-hidden="true" />
      {record === null ? 'Closed' : `Closed, record ${record}`}
    </AppLink>
  );
}

/** Who else is at the case now. */
function Readers({ readers }: Pick<Overview, 'readers'>) {
  if (readers.length === 0) return null;
  const names = readers.map(({ name }) => name).join(', ');
  return (
    <span className="cs-readers tm-t3 tm-sm" title={`Read the case in the last ten minutes: ${names}`}>
      <span>Also here</span>
      {readers.slice(0, READERS_SHOWN).map(({ id, name }) => (
        <i key={id} className="cs-av" aria-hidden="true">
          {initialsOf(name)}
        </i>
      ))}
      {readers.length > READERS_SHOWN && <span aria-hidden="true">+{readers.length - READERS_SHOWN}</span>}
      <bdi className="tm-sr">{names}</bdi>
    </span>
  );
}

/** Whether an authority ends within two weeks. */
const isEnding = ({ daysLeft }: NonNullable<Overview['authority']>) => daysLeft !== null && daysLeft <= 14;

/** Each opens the cases that have it, too. */
function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="cs-tags">
      {tags.map((tag) => (
        <AppLink key={tag} href={casesUrl({ view: 'all', tag })}>
          <bdi>{tag}</bdi>
        </AppLink>
      ))}
    </span>
  );
}

function CaseFacts({ overview: { head, today, authority } }: { readonly overview: Overview }) {
  // Nobody works on a closed case: what was still open in it is not due.
  const due = head.status === 'closed' ? null : head.nextDue && describeDue(head.nextDue.on, today);
  const facts = [
    ['Type', head.typeName],
    ['Status', STATUS_WORDS[head.status]],
    ['Priority', PRIORITY_WORDS[head.priority]],
    ['Lead', head.lead?.name ?? <span className="tm-none">no lead</span>],
    ...(head.reference ? [['File', head.reference] as const] : []),
    ...(head.tags.length > 0 ? [['Tags', <Tags key="tags" tags={head.tags} />] as const] : []),
    ...(authority
      ? [
          [
            'Authority',
            <span key="authority" className={isEnding(authority) ? 'cs-late' : undefined}>
              <bdi>{authority.number}</bdi>{' '}
              {authority.to ? `to ${formatCaseDay(authority.to, today)}` : 'without an end'}
            </span>,
          ] as const,
        ]
      : []),
    ...(head.nextDue && due
      ? [
          [
            'Next due',
            <span key="due" className={due.isLate ? 'cs-late' : undefined}>
              {formatCaseDay(head.nextDue.on, today)}, {due.text}
            </span>,
          ] as const,
        ]
      : []),
  ] as const;
  return (
    <dl className="cs-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Thirteen tabs have one line: a large count is short there, and whole on hover and to a screen reader. */
function TabCount({ count }: { readonly count: number }) {
  const [short, whole] = [formatShortCount(count), formatCount(count)];
  if (short === whole) return whole;
  return (
    <span title={whole}>
      <span aria-hidden="true">{short}</span>
      <span className="tm-sr">{whole}</span>
    </span>
  );
}

function CaseSkeleton() {
  return (
    <Skeleton what="the case">
      <div className="tm-stack">
        <Bar width="320px" height={22} />
        <Bar width="60%" />
        <RowBars rows={6} columns={['30%', '20%', '20%', '15%']} />
      </div>
    </Skeleton>
  );
}

interface CaseFrameProps {
  readonly overview: Overview;
  readonly tab: string;
  readonly part: string | undefined;
  readonly search: Readonly<Record<string, unknown>>;
}

/** The head of a case and the tab that is open. */
function CaseFrame({ overview, tab, part, search }: CaseFrameProps) {
  const [open, setOpen] = useState<'members' | 'edit' | undefined>();
  const { head, rights, counts } = overview;
  const current = CASE_TABS.find(({ id }) => id === tab) ?? CASE_TABS[0];
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="cs-head">
        <h1 className="tm-title">
          <span className="tm-t3 cs-number">{head.number}</span> <bdi>{head.title}</bdi>
        </h1>
        <AccessChip overview={overview} onOpen={() => setOpen('members')} />
        <ClosedChip head={head} />
        <Readers readers={overview.readers} />
        <span className="cs-grow" />
        <WorkingCaseButton id={head.id} number={head.number} title={head.title} />
        {rights.includes('write') && (
          <button type="button" className="tm-btn" onClick={() => setOpen('edit')}>
            Edit
          </button>
        )}
      </div>
      <EmergencyNotices items={overview.emergencies} />
      <CaseFacts overview={overview} />
      <Tabs
        label="Case"
        current={current?.id ?? ''}
        items={CASE_TABS.map(({ id, label, hasCount }) => ({
          id,
          label,
          href: caseUrl(head.id, id === 'overview' ? undefined : id),
          ...(hasCount ? { count: <TabCount count={counts[id] ?? 0} /> } : {}),
        }))}
      />
      <Suspense fallback={<CaseSkeleton />}>
        {current && <current.Tab overview={overview} part={part} search={search} />}
      </Suspense>
      <MembersDialog overview={overview} isOpen={open === 'members'} onClose={close} />
      <EditCaseDialog overview={overview} isOpen={open === 'edit'} onClose={close} />
    </>
  );
}

/** A case: its head, its tabs, and what the open tab shows. */
export function CaseScreen() {
  const params = useParams({ strict: false }) as {
    readonly case?: string;
    readonly tab?: string;
    readonly part?: string;
  };
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const { data, error, refetch } = useQuery(caseQuery(params.case ?? ''));
  useDocumentTitle(data ? `${data.head.number} ${data.head.title}` : 'Case');
  return (
    <div className="tm-page tm-stack cs-page">
      <Crumbs
        items={[
          { label: 'Agency cases', href: PATHS.agencyCases },
          ...(data?.head.unit ? [{ label: data.head.unit }] : []),
        ]}
      />
      {error && !data && (
        <>
          <h1 className="tm-sr">Case</h1>
          <ErrorPanel error={error} what="The case" onRetry={() => void refetch()}>
            <EmergencyAccess />
          </ErrorPanel>
        </>
      )}
      {!data && !error && <CaseSkeleton />}
      {data && <CaseFrame overview={data} tab={params.tab ?? 'overview'} part={params.part} search={search} />}
    </div>
  );
}
