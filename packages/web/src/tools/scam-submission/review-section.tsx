import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ScamReport } from '@trailmark/api/contract/scam-report';
import { CATEGORIES, isCategoryId } from '@trailmark/core/category';
import { CONFIDENCE_LEVELS, type ConfidenceId } from '@trailmark/core/confidence';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { Hash } from '../../components/hash.tsx';
import { CONFIDENCE_OPTIONS } from '../../parts/scams/scam-words.ts';
import { SCAMS_KEY } from '../../scams.ts';

interface Review {
  readonly act: 'verify' | 'reject' | 'merge' | 'reopen';
  readonly label?: {
    text: string;
    confidence: ConfidenceId;
    source: string;
    addresses: { chain: ScamReport['proposal']['addresses'][number]['chain']; address: string }[];
  } | null;
  readonly why?: string;
  readonly into?: string;
}

function useReview(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act, label = null, why = '', into = '' }: Review) =>
      api.call('reviewScamReport', { params: { report: id }, body: { act, label, why, into } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SCAMS_KEY }),
  });
}

function MadeLabels({ report }: { readonly report: ScamReport }) {
  if (report.labels.length === 0) return <p className="tm-hint">No label was made of it.</p>;
  return (
    <ul>
      {report.labels.map(({ id, text, address, confidence, state, madeBy }) => (
        <li key={id}>
          <EvidenceMark kind="claim" /> <q>{text}</q> <Hash value={address} kind="address" /> {confidence.level} of 100,{' '}
          {state === 'waiting' ? 'waits for a second reviewer' : state}, by <bdi>{madeBy}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Decided({ report }: { readonly report: ScamReport }) {
  const [why, setWhy] = useState('');
  const { mutate, error, isPending } = useReview(report.id);
  return (
    <section>
      <h3 className="tm-h">Labels</h3>
      <MadeLabels report={report} />
      {!report.isOwn && (
        <>
          <FormField
            label="Why it is opened again"
            name="why"
            value={why}
            onText={setWhy}
            maxLength={500}
            autoComplete="off"
          />
          <p>
            <button
              type="button"
              className="tm-btn"
              disabled={why.trim().length < 3 || isPending}
              onClick={() => mutate({ act: 'reopen', why })}
            >
              Open again
            </button>
          </p>
        </>
      )}
      {error && <ErrorPanel error={error} what="The review" />}
    </section>
  );
}

const KEYS: Readonly<Record<string, 'verify' | 'merge' | 'reject'>> = { v: 'verify', m: 'merge', r: 'reject' };

/** `v`, `m` and `r` lead to the three decisions, without deciding: what a key does cannot be taken back by a key. */
function useReviewKeys(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const act = KEYS[key];
      if (act && !isTyping && !ctrlKey && !metaKey && !altKey) {
        box.current?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [box]);
}

interface LabelledProps {
  readonly addresses: ScamReport['proposal']['addresses'];
  /** Those that get no label. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

function LabelledAddresses({ addresses, left, onLeft }: LabelledProps) {
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft(next);
  };
  return (
    <ul>
      {addresses.map(({ chain, address, caution, isPayer }) => (
        <li key={`${chain} ${address}`}>
          <label className="tm-row">
            <input
              type="checkbox"
              checked={!left.has(`${chain} ${address}`)}
              aria-label={`Label ${address}`}
              onChange={() => toggle(`${chain} ${address}`)}
            />
            <Hash value={address} kind="address" />
          </label>
          {isPayer && (
            <p className="sc-warn tm-sm">
              It paid a reported payment, so that it may be the victim’s own. It gets no label unless you choose it.
            </p>
          )}
          {caution && <p className="sc-warn tm-sm">{caution} A second reviewer confirms it.</p>}
        </li>
      ))}
    </ul>
  );
}

interface DecisionsProps {
  readonly isPending: boolean;
  readonly verb: string;
  readonly onVerify: () => void;
  readonly onReview: (review: Review) => void;
}

function Decisions({ isPending, verb, onVerify, onReview }: DecisionsProps) {
  const [more, setMore] = useState('');
  const given = more.trim();
  return (
    <>
      <p>
        <button type="button" className="tm-btn pri" data-act="verify" disabled={isPending} onClick={onVerify}>
          {verb}
        </button>
      </p>
      <FormField
        label="Reason, or reference to merge into"
        name="more"
        value={more}
        onText={setMore}
        maxLength={500}
        autoComplete="off"
      />
      <p className="tm-row">
        <button
          type="button"
          className="tm-btn"
          data-act="merge"
          disabled={isPending || given === ''}
          onClick={() => onReview({ act: 'merge', into: given })}
        >
          Merge
        </button>
        <button
          type="button"
          className="tm-btn"
          data-act="reject"
          disabled={isPending || given.length < 3}
          onClick={() => onReview({ act: 'reject', why: given })}
        >
          Reject
        </button>
      </p>
      <p className="tm-xs tm-t2">Keys: v verify, m merge, r reject, j and k next and previous.</p>
    </>
  );
}

function Open({ report }: { readonly report: ScamReport }) {
  const { proposal, reference } = report;
  const [text, setText] = useState(proposal.text);
  const [confidence, setConfidence] = useState<ConfidenceId>(proposal.confidence);
  const [source, setSource] = useState(`Report ${reference}, reviewed`);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () =>
      new Set(proposal.addresses.flatMap(({ chain, address, isPayer }) => (isPayer ? [`${chain} ${address}`] : []))),
  );
  const box = useRef<HTMLElement>(null);
  const { mutate, error, isPending } = useReview(report.id);
  useReviewKeys(box);
  const chosen = proposal.addresses.filter(({ chain, address }) => !left.has(`${chain} ${address}`));
  const verify = () => {
    const addresses = chosen.map(({ chain, address }) => ({ chain, address }));
    mutate({ act: 'verify', label: addresses.length > 0 ? { text, confidence, source, addresses } : null });
  };
  const category = isCategoryId(proposal.category) ? CATEGORIES[proposal.category].name : proposal.category;
  return (
    <section ref={box}>
      <h3 className="tm-h">Label if verified</h3>
      {proposal.addresses.length === 0 && (
        <p className="tm-hint">The report names no address, so no label would be made.</p>
      )}
      <LabelledAddresses addresses={proposal.addresses} left={left} onLeft={setLeft} />
      {chosen.length > 0 && (
        <>
          <FormField label="Label" name="label" value={text} onText={setText} maxLength={200} autoComplete="off" />
          <FormSelect
            label="Confidence"
            name="confidence"
            options={CONFIDENCE_OPTIONS}
            value={confidence}
            onText={(id) => setConfidence(id as ConfidenceId)}
          />
          <FormField
            label="Source"
            name="source"
            value={source}
            onText={setSource}
            maxLength={500}
            autoComplete="off"
          />
          <p className="tm-sm tm-t2">
            Category {category}, confidence {CONFIDENCE_LEVELS[confidence]} of 100. On the address, not on its cluster.
            No score changes until a rule uses it.
          </p>
        </>
      )}
      {report.isOwn ? (
        <p className="tm-hint">You sent this report. Somebody else of your agency decides about it.</p>
      ) : (
        <Decisions
          isPending={isPending}
          verb={chosen.length > 0 ? 'Verify and make label' : 'Verify'}
          onVerify={verify}
          onReview={mutate}
        />
      )}
      {error && <ErrorPanel error={error} what="The review" />}
    </section>
  );
}

/** What a reviewer decides. Nothing becomes a label automatically. */
export function ReviewSection({ report }: { readonly report: ScamReport }) {
  const isOpen = report.state === 'new' || report.state === 'appeal';
  return isOpen ? <Open report={report} /> : <Decided report={report} />;
}
