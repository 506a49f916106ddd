import '../../parts/scams/scam.css';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ScamStatus } from '@trailmark/api/contract/scam-report';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { formatTime } from '../../format/time.ts';
import { DraftTable } from '../../parts/scams/draft-table.tsx';
import { STEP_WORDS } from '../../parts/scams/scam-words.ts';

interface Opened {
  readonly reference: string;
  readonly secret: string;
}

function Steps({ status }: { readonly status: ScamStatus }) {
  return (
    <section>
      <h2 className="tm-h">Status</h2>
      <ul className="sc-list">
        {status.steps.map(({ at, kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added
          <li key={i}>
            <span>{formatTime(at)}</span>
            <span>
              {STEP_WORDS[kind] ?? kind} <bdi>{text}</bdi>
            </span>
          </li>
        ))}
        {status.position !== null && (
          <li className="sc-now">
            <span>Now</span>
            <span>
              <b>Waiting for a reviewer.</b> Position {status.position}. You need to do nothing.
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface AnswersProps {
  readonly status: ScamStatus;
  readonly opened: Opened;
  readonly onStatus: (status: ScamStatus) => void;
}

/** What the reporter can do: appeal against a decision, and withdraw consent. */
function Answers({ status, opened, onStatus }: AnswersProps) {
  const [text, setText] = useState('');
  const [isSure, setSure] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (act: 'appeal' | 'withdraw') => api.call('answerScamStatus', { body: { ...opened, act, text } }),
    onSuccess: onStatus,
  });
  return (
    <section className="tm-stack">
      {status.mayAppeal && (
        <>
          <FormArea
            label="Why the decision is wrong"
            name="appeal"
            rows={4}
            value={text}
            onText={setText}
            maxLength={2_000}
          />
          <p>
            <button type="button" className="tm-btn" disabled={isPending} onClick={() => mutate('appeal')}>
              Appeal
            </button>
          </p>
        </>
      )}
      {status.hasVictim && (
        <p>
          <button
            type="button"
            className="tm-linkbtn"
            disabled={isPending}
            onClick={() => (isSure ? mutate('withdraw') : setSure(true))}
          >
            {isSure ? 'Erase my personal details' : 'Withdraw consent'}
          </button>{' '}
          <span className="tm-t2 tm-sm">
            Erases your name, contact, story, appeals and names of files from this report. It cannot be undone. Payments
            and the other side stay, and so does what an officer put into the file of a case before.
          </span>
        </p>
      )}
      {error && <ErrorPanel error={error} what="Your answer" />}
    </section>
  );
}

/** What became of a report, for who has its reference and its code. Both are in the link behind the hash. */
export function StatusScreen() {
  const { hash } = useLocation();
  const [fromLink, codeOfLink] = hash.replace(/^#/, '').split('.');
  const [reference, setReference] = useState(fromLink ?? '');
  const [secret, setSecret] = useState(codeOfLink ?? '');
  const [changed, setChanged] = useState<ScamStatus>();
  useDocumentTitle('Status of a report');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Opened) => api.call('getScamStatus', { body }),
    onSuccess: () => setChanged(undefined),
  });
  useEffect(() => {
    if (fromLink && codeOfLink) mutate({ reference: fromLink, secret: codeOfLink });
  }, [fromLink, codeOfLink, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ reference, secret });
  };
  const status = changed ?? data;
  return (
    <div className="sc-public">
      <h1 className="tm-title">Status of a report</h1>
      {!status && (
        <form className="sc-fields" onSubmit={submit}>
          <FormField label="Reference" name="reference" value={reference} onText={setReference} autoComplete="off" />
          <FormField label="Code" name="secret" value={secret} onText={setSecret} autoComplete="off" />
          <p className="wide">
            <button type="submit" className="tm-btn pri" disabled={isPending}>
              Open the status
            </button>
          </p>
        </form>
      )}
      {error && <ErrorPanel error={error} what="The status" />}
      {status && (
        <>
          <p className="sc-code">{status.reference}</p>
          <p className="tm-t2">
            To <bdi>{status.agency}</bdi>, received {formatTime(status.receivedAt)} UTC. Receipt SHA-256{' '}
            <span className="tm-mono tm-xs">{status.receiptHash}</span>
          </p>
          <Steps status={status} />
          <DraftTable drafts={status.drafts} />
          <Answers status={status} opened={{ reference, secret }} onStatus={setChanged} />
        </>
      )}
    </div>
  );
}
