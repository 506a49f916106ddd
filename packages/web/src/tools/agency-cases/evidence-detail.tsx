import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseEvidence } from '@trailmark/api/contract/case-evidence';
import { ROUTES_BASE } from '@trailmark/api/route';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseKey } from '../../cases.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { formatTime } from '../../format/time.ts';
import { AskDialog, type Asked } from './ask-dialog.tsx';
import { Comments } from './comments.tsx';
import { CustodyLedger } from './custody-ledger.tsx';
import { saveUrl } from './files/save-file.ts';
import { RecordActDialog } from './record-act-dialog.tsx';

/** A hash in eights, as people compare it; a copy of it is whole. */
function Eights({ hash }: { readonly hash: string }) {
  return (
    <span className="tm-mono cs-eights">
      {hash.match(/.{8}/g)?.map((eight, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
        <span key={at}>{eight}</span>
      ))}
      <CopyButton value={hash} what="SHA-256" size="sm" />
    </span>
  );
}

function Acquired({ item }: { readonly item: CaseEvidence }) {
  const { acquiredAt, acquiredBy, acquiredWhere, source } = item;
  const parts = [acquiredAt === null ? '' : `${formatTime(acquiredAt)} UTC`, acquiredBy, acquiredWhere, source].filter(
    Boolean,
  );
  return parts.length === 0 ? <span className="tm-none">not stated</span> : <bdi>{parts.join(', ')}</bdi>;
}

function Facts({ item }: { readonly item: CaseEvidence }) {
  const { arrivalHash, clientHash, finding, withdrawn, sameAs, description } = item;
  return (
    <dl className="tm-facts">
      <dt>SHA-256</dt>
      <dd>{arrivalHash ? <Eights hash={arrivalHash} /> : <span className="tm-none">not known</span>}</dd>
      {clientHash !== null && clientHash !== arrivalHash && (
        <>
          <dt>Of the sender</dt>
          <dd>
            <Eights hash={clientHash} />
          </dd>
        </>
      )}
      {description && (
        <>
          <dt>Description</dt>
          <dd>
            <bdi>{description}</bdi>
          </dd>
        </>
      )}
      <dt>Acquired</dt>
      <dd>
        <Acquired item={item} />
      </dd>
      {sameAs.length > 0 && (
        <>
          <dt>Same content</dt>
          <dd>{sameAs.join(', ')}</dd>
        </>
      )}
      {finding && (
        <>
          <dt>Finding</dt>
          <dd className="cs-wrong">{finding}</dd>
        </>
      )}
      {withdrawn && (
        <>
          <dt>Withdrawn</dt>
          <dd>
            {formatTime(withdrawn.at)} UTC by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}

export interface EvidenceDetailProps {
  readonly caseId: string;
  readonly item: CaseEvidence;
  readonly rights: Answer<'getCase'>['rights'];
}

/** A stored file: its hash, how it was acquired, and its ledger of custody with what can be done. */
export function EvidenceDetail({ caseId, item, rights }: EvidenceDetailProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | undefined>();
  const [isRecording, setRecording] = useState(false);
  const [read, setRead] = useState(0);
  const params = { case: caseId, item: item.id };
  const url = `${ROUTES_BASE}/cases/${caseId}/evidence/${item.id}`;
  const settle = () => client.invalidateQueries({ queryKey: caseKey(caseId) });
  const verify = useMutation({
    mutationFn: async () => {
      for (;;) {
        const answer = await api.call('verifyCaseEvidence', { params, body: {} });
        if (answer.isDone) return answer.item;
        setRead(answer.done);
      }
    },
    onSettled: settle,
  });
  const askExport: Asked = {
    title: `Export ${item.number}`,
    text: 'The download is an entry in the ledger of custody, with your name and this reason.',
    button: `Export ${item.number}`,
    label: 'Why',
    second: 'Legal authority',
    run: async (why, second) => {
      const { ticket } = await api.call('exportCaseEvidence', { params, body: { why, authority: second || null } });
      saveUrl(`${url}/file?ticket=${encodeURIComponent(ticket)}`);
      await settle();
    },
  };
  const askWithdrawal: Asked = {
    title: `Withdraw ${item.number}`,
    text: 'The file stays stored with its ledger, and is marked as withdrawn.',
    button: `Withdraw ${item.number}`,
    label: 'Why',
    isDanger: true,
    run: async (why) => {
      await api.call('withdrawCaseEvidence', { params, body: { why } });
      await settle();
    },
  };
  const isStored = item.arrivalHash !== null;
  const mayExport = rights.includes('export');
  return (
    <section className="cs-detail cs-evidence" aria-label={`Custody of ${item.number}`}>
      <div className="tm-row tm-wrap">
        <p className="cs-grow">
          <b>Custody of {item.number}</b>{' '}
          <span className="tm-t3">
            {formatPlural(item.custodyCount, 'entry', 'entries')}, each with the hash of the one before
          </span>
        </p>
        {isStored && (
          <button type="button" className="tm-btn sm" disabled={verify.isPending} onClick={() => verify.mutate()}>
            {verify.isPending ? (read > 0 ? `Reading, ${formatCount(read)} bytes` : 'Reading…') : 'Verify now'}
          </button>
        )}
        {isStored && rights.includes('write') && (
          <button type="button" className="tm-btn sm" onClick={() => setRecording(true)}>
            Record an act
          </button>
        )}
        {isStored && mayExport && item.finding === null && (
          <button type="button" className="tm-btn sm" onClick={() => setAsked(askExport)}>
            <IconDownload size={14} stroke={1.5} aria-hidden="true" /> Export file
          </button>
        )}
        {mayExport && (
          <a className="tm-btn sm" href={`${url}/custody/export`} download>
            <IconDownload size={14} stroke={1.5} aria-hidden="true" /> Export ledger
          </a>
        )}
        {rights.includes('write') && !item.withdrawn && (
          <button type="button" className="tm-btn sm" onClick={() => setAsked(askWithdrawal)}>
            Withdraw
          </button>
        )}
      </div>
      <Facts item={item} />
      {verify.error && <ErrorPanel error={verify.error} what="The verification" />}
      <CustodyLedger caseId={caseId} item={item.id} />
      <Comments caseId={caseId} rights={rights} subject={{ about: 'file', number: item.number }} />
      <RecordActDialog caseId={caseId} item={item.id} isOpen={isRecording} onClose={() => setRecording(false)} />
      <AskDialog asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
