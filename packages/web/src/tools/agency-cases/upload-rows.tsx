import { useQueryClient } from '@tanstack/react-query';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../api.ts';
import { caseKey } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatCount, formatDuration } from '../../format/number.ts';
import {
  dropUpload,
  type OwnUpload,
  pauseUpload,
  resumeUpload,
  sendFile,
  uploadStore,
} from './uploads/upload-store.ts';

const PHASES = {
  comparing: 'Comparing the part that has arrived',
  sending: '',
  checking: 'The server reads the stored file',
} as const;

function describeUpload(item: CaseEvidence, own: OwnUpload | undefined): string {
  const count = `${formatCount(own?.phase === 'sending' ? Math.max(own.done, item.arrived) : item.arrived)} of ${formatCount(item.size)} bytes`;
  if (!own) return `${count}, interrupted`;
  if (own.state === 'paused') return `${count}, paused`;
  if (own.state === 'failed') return `${count}, stopped`;
  const left =
    own.phase === 'sending' && own.rate ? `, about ${formatDuration((item.size - own.done) / own.rate)}` : '';
  return own.phase === 'sending' ? `${count}${left}` : PHASES[own.phase];
}

interface RowProps {
  readonly caseId: string;
  readonly item: CaseEvidence;
  readonly own: OwnUpload | undefined;
}

/** Continues an interrupted upload with the file, which the person chooses again. */
function Continue({ caseId, item, onError }: Omit<RowProps, 'own'> & { readonly onError: (error: unknown) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="tm-sr"
        tabIndex={-1}
        aria-label={`File of ${item.number}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          try {
            if (file) sendFile(caseId, item, file);
            onError(undefined);
          } catch (error) {
            onError(error);
          }
        }}
      />
      <button type="button" className="tm-btn sm" onClick={() => input.current?.click()}>
        Continue with the file
      </button>
    </>
  );
}

function UploadRow({ caseId, item, own }: RowProps) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const failure = error ?? (own?.state === 'failed' ? own.error : undefined);
  const cancel = async () => {
    dropUpload(item.id);
    try {
      const body = { why: 'The upload was cancelled.' };
      await api.call('withdrawCaseEvidence', { params: { case: caseId, item: item.id }, body });
    } catch (cause) {
      setError(cause);
    }
    await client.invalidateQueries({ queryKey: caseKey(caseId) });
  };
  return (
    <li className="cs-upload">
      <b className="tm-m">{item.number}</b>
      <bdi className="tm-mono cs-name" title={item.name}>
        {item.name}
      </bdi>
      <progress
        aria-label={`${item.number} sent`}
        value={own?.phase === 'sending' ? Math.max(own.done, item.arrived) : item.arrived}
        max={Math.max(item.size, 1)}
      />
      <span className="tm-sm" role="status">
        {describeUpload(item, own)}
      </span>
      <span className="tm-t3 tm-sm">
        <bdi>{item.addedBy}</bdi>
      </span>
      <span className="tm-row">
        {own?.state === 'running' && (
          <button type="button" className="tm-btn sm" onClick={() => pauseUpload(item.id)}>
            Pause
          </button>
        )}
        {own && own.state !== 'running' && (
          <button type="button" className="tm-btn sm" onClick={() => resumeUpload(item.id)}>
            Resume
          </button>
        )}
        {!own && <Continue caseId={caseId} item={item} onError={setError} />}
        <button type="button" className="tm-btn sm" onClick={() => void cancel()}>
          Cancel
        </button>
      </span>
      {failure !== undefined && <ErrorPanel error={failure} what={`The upload of ${item.number}`} />}
    </li>
  );
}

/** Uploads under way, on top of the list. Those of this page show how fast they are. */
export function UploadRows({
  caseId,
  items,
  mayWrite,
}: {
  readonly caseId: string;
  readonly items: readonly CaseEvidence[];
  readonly mayWrite: boolean;
}) {
  const client = useQueryClient();
  const uploads = useSyncExternalStore(uploadStore.subscribe, uploadStore.read);
  useEffect(() => {
    const stop = uploadStore.onEnd((ended) => void client.invalidateQueries({ queryKey: caseKey(ended) }));
    return () => {
      stop();
    };
  }, [client]);
  if (items.length === 0) return null;
  return (
    <ul className="cs-uploads" aria-label="Uploads">
      {items.map((item) =>
        mayWrite ? (
          <UploadRow key={item.id} caseId={caseId} item={item} own={uploads.find(({ id }) => id === item.id)} />
        ) : (
          <li key={item.id} className="cs-upload">
            <b className="tm-m">{item.number}</b> <bdi className="tm-mono cs-name">{item.name}</bdi>
            <span className="tm-sm">{describeUpload(item, undefined)}</span>
          </li>
        ),
      )}
    </ul>
  );
}
