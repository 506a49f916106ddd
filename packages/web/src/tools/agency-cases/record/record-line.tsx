import { useMutation } from '@tanstack/react-query';
import type { CaseRecordRow } from '@trailmark/api/contract/case-record';
import { ROUTES_BASE } from '@trailmark/api/route';
import { type Answer, api } from '../../../api.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Hash } from '../../../components/hash.tsx';
import { formatBytes, formatCount, formatPlural } from '../../../format/number.ts';
import { formatDay } from '../../../format/time.ts';
import { CHECK_WORDS } from '../files/check-words.ts';

type Checked = Answer<'checkCaseRecord'>;

function CheckResult({ isSound, checks, changed, changedCount }: Checked) {
  return (
    <div className="cf-result" role={isSound ? 'status' : 'alert'}>
      <p className={isSound ? undefined : 'cs-wrong'}>
        {isSound ? 'The record is sound.' : 'The record is not sound. Keep a copy, and tell your administrator.'}
      </p>
      {checks.map(({ state, sentence }) => (
        <p key={sentence} className={state === 'failed' ? 'cs-wrong' : undefined}>
          <b>{CHECK_WORDS[state]}:</b> <bdi>{sentence}</bdi>
        </p>
      ))}
      {changedCount > 0 && (
        <details>
          <summary>
            {formatPlural(changedCount, 'value')} {changedCount === 1 ? 'differs' : 'differ'} from the record
          </summary>
          {changed.map((place) => (
            <p key={place} className="tm-mono tm-sm">
              {place}
            </p>
          ))}
          {changedCount > changed.length && (
            <p className="tm-t3">The first {formatCount(changed.length)} are listed.</p>
          )}
        </details>
      )}
    </div>
  );
}

function RecordFacts({ record }: { readonly record: CaseRecordRow }) {
  const { why, root, size, leaves, files, madeAt, madeBy, reopened } = record;
  return (
    <div className="cf-record">
      <span>
        <b>{reopened ? 'Reopened' : 'In force'}</b> <bdi>{why}</bdi>
      </span>
      <span className="tm-t3">
        Signed {formatDay(madeAt)} by <bdi>{madeBy}</bdi>: {formatPlural(leaves, 'value')}, {formatBytes(size)}
        {files.length > 0 && `, ${formatPlural(files.length, 'file')} of evidence`}
      </span>
      <span>
        <span className="tm-t3">Root</span> <Hash kind="root" value={root} />
      </span>
      {reopened && (
        <span className="cs-late">
          Reopened {formatDay(reopened.at)} by <bdi>{reopened.by}</bdi>: <bdi>{reopened.why}</bdi>
        </span>
      )}
    </div>
  );
}

export interface RecordLineProps {
  readonly caseId: string;
  readonly record: CaseRecordRow;
  readonly mayExport: boolean;
}

/** A signed record: what it is of, whether the case is still that, and its file. */
export function RecordLine({ caseId, record, mayExport }: RecordLineProps) {
  const { id, number } = record;
  const check = useMutation({
    mutationFn: () => api.call('checkCaseRecord', { params: { case: caseId, record: id } }),
  });
  return (
    <li>
      <span className="tm-m">{number}</span>
      <RecordFacts record={record} />
      <span className="tm-row tm-wrap">
        <button type="button" className="tm-linkbtn tm-sm" disabled={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? 'Checking' : 'Check now'}
          <span className="tm-sr"> {number}</span>
        </button>
        {mayExport && (
          <a className="tm-sm" href={`${ROUTES_BASE}/cases/${caseId}/records/${id}/file`} download>
            Download<span className="tm-sr"> {number}</span>
          </a>
        )}
      </span>
      {(check.data || check.error) && (
        <div className="cs-wide">
          {check.error && <ErrorPanel error={check.error} what="The check" />}
          {check.data && <CheckResult {...check.data} />}
        </div>
      )}
    </li>
  );
}
