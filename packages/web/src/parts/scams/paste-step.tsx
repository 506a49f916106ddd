import { useMutation } from '@tanstack/react-query';
import type { ScamReading } from '@trailmark/api/contract/scam-report';
import { chainName } from '@trailmark/chains/account-catalogue';
import { useId, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { mergeReading, type ReportDraft, suspectId, toFoundPayments, toFoundSuspects } from './report-draft.ts';

const MOST = 1_000_000;
const MOST_REFUSED = 20;

const NAMES: Readonly<Record<ScamReading['items'][number]['kind'], string>> = {
  address: 'Address',
  transaction: 'Transaction',
  domain: 'Website',
  email: 'Email',
  phone: 'Phone',
  handle: 'Account',
  amount: 'Amount',
  date: 'Date',
  time: 'Time',
};

interface FoundProps {
  readonly reading: ScamReading;
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** What the ledger states about the transactions of the text, with a choice where another amount was written. */
function FoundPayments({ reading, draft, onDraft }: FoundProps) {
  const setAmount = (id: string, amount: string) =>
    onDraft({ ...draft, payments: draft.payments.map((one) => (one.id === id ? { ...one, amount } : one)) });
  return (
    <>
      {toFoundPayments(reading).map(({ payment, otherAmounts }) => (
        <li key={payment.id}>
          <span>Transaction</span>
          <Hash value={payment.txid} kind="transaction" />
          <span>
            <EvidenceMark kind="fact" />
          </span>
          <span className="sc-say">
            On chain ({chainName(payment.chain)}), {payment.at} UTC.{' '}
            {payment.amount === ''
              ? 'It paid no address of the text. Say below which payment it was.'
              : `It paid ${payment.amount} ${payment.unit} to ${payment.address.slice(0, 12)}….`}
            {otherAmounts.length > 0 && (
              <span className="sc-warn">
                {' '}
                You wrote {otherAmounts.join(', ')}.{' '}
                {otherAmounts.slice(0, 3).map((amount) => (
                  <button
                    key={amount}
                    type="button"
                    className="tm-linkbtn"
                    onClick={() => setAmount(payment.id, amount)}
                  >
                    Keep {amount}
                  </button>
                ))}
              </span>
            )}
          </span>
        </li>
      ))}
    </>
  );
}

function FoundSuspects({ reading, draft, onDraft }: FoundProps) {
  const own = new Set(draft.suspects.map(suspectId));
  const reports = new Map(reading.items.map(({ kind, value, reports: count }) => [`${kind} ${value}`, count]));
  return (
    <>
      {toFoundSuspects(reading).map(({ needsDecision, ...suspect }) => {
        const isIn = own.has(suspectId(suspect));
        const earlier = reports.get(`${suspect.kind} ${suspect.value}`) ?? 0;
        const toggle = () => {
          const rest = draft.suspects.filter((one) => suspectId(one) !== suspectId(suspect));
          onDraft({ ...draft, suspects: isIn ? rest : [...rest, suspect] });
        };
        return (
          <li key={suspectId(suspect)}>
            <span>{NAMES[suspect.kind as 'address']}</span>
            {suspect.kind === 'address' ? (
              <Hash value={suspect.value} kind="address" />
            ) : (
              <QuotedText text={suspect.value} />
            )}
            <button type="button" className="tm-linkbtn" aria-pressed={isIn} onClick={toggle}>
              {isIn ? 'About the suspect' : 'Leave out'}
            </button>
            {(earlier > 0 || (needsDecision && !isIn)) && (
              <span className="sc-say">
                {earlier > 0 && `In ${formatPlural(earlier, 'earlier report')}. Yours will be linked to them. `}
                {needsDecision &&
                  !isIn &&
                  'It may be your own, so it is left out unless you say that it is the suspect’s.'}
              </span>
            )}
          </li>
        );
      })}
    </>
  );
}

function Doubts({ reading: { items, refused, hidden, truncated } }: { readonly reading: ScamReading }) {
  const doubted = items.filter(({ other }) => other !== null);
  return (
    <>
      {doubted.map(({ kind, quote, value, other }) => (
        <li key={`${kind} ${quote}`}>
          <span>{NAMES[kind]}</span>
          <QuotedText text={quote} />
          <span />
          <span className="sc-say sc-warn">
            Read as {value}; it can also mean {other}. Nothing was filled in from it.
          </span>
        </li>
      ))}
      {refused.slice(0, MOST_REFUSED).map(({ text, reason }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be refused twice
        <li key={i}>
          <span>Not taken</span>
          <QuotedText text={text} />
          <span />
          <span className="sc-say">{reason}</span>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <span>Hidden</span>
          <span>{formatPlural(hidden, 'invisible character')} taken out</span>
          <span />
          <span className="sc-say sc-warn">Text from a scammer can contain them to mislead.</span>
        </li>
      )}
      {truncated && (
        <li>
          <span>Cut</span>
          <span>More is in this text than is read at once. Paste it in parts.</span>
          <span />
        </li>
      )}
    </>
  );
}

export interface PasteStepProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** One box for whatever the reporter has. It is read, and each thing found is shown with what the ledger says. */
export function PasteStep({ draft, onDraft }: PasteStepProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [reading, setReading] = useState<ScamReading>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: string) => api.call('readScamText', { body: { text: given } }),
    onSuccess: (answer) => {
      setReading(answer);
      // A phrase is erased at once: it stays in no field of the page.
      if (answer.hasSecret) setText('');
      onDraft(mergeReading(draft, answer));
    },
  });
  const count = reading ? reading.items.length : 0;
  return (
    <>
      <div>
        <label htmlFor={id} className="tm-h">
          Paste everything
        </label>
        <p className="tm-hint">
          Chat, email, receipts. It is read on this server and written to no log; what is found appears below, and
          nothing is guessed.
        </p>
      </div>
      <textarea
        id={id}
        className="tm-field"
        rows={7}
        maxLength={MOST}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="tm-row tm-wrap">
        <button
          type="button"
          className="tm-btn"
          disabled={text.trim() === '' || isPending}
          onClick={() => mutate(text)}
        >
          Find payments and contacts
        </button>
        {text !== '' && (
          <button type="button" className="tm-linkbtn" onClick={() => setText('')}>
            Clear
          </button>
        )}
        <span role="status" className="tm-sm tm-t2">
          {isPending ? 'Reading and checking on chain…' : reading && `${formatPlural(count, 'item')} found`}
        </span>
      </div>
      {error && <ErrorPanel error={error} what="This text" />}
      {reading?.hasSecret && (
        <p className="sc-bad" role="alert">
          The text contained a seed phrase or private key. It was erased and not kept. Move what it controls to a new
          wallet now, and paste the rest of the text without it.
        </p>
      )}
      {reading && count + reading.refused.length > 0 && (
        <ul className="sc-list" aria-label="What the text contains">
          <FoundPayments reading={reading} draft={draft} onDraft={onDraft} />
          <FoundSuspects reading={reading} draft={draft} onDraft={onDraft} />
          <Doubts reading={reading} />
        </ul>
      )}
      {reading && (
        <p className="tm-xs tm-t2">
          {reading.asOf.length > 0
            ? `Checked against ${reading.asOf.map(({ chain, height }) => `${chainName(chain)} height ${formatCount(height)}`).join(', ')} on this server. No external service was queried.`
            : 'No chain is indexed here, so nothing could be checked.'}
        </p>
      )}
    </>
  );
}
