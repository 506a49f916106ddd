import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JobResult, JobView } from '@trailmark/api/contract/job';
import { CHAIN_IDS } from '@trailmark/core/chain';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Time } from '../../components/time.tsx';
import { formatPlural } from '../../format/number.ts';
import { JOBS_KEY } from '../../jobs.ts';
import { addressSearchUrl } from '../../url.ts';
import { describeStatus, isEnded } from './job-words.ts';

const toSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** A batch, or `eth:0xd8dA…` as a link to its history. */
function ResultLink({ kind, id }: Pick<JobResult['items'][number], 'kind' | 'id'>) {
  if (kind === 'screening-batch') return <AppLink href={`/address-threat?batch=${id}`}>Open the batch</AppLink>;
  const colon = id.indexOf(':');
  const chain = CHAIN_IDS.find((known) => known === id.slice(0, colon));
  const address = id.slice(colon + 1);
  if (chain === undefined) return <span className="tm-mono">{id}</span>;
  return (
    <AppLink className="tm-mono" href={addressSearchUrl({ chain, address })}>
      {address}
    </AppLink>
  );
}

function Result({ result }: { readonly result: JobResult }) {
  if (result.items.length === 0) return <p>{result.sentence}</p>;
  return (
    <details>
      <summary>{result.sentence}</summary>
      <ul className="jb-result">
        {result.items.map(({ kind, id, note }) => (
          <li key={id}>
            <ResultLink kind={kind} id={id} /> <span className="tm-t2">{note}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Bar({ job: { title, done, total, sentence } }: { readonly job: JobView }) {
  return (
    <div className="tm-progress">
      <span className="tm-t2">{sentence === '' ? 'Starting' : sentence}</span>
      <progress
        {...(done === null || total === null ? {} : { value: done, max: total })}
        aria-label={`Progress: ${title}`}
      />
    </div>
  );
}

function Times({ job: { createdAt, endedAt, attempt } }: { readonly job: JobView }) {
  return (
    <span className="tm-t3 tm-sm">
      Queued <Time seconds={toSeconds(createdAt)} />
      {endedAt !== null && (
        <>
          , ended <Time seconds={toSeconds(endedAt)} />
        </>
      )}
      {attempt > 1 && `, started ${formatPlural(attempt, 'time')}`}
    </span>
  );
}

/** One job: what it is about, where it is, and what can be done about it. */
export function JobItem({ job, showsPerson }: { readonly job: JobView; readonly showsPerson: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (name: 'cancelJob' | 'retryJob') => api.call(name, { params: { id: job.id }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: JOBS_KEY }),
  });
  const canRetry = job.status === 'failed' || job.status === 'cancelled';
  return (
    <li className={`jb-item ${job.status}`}>
      <div className="tm-row tm-between jb-head">
        <div className="jb-name">
          <b>{job.title}</b>
          <span className={job.status === 'failed' ? 'jb-status failed' : 'jb-status'}>{describeStatus(job)}</span>
          {showsPerson && !job.isOwn && (
            <span className="tm-t2">
              <bdi>{job.person ?? 'another account'}</bdi>
            </span>
          )}
        </div>
        {!isEnded(job) && (
          <button
            type="button"
            className="tm-btn sm"
            disabled={change.isPending || job.isStopping}
            onClick={() => change.mutate('cancelJob')}
          >
            Cancel<span className="tm-sr"> {job.title}</span>
          </button>
        )}
        {canRetry && (
          <button
            type="button"
            className="tm-btn sm"
            disabled={change.isPending}
            onClick={() => change.mutate('retryJob')}
          >
            Start again<span className="tm-sr"> {job.title}</span>
          </button>
        )}
      </div>
      {job.status === 'running' && <Bar job={job} />}
      {job.failure !== null && <p className={job.status === 'failed' ? 'jb-failure' : 'tm-t2'}>{job.failure}</p>}
      {(canRetry || job.status === 'waiting') && job.sentence !== '' && <p className="tm-t2">{job.sentence}</p>}
      {job.result && <Result result={job.result} />}
      <Times job={job} />
      {change.error && <ErrorPanel error={change.error} what="The change of this job" />}
    </li>
  );
}
