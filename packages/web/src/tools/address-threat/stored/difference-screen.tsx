import './stored.css';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Crumbs } from '../../../components/crumbs.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { SubjectTitle } from '../../../components/subject-title.tsx';
import { useDocumentTitle } from '../../../document-title.ts';
import { shorten } from '../../../format/identifier.ts';
import { formatTime } from '../../../format/time.ts';
import { storedUrl, threatUrl } from '../search.ts';
import { differencesQuery, storedListUrl } from './stored-queries.ts';
import { chainText, describeHeight, StoredVerdict, toSeconds } from './stored-rows.tsx';

type Compared = Answer<'compareScreenings'>;
type Difference = Compared['differences'][number];

/** In the order of the page, each with what it says where nothing differs. */
const PARTS = [
  ['verdict', 'Verdict', 'The same level and score.'],
  ['rule', 'Rules that fired', 'The same rules fired with the same weights.'],
  ['share', 'Exposure by category', 'The same shares.'],
  ['label', 'Labels', 'The same labels.'],
  ['behaviour', 'Patterns', 'The same patterns.'],
  ['as-of', 'What it rests on', 'The same height, labels, prices, rules and software.'],
] as const;

const nothing = <span className="tm-none">none</span>;

/** A phone has no heads of columns: there each value says which it is. */
function Value({ when, text }: { readonly when: 'earlier' | 'later'; readonly text: string }) {
  return <span className={`ts-value ${when}`}>{text}</span>;
}

const COLUMNS: readonly DataColumn<Difference>[] = [
  { id: 'what', header: 'What', narrow: 'top-left', width: '46%', cell: ({ what }) => <bdi>{what}</bdi> },
  {
    id: 'before',
    header: 'Earlier',
    narrow: 'bottom-left',
    width: '27%',
    cell: ({ before }) => (before === null ? nothing : <Value when="earlier" text={before} />),
  },
  {
    id: 'after',
    header: 'Later',
    narrow: 'bottom-right',
    width: '27%',
    cell: ({ after }) => (after === null ? nothing : <Value when="later" text={after} />),
  },
];

function Side({ title, row }: { readonly title: string; readonly row: Compared['earlier'] }) {
  return (
    <section className="ts-side" aria-label={title}>
      <h2 className="tm-h">{title}</h2>
      <StoredVerdict row={row} />
      <p className="tm-t2 tm-sm">
        {formatTime(toSeconds(row.screenedAt))} UTC, {describeHeight(row)}
      </p>
      {row.reason !== null && (
        <p className="tm-sm">
          <bdi>{row.reason}</bdi>
        </p>
      )}
      <p className="tm-sm">
        {row.hash !== null && (
          <span className="tm-mono tm-t3" title={`SHA-256 of the result: ${row.hash}`}>
            result {row.hash.slice(0, 12)}
          </span>
        )}{' '}
        <AppLink href={storedUrl(row.id)}>
          Open<span className="tm-sr"> the {title.toLowerCase()} screening</span>
        </AppLink>
      </p>
    </section>
  );
}

function Parts({ differences }: Pick<Compared, 'differences'>) {
  return PARTS.map(([kind, title, same]) => {
    const rows = differences.filter((one) => one.kind === kind);
    return (
      <section key={kind} className="ts-part" aria-labelledby={`ts-${kind}`}>
        <h2 className="tm-h" id={`ts-${kind}`}>
          {title}
        </h2>
        {rows.length === 0 ? (
          <p className="tm-t3 tm-sm">{same}</p>
        ) : (
          <DataTable
            caption={title}
            columns={COLUMNS}
            rows={rows}
            rowId={({ what, before, after }) => JSON.stringify([what, before, after])}
          />
        )}
      </section>
    );
  });
}

function Loaded({ compared: { earlier, later, differences } }: { readonly compared: Compared }) {
  const isSame = earlier.hash !== null && earlier.hash === later.hash;
  useDocumentTitle(`Differences of ${shorten(later.subject)} · Address threat analysis`);
  return (
    <>
      <SubjectTitle
        value={later.subject}
        kind={later.kind === 'address' ? 'address' : 'transaction id'}
        actions={null}
      />
      <p className="tm-t2">{chainText(later.chain)}. Two stored screenings of this subject.</p>
      <div className="ts-sides">
        <Side title="Earlier" row={earlier} />
        <Side title="Later" row={later} />
      </div>
      <p role="status">
        {isSame
          ? 'The same: both have one hash, so that no byte of the answers differs.'
          : differences.length === 0
            ? 'The answers have different hashes, but none of the parts below differs: amounts, dates or payments do.'
            : ''}
      </p>
      {!isSame && <Parts differences={differences} />}
    </>
  );
}

export interface DifferenceScreenProps {
  readonly later: string;
  readonly earlier: string;
}

/** What is different between two stored screenings of one subject. */
export function DifferenceScreen({ later, earlier }: DifferenceScreenProps) {
  const { data, error, refetch } = useQuery(differencesQuery(later, earlier));
  return (
    <>
      <Crumbs
        items={[
          { label: 'Address threat analysis', href: threatUrl() },
          { label: 'Screenings', href: storedListUrl() },
          { label: 'Stored result', href: storedUrl(later) },
          { label: 'Differences' },
        ]}
      />
      {error && !data && <ErrorPanel error={error} what="The comparison" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="the comparison">
          <RowBars rows={8} columns={['280px', '160px', '160px']} />
        </Skeleton>
      )}
      {data && <Loaded compared={data} />}
    </>
  );
}
