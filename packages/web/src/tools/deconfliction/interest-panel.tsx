import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Interest, InterestConflict } from '@trailmark/api/contract/interest';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatTime } from '../../format/time.ts';
import { BetweenServers } from './between-servers.tsx';
import { DECONFLICTION_KEY, interestQuery } from './queries.ts';
import { GRADE_WORDS, OUTCOME_OPTIONS, PARTNER_STEPS, STEPS } from './words.ts';

function Ladder({ conflict }: { readonly conflict: InterestConflict }) {
  const { ownStep, otherStep, partner } = conflict;
  const steps = partner === null ? STEPS : PARTNER_STEPS;
  const shown = Math.min(ownStep, otherStep);
  const wordOf = (step: number): string => {
    if (step <= shown) return 'Both agreed';
    if (step <= ownStep) return 'You agreed. Waiting for them.';
    return step <= otherStep ? 'They agreed. Waiting for you.' : 'Not offered';
  };
  return (
    <ol className="dc-ladder">
      {steps.map((name, i) => (
        <li key={name} className={i + 1 <= shown ? 'is-shown' : undefined}>
          <b>
            {i + 1} {name}
          </b>
          {i === 0 ? 'Both notified' : wordOf(i + 1)}
        </li>
      ))}
    </ol>
  );
}

interface Act {
  readonly act: 'message' | 'agree' | 'outcome';
  readonly text?: string;
  readonly step?: number;
  readonly outcome?: string;
}

function toBody({ act, text = '', step = 2, outcome }: Act) {
  return { act, text, step, outcome: (outcome ?? null) as InterestConflict['ownOutcome'] };
}

function Thread({ interest, conflict }: { readonly interest: Interest; readonly conflict: InterestConflict }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<string>(conflict.ownOutcome ?? 'coordinate');
  const { mutate, error, isPending } = useMutation({
    mutationFn: (act: Act) =>
      api.call('answerConflict', { params: { interest: interest.id, conflict: conflict.id }, body: toBody(act) }),
    onSuccess: () => client.invalidateQueries({ queryKey: DECONFLICTION_KEY }),
  });
  const names = { you: 'You', other: conflict.other.agency ?? 'Other side', server: 'Server' };
  const next = conflict.ownStep + 1;
  const steps = conflict.partner === null ? STEPS : PARTNER_STEPS;
  return (
    <>
      <ul className="dc-thread" aria-label="Thread">
        {conflict.messages.map(({ from, text: said, at, isWaiting }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added
          <li key={i}>
            <span>
              <b>{names[from]}</b>
              <span className="tm-t2 tm-sm"> {formatTime(at)}</span>
              {isWaiting && <span className="tm-t2 tm-sm"> Not sent yet</span>}
            </span>
            <QuotedText text={said} />
          </li>
        ))}
      </ul>
      <FormArea
        label={`Message to ${conflict.other.agency ?? 'the other side'}`}
        name="message"
        rows={2}
        value={text}
        onText={setText}
        maxLength={4_000}
      />
      <p className="tm-row tm-wrap">
        <button
          type="button"
          className="tm-btn"
          disabled={isPending || text.trim() === ''}
          onClick={() => mutate({ act: 'message', text }, { onSuccess: () => setText('') })}
        >
          Send
        </button>
        {next <= steps.length && (
          <button
            type="button"
            className="tm-btn"
            disabled={isPending}
            onClick={() => mutate({ act: 'agree', step: next })}
          >
            Show them: {steps[next - 1]?.toLowerCase()}
          </button>
        )}
      </p>
      <div className="dc-ask">
        <FormSelect label="Outcome" name="outcome" options={OUTCOME_OPTIONS} value={outcome} onText={setOutcome} />
        <button
          type="button"
          className="tm-btn"
          disabled={isPending}
          onClick={() => mutate({ act: 'outcome', outcome })}
        >
          Record outcome
        </button>
        <span className="tm-sm tm-t2">
          {conflict.ownOutcome && `You: ${conflict.ownOutcome}. `}
          {conflict.otherOutcome && `They: ${conflict.otherOutcome}.`}
        </span>
      </div>
      {error && <ErrorPanel error={error} what="Your answer" />}
    </>
  );
}

function Conflict({ interest, conflict }: { readonly interest: Interest; readonly conflict: InterestConflict }) {
  const { grade, count, at, isSilent, other } = conflict;
  return (
    <section className="tm-stack">
      <h3 className="tm-h">
        {isSilent ? 'Only you are notified' : 'Contact with the owner of the match'} <small>{formatTime(at)}</small>
      </h3>
      <p>
        <EvidenceMark kind={grade === 'exact' ? 'fact' : 'inference'} withWord /> {count} {GRADE_WORDS[grade]}
        {other.agency && (
          <>
            {' '}
            with <b>{other.agency}</b>
            {other.contact && (
              <>
                , <bdi>{other.contact}</bdi>
              </>
            )}
          </>
        )}
        {other.officer && (
          <>
            , <bdi>{other.officer}</bdi>, case {other.caseNumber}
          </>
        )}
        . Neither side sees what the other filed.
      </p>
      {!isSilent && (
        <>
          <Ladder conflict={conflict} />
          <Thread interest={interest} conflict={conflict} />
        </>
      )}
    </section>
  );
}

function Keeping({ interest }: { readonly interest: Interest }) {
  const client = useQueryClient();
  const [reviewOn, setReviewOn] = useState(interest.reviewOn);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (act: 'close' | 'review') =>
      api.call('changeInterest', {
        params: { interest: interest.id },
        body: { act, reviewOn: act === 'review' ? reviewOn : null },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: DECONFLICTION_KEY }),
  });
  if (interest.state === 'closed') return <p className="tm-t2">Closed: it matches nothing.</p>;
  return (
    <div className="dc-ask">
      <FormField label="Next review" name="reviewOn" type="date" value={reviewOn} onText={setReviewOn} />
      <button type="button" className="tm-btn" disabled={isPending} onClick={() => mutate('review')}>
        Reviewed, keep until then
      </button>
      <button type="button" className="tm-btn" disabled={isPending} onClick={() => mutate('close')}>
        Close the interest
      </button>
      {error && <ErrorPanel error={error} what="The interest" />}
    </div>
  );
}

/** One interest: what was filed, who else did, and what was released to whom. */
export function InterestPanel({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(interestQuery(id));
  if (error) return <ErrorPanel error={error} what="This interest" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="the interest">
        <RowBars rows={4} columns={['240px']} />
      </Skeleton>
    );
  }
  return (
    <div className="dc-main">
      <section className="tm-stack">
        <h2 className="tm-h">
          {data.number} <small>filed by {data.officer}</small>
        </h2>
        <p className="tm-mono tm-sm">{data.identifiers.join('\n')}</p>
        <p className="tm-sm">
          {data.predicate}. {data.legalBasis}. <bdi>{data.suspicion}</bdi> Confidence {data.confidence}, review due{' '}
          {data.reviewOn}.
        </p>
        <Keeping interest={data} />
      </section>
      {data.conflictList.map((conflict) => (
        <Conflict key={conflict.id} interest={data} conflict={conflict} />
      ))}
      <BetweenServers interest={data} />
      <section>
        <h3 className="tm-h">What was released, to whom and why</h3>
        {data.releases.length === 0 && <p className="tm-hint">Nothing of this interest was released.</p>}
        <ul>
          {data.releases.map(({ at, toWhom, what, why }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: releases are only ever added
            <li key={i}>
              {formatTime(at)} {toWhom}: {what}. {why}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
