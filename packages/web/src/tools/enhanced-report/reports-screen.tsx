import '../../components/tool-page.css';
import './enhanced-report.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EnhancedReportHead } from '@trailmark/api/contract/enhanced-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { caseListQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { STATE_WORDS } from '../../parts/reports/report-states.ts';
import { caseUrl, reportUrl } from '../../url.ts';
import { DeclarationsSection } from './declarations-section.tsx';
import { reportsQuery } from './queries.ts';

const COLUMNS: readonly DataColumn<EnhancedReportHead>[] = [
  {
    id: 'title',
    header: 'Report',
    narrow: 'top-left',
    cell: ({ id, case: of, title }) => (
      <AppLink href={reportUrl(of, id)}>
        <bdi>{title}</bdi>
      </AppLink>
    ),
  },
  {
    id: 'case',
    header: 'Case',
    narrow: 'bottom-left',
    cell: ({ case: of, caseNumber, caseTitle }) => (
      <AppLink href={caseUrl(of)}>
        {caseNumber} <bdi>{caseTitle}</bdi>
      </AppLink>
    ),
  },
  { id: 'state', header: 'State', narrow: 'top-right', cell: ({ state }) => STATE_WORDS[state ?? 'draft'] },
  { id: 'versions', header: 'Versions', align: 'right', cell: ({ versions }) => versions },
  {
    id: 'changed',
    header: <ZoneSwitch label="Changed" />,
    narrow: 'bottom-right',
    cell: ({ changedAt }) => <Time seconds={changedAt} />,
  },
  { id: 'by', header: 'By', isMinor: true, cell: ({ changedBy }) => <bdi>{changedBy}</bdi> },
];

function NewReport() {
  const navigate = useNavigate();
  const { data } = useQuery(caseListQuery({ sort: 'changed' }));
  const [caseId, setCase] = useState('');
  const [title, setTitle] = useState('');
  const create = useMutation({
    mutationFn: (of: string) =>
      api.call('createEnhancedReport', { params: { case: of }, body: { title: title.trim() } }),
    onSuccess: (report) => void navigate({ to: reportUrl(report.case, report.id) }),
  });
  const cases = data?.items ?? [];
  const chosen = caseId === '' ? (cases[0]?.id ?? '') : caseId;
  if (data && cases.length === 0)
    return <Empty>A report is of a case, and you see none. Open one in Agency cases, and pin results to it.</Empty>;
  return (
    <form
      className="er-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '' && title.trim() !== '') create.mutate(chosen);
      }}
    >
      <FormSelect
        label="Case"
        name="case"
        value={chosen}
        options={cases.map(({ id, number, title: name }) => [id, `${number} ${name}`] as const)}
        onText={setCase}
      />
      <FormField label="Title of the report" name="title" value={title} onText={setTitle} maxLength={200} />
      <button type="submit" className="tm-btn pri" disabled={create.isPending || title.trim() === ''}>
        Start the report
      </button>
      {create.error && <FormFailure error={create.error} what="The report" />}
    </form>
  );
}

/** Every report of the cases that the reader sees, and a new one. */
export function ReportsScreen() {
  useDocumentTitle('Enhanced report');
  const { data, error, refetch } = useQuery(reportsQuery());
  return (
    <div className="tm-page tm-stack as-page">
      <header>
        <h1 className="tm-title">Enhanced report</h1>
        <p className="tm-t3">
          Findings of a case as a report that a court can check without this server: every figure is a claim in an
          evidence bundle.{' '}
          <a className="er-inline" href="/verify-bundle.html" download="verify-bundle.html">
            Save the verifier of bundles
          </a>
          , which works in any browser without this server.
        </p>
      </header>
      <NewReport />
      {error && !data && <ErrorPanel error={error} what="The list of reports" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="reports">
          <RowBars rows={4} columns={['40%', '30%', '120px']} />
        </Skeleton>
      )}
      {data && data.items.length === 0 && <Empty>No report was started yet in the cases that you see.</Empty>}
      {data && data.items.length > 0 && (
        <DataTable caption="Enhanced reports" columns={COLUMNS} rows={data.items} rowId={({ id }) => id} />
      )}
      <DeclarationsSection />
    </div>
  );
}
