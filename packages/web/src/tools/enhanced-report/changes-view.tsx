import { useQuery } from '@tanstack/react-query';
import type { EnhancedReportVersion } from '@trailmark/api/contract/enhanced-report';
import { useState } from 'react';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { changesQuery, type ReportParams } from './queries.ts';

const WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

interface ChangesProps {
  readonly params: ReportParams;
  readonly number: number;
  readonly other: number | 'today';
}

function Changes({ params, number, other }: ChangesProps) {
  const { data, error, refetch } = useQuery(changesQuery(params, number, other));
  if (error && !data) return <ErrorPanel error={error} what="The comparison" onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton what="comparison">
        <RowBars rows={4} columns={['90%']} />
      </Skeleton>
    );
  const against = other === 'today' ? 'what the ledger and the labels say today' : `version ${other}`;
  return (
    <>
      <p role="status">
        <b>{data.items.length === 0 ? 'Nothing in this report changes.' : `${data.items.length} claims differ`}</b>{' '}
        {data.same} claims are the same, compared with {against}.
      </p>
      {data.asOf.map((line) => (
        <p key={line} className="tm-sm tm-t3 tm-mono er-long">
          As of {line}
        </p>
      ))}
      <ul className="er-changes">
        {data.items.map(({ kind, before, after, claim }) => (
          <li key={`${kind} ${claim} ${after ?? ''}`}>
            <b>
              {WORDS[kind]} {claim}
            </b>
            {before !== null && <del className="er-long">{before}</del>}
            {after !== null && <ins className="er-long">{after}</ins>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What differs between versions, and what has changed since one was made. */
export function ChangesView({
  params,
  versions,
}: {
  readonly params: ReportParams;
  readonly versions: readonly EnhancedReportVersion[];
}) {
  const [number, setNumber] = useState(versions[0]?.number ?? 0);
  const [other, setOther] = useState('today');
  if (versions.length === 0)
    return <Empty>Versions are compared here, and each with what is true today. None was made yet.</Empty>;
  const older = versions
    .filter((version) => version.number < number)
    .map((version) => [String(version.number), `Version ${version.number}`] as const);
  return (
    <div className="tm-stack er-sheet">
      <div className="er-row">
        <FormSelect
          label="Version"
          name="version"
          value={String(number)}
          options={versions.map((version) => [String(version.number), `Version ${version.number}`] as const)}
          onText={(text) => setNumber(Number(text))}
        />
        <FormSelect
          label="Compared with"
          name="with"
          value={other}
          options={[['today', 'Today'], ...older]}
          onText={setOther}
        />
      </div>
      <Changes params={params} number={number} other={other === 'today' ? 'today' : Number(other)} />
    </div>
  );
}
