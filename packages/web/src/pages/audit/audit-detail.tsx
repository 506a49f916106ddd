import { useQuery } from '@tanstack/react-query';
import type { AuditEventAnswer, AuditProof } from '@trailmark/api/contract/audit';
import { AppLink } from '../../components/app-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, Skeleton } from '../../components/skeleton.tsx';
import { formatCount } from '../../format/number.ts';
import { describeActor } from './audit-columns.tsx';
import { checkInclusion } from './check-inclusion.ts';
import { auditProofQuery } from './queries.ts';
import { auditUrl } from './search.ts';

function Verdict({ proof, body }: { readonly proof: AuditProof; readonly body: string }) {
  const { data: check } = useQuery({
    queryKey: ['audit', 'check', proof.hash, proof.checkpoint.note, body],
    queryFn: () => checkInclusion(proof, body),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!check) return <span role="status">Hashing</span>;
  return (
    <span role="status">
      <b className={check.isProven ? 'tm-m' : 'tm-m au-bad'}>{check.isProven ? 'Proven.' : 'Not proven.'}</b>{' '}
      {check.sentence}
    </span>
  );
}

function Proof({ event }: { readonly event: AuditEventAnswer }) {
  const { data, error, refetch } = useQuery(auditProofQuery(event.id));
  if (error) return <ErrorPanel error={error} what="The proof of this event" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the proof of this event">
        <Bar width="70%" />
        <Bar width="50%" />
      </Skeleton>
    );
  }
  return (
    <dl className="tm-facts">
      <dt>Inclusion</dt>
      <dd>
        <Verdict proof={data} body={event.body} />
      </dd>
      <dt>Leaf</dt>
      <dd>
        {formatCount(data.leaf)} <span className="tm-mono tm-sm">{data.hash}</span>{' '}
        <CopyButton value={data.hash} what="leaf hash" size="sm" />
      </dd>
      <dt>Checkpoint</dt>
      <dd>
        <pre className="au-text">{data.checkpoint.note}</pre>
        <CopyButton value={data.checkpoint.note} what="checkpoint" size="sm" />
      </dd>
    </dl>
  );
}

/** One event below its row: its canonical text, and for auditors its place in the tree with the proof that this browser checks. */
export function AuditDetail({ event, hasProof }: { readonly event: AuditEventAnswer; readonly hasProof: boolean }) {
  return (
    <div className="au-detail">
      <dl className="tm-facts">
        <dt>Event</dt>
        <dd>
          <pre className="au-text">{event.body}</pre>
          <CopyButton value={event.body} what="canonical JSON" size="sm" />
        </dd>
        <dt>Who</dt>
        <dd>
          {[describeActor(event), event.actor.email, event.agency?.name].filter(Boolean).join(', ')}
          {event.actor.account !== null && (
            <>
              {' '}
              <AppLink className="tm-sm" href={auditUrl({ account: event.actor.account })}>
                all of this account
              </AppLink>
            </>
          )}
        </dd>
        <dt>Browser</dt>
        <dd>{event.source?.agent || 'none stated'}</dd>
        <dt>Session</dt>
        <dd className="tm-mono">{event.session ?? 'none'}</dd>
      </dl>
      {hasProof && <Proof event={event} />}
    </div>
  );
}
