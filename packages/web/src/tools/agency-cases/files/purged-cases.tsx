import { useMutation, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../../api.ts';
import { caseTombstonesQuery } from '../../../cases.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { formatTime } from '../../../format/time.ts';
import { saveBlob } from './save-file.ts';
import './case-files.css';

type Tombstone = Answer<'listCaseTombstones'>['items'][number];

const dayOf = (seconds: number) => formatTime(seconds).slice(0, 10);

function Verdict({ verified }: { readonly verified: Answer<'verifyCaseTombstone'> }) {
  const { isProven, sentence, proof, tombstone } = verified;
  const save = () =>
    saveBlob(new Blob([`${JSON.stringify({ tombstone, proof }, null, 2)}\n`]), `tombstone-${tombstone.id}.json`);
  return (
    <p role={isProven ? 'status' : 'alert'} className={isProven ? 'tm-t2' : 'cs-late'}>
      {sentence} Line {proof.leaf + 1} of {proof.checkpoint.size}.{' '}
      <button type="button" className="tm-linkbtn" onClick={save}>
        Save the proof
      </button>
    </p>
  );
}

function Stone({ stone }: { readonly stone: Tombstone }) {
  const verify = useMutation({
    mutationFn: () => api.call('verifyCaseTombstone', { params: { tombstone: stone.id } }),
  });
  return (
    <li className="cf-stone" aria-label={`Tombstone ${stone.id}`}>
      <p>
        <b>A case was purged on {dayOf(stone.purgedAt)}</b> by {stone.purgedBy}, at the request of {stone.askedBy} of{' '}
        {dayOf(stone.askedAt)}: “<bdi>{stone.reason}</bdi>”. It had {stone.size}.
      </p>
      <p className="tm-t3 tm-sm">
        Tombstone <span className="tm-mono">{stone.id}</span>. SHA-256 of what it contained{' '}
        <span className="tm-mono">{stone.root}</span> <CopyButton value={stone.root} what="SHA-256" size="sm" />
      </p>
      {verify.error && <ErrorPanel error={verify.error} what="The tombstone" />}
      {verify.data && <Verdict verified={verify.data} />}
      <button type="button" className="tm-linkbtn tm-sm" disabled={verify.isPending} onClick={() => verify.mutate()}>
        {verify.isPending ? 'Verifying…' : 'Verify the tombstone'}
      </button>
    </li>
  );
}

function Stones() {
  const { data, error, refetch } = useQuery(caseTombstonesQuery());
  if (error && !data)
    return <ErrorPanel error={error} what="The list of purged cases" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="purged cases">
        <RowBars rows={3} columns={['80%']} />
      </Skeleton>
    );
  }
  if (data.items.length === 0) return <Empty>No case that you were a member of has been purged.</Empty>;
  return (
    <ul className="cf-stones">
      {data.items.map((stone) => (
        <Stone key={stone.id} stone={stone} />
      ))}
    </ul>
  );
}

/** What remains of cases that were purged: their tombstones, each verified against the audit log on request. */
export function PurgedCases({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Purged cases" width={620}>
      {isOpen && <Stones />}
    </Dialog>
  );
}
