import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EnhancedReport, EnhancedReportVersion } from '@trailmark/api/contract/enhanced-report';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { Time } from '../../components/time.tsx';
import { AddToCase } from '../../parts/cases/add-to-case.tsx';
import { STATE_WORDS } from '../../parts/reports/report-states.ts';
import { useMe } from '../../session.ts';
import { REPORTS_KEY, type ReportParams, reportFileUrl } from './queries.ts';
import { FILE_WORDS } from './report-words.ts';
import type { StepProps } from './step-props.ts';

interface VersionProps {
  readonly params: ReportParams;
  readonly version: EnhancedReportVersion;
  readonly report: EnhancedReport;
}

function useSaved() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: REPORTS_KEY });
}

function Decision({ params, version }: Omit<VersionProps, 'report'>) {
  const onSuccess = useSaved();
  const [why, setWhy] = useState('');
  const decide = useMutation({
    mutationFn: (decision: 'sign' | 'return') =>
      api.call('decideEnhancedReport', {
        params: { ...params, number: version.number },
        body: { decision, why: why.trim() },
      }),
    onSuccess,
  });
  return (
    <div className="er-decide">
      <FormField
        label="Note, and the reason where it is returned"
        name="why"
        value={why}
        maxLength={1000}
        onText={setWhy}
      />
      <div className="er-row">
        <button type="button" className="tm-btn pri" disabled={decide.isPending} onClick={() => decide.mutate('sign')}>
          Sign as reviewer
        </button>
        <button
          type="button"
          className="tm-btn"
          disabled={decide.isPending || why.trim().length < 3}
          onClick={() => decide.mutate('return')}
        >
          Return it
        </button>
      </div>
      {decide.error && <FormFailure error={decide.error} what="The decision" />}
    </div>
  );
}

function Version({ params, version, report }: VersionProps) {
  const { number, state, madeAt, madeBy, decided, files, coreDigest, claims } = version;
  const mayExport = report.rights.includes('export');
  const { reviewer } = report.draft;
  const isReviewer = useMe()?.account?.id === reviewer.account && report.rights.includes('review');
  return (
    <section className="er-version" aria-label={`Version ${number}`}>
      <h3 className="tm-h">
        Version {number} <span className="tm-t3">{STATE_WORDS[state]}</span>
      </h3>
      <p className="tm-sm tm-t3">
        {claims} claims, made <Time seconds={madeAt} /> by <bdi>{madeBy}</bdi>
        {decided && (
          <>
            ; {state} <Time seconds={decided.at} /> by <bdi>{decided.by}</bdi>
            {decided.why !== '' && <>: {decided.why}</>}
          </>
        )}
      </p>
      <p className="tm-sm">
        Bundle <code className="tm-mono er-hash">{coreDigest}</code>{' '}
        <CopyButton value={coreDigest} what="digest of the bundle" />
      </p>
      {mayExport ? (
        <ul className="er-files">
          {files.map(({ name, size, sha256 }) => (
            <li key={name}>
              <a href={reportFileUrl(params, number, name)} download title={`SHA-256 ${sha256}`}>
                {FILE_WORDS[name] ?? name}
              </a>
              <span className="tm-t3 tm-nw">{Math.ceil(size / 1024).toLocaleString('en')} kB</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="tm-sm">
          You may read this report and take nothing out of the case. Its owner can give you another role.
        </p>
      )}
      {report.rights.includes('write') && (
        <AddToCase
          of={{
            kind: 'report-version',
            input: { params: { ...params, number: String(number) } },
            what: `version ${number} of the report`,
          }}
          label="Pin this version to a case"
        />
      )}
      {state === 'review' && isReviewer && <Decision params={params} version={version} />}
      {state === 'review' && !isReviewer && (
        <p className="tm-sm tm-t3">
          {reviewer.name === '' ? 'A second person' : <bdi>{reviewer.name}</bdi>} reviews it: they sign it or return it.
        </p>
      )}
    </section>
  );
}

/** Makes a version of the report, and what became of earlier ones. */
export function ReviewStep({ params, report, preview, isSaved }: StepProps) {
  const onSuccess = useSaved();
  const freeze = useMutation({
    mutationFn: () => api.call('freezeEnhancedReport', { params: { ...params }, body: { version: report.version } }),
    onSuccess,
  });
  const stops = preview?.checks.filter(({ state }) => state === 'stops').length ?? 1;
  return (
    <>
      {report.rights.includes('write') && (
        <>
          <p className="tm-t3">
            A version is frozen with its evidence bundle and signed by the examiner. The reviewer then signs it or
            returns it.
          </p>
          <button
            type="button"
            className="tm-btn pri"
            disabled={stops > 0 || !isSaved || freeze.isPending}
            onClick={() => freeze.mutate()}
          >
            {freeze.isPending ? 'Writing the files…' : `Make version ${report.versions + 1}`}
          </button>
          {freeze.error && <FormFailure error={freeze.error} what="The version" />}
        </>
      )}
      {report.list.length === 0 && <Empty>No version was made yet.</Empty>}
      {report.list.map((version) => (
        <Version key={version.number} params={params} version={version} report={report} />
      ))}
    </>
  );
}
