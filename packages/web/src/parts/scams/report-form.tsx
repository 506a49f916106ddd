import './scam.css';
import type { ScamCategoryId, ScamReporter } from '@trailmark/core/scam-report';
import { type ReactNode, useRef, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { formatPlural } from '../../format/number.ts';
import { EvidenceList } from './evidence-list.tsx';
import { FirstHour } from './first-hour.tsx';
import { PasteStep } from './paste-step.tsx';
import { PaymentList } from './payment-list.tsx';
import { EMPTY_REPORT, type ReportDraft, type SubmissionBody, toSubmission } from './report-draft.ts';
import { CATEGORY_OPTIONS, REPORTER_OPTIONS } from './scam-words.ts';
import { SuspectList } from './suspect-list.tsx';

const STEPS = [
  ['Payments', 'addresses, amounts, transactions'],
  ['How it began', 'first contact, promises'],
  ['Who and where', 'names, numbers, websites'],
  ['Timeline and loss', ''],
  ['Evidence files', 'hashed in this browser'],
  ['You, optional', 'separate consent'],
  ['Check and send', ''],
] as const;
const LAST = STEPS.length - 1;

interface StepProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

function storyField({ draft, onDraft }: StepProps, name: keyof ReportDraft['story']) {
  return {
    name,
    value: draft.story[name],
    onText: (text: string) => onDraft({ ...draft, story: { ...draft.story, [name]: text } }),
  };
}

function Beginning({ draft, onDraft }: StepProps) {
  return (
    <>
      <FormSelect
        label="What kind of scam"
        name="category"
        options={CATEGORY_OPTIONS}
        value={draft.category}
        onText={(text) => onDraft({ ...draft, category: text as ScamCategoryId })}
      />
      <FormSelect
        label="Who reports"
        name="reporter"
        options={REPORTER_OPTIONS}
        value={draft.reporter}
        onText={(text) => onDraft({ ...draft, reporter: text as ScamReporter })}
        help="A report for another person is marked, and nobody is called because of it."
      />
      <FormArea label="First contact" rows={6} {...storyField({ draft, onDraft }, 'contact')} />
    </>
  );
}

function Timeline({ draft, onDraft }: StepProps) {
  return (
    <>
      <FormArea label="What happened, in order" rows={10} {...storyField({ draft, onDraft }, 'timeline')} />
      <div className="sc-fields">
        <FormField
          label="Loss stated"
          name="loss"
          value={draft.lossAmount}
          onText={(lossAmount) => onDraft({ ...draft, lossAmount })}
          placeholder="58267.51"
          required={false}
          help="A total. It never becomes a payment."
        />
        <FormSelect
          label="Currency"
          name="currency"
          options={['USD', 'EUR', 'GBP', 'CHF', 'INR', 'JPY', 'AUD', 'CAD'].map((code) => [code, code] as const)}
          value={draft.lossCurrency}
          onText={(lossCurrency) => onDraft({ ...draft, lossCurrency })}
        />
      </div>
    </>
  );
}

const PERSONAL = [
  ['name', 'Name', 'name'],
  ['email', 'Email', 'email'],
  ['phone', 'Phone', 'tel'],
  ['country', 'Country', 'country-name'],
] as const;

function Personal({ draft, onDraft }: StepProps) {
  return (
    <>
      <p className="tm-hint">
        You can report without this. It is encrypted, opened only with a reason that is logged, and shown in no list,
        search or export. You can withdraw consent at any time, which erases it.
      </p>
      <label className="tm-row">
        <input
          type="checkbox"
          checked={draft.hasConsent}
          onChange={({ currentTarget }) => onDraft({ ...draft, hasConsent: currentTarget.checked })}
        />
        The agency may keep the following to contact the victim
      </label>
      {draft.hasConsent && (
        <div className="sc-fields">
          {PERSONAL.map(([name, label, autoComplete]) => (
            <FormField
              key={name}
              label={label}
              name={`victim-${name}`}
              autoComplete={autoComplete}
              required={false}
              value={draft.victim[name]}
              onText={(text) => onDraft({ ...draft, victim: { ...draft.victim, [name]: text } })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Summary({ draft }: Pick<StepProps, 'draft'>) {
  const { payments, suspects, files, hasConsent } = draft;
  return (
    <dl className="sc-facts">
      <dt>Payments</dt>
      <dd>{payments.length === 0 ? 'None' : formatPlural(payments.length, 'payment')}</dd>
      <dt>Other side</dt>
      <dd>{suspects.length === 0 ? 'Nothing' : formatPlural(suspects.length, 'identifier')}</dd>
      <dt>Evidence</dt>
      <dd>{files.length === 0 ? 'No file' : `${formatPlural(files.length, 'file')}, hashes only`}</dd>
      <dt>You</dt>
      <dd>{hasConsent ? 'Sent, encrypted' : 'Nothing is sent about you'}</dd>
    </dl>
  );
}

const SCREENS: readonly ((props: StepProps) => ReactNode)[] = [
  (props) => (
    <>
      <PasteStep {...props} />
      <PaymentList {...props} />
    </>
  ),
  (props) => <Beginning {...props} />,
  (props) => (
    <>
      <SuspectList {...props} />
      <FormArea label="Communications" rows={6} {...storyField(props, 'communications')} />
      <FormArea label="Exchanges and services that you used" rows={3} {...storyField(props, 'exchanges')} />
    </>
  ),
  (props) => <Timeline {...props} />,
  (props) => <EvidenceList {...props} />,
  (props) => <Personal {...props} />,
  ({ draft }) => <Summary draft={draft} />,
];

export interface ReportFormProps {
  readonly onSend: (body: SubmissionBody) => void;
  readonly isSending: boolean;
  readonly error: unknown;
  /** Above the button that sends: the agency's question. */
  readonly question?: ReactNode;
}

/** The guided form. Every step can be opened at any time, and nothing is sent before the last. */
export function ReportForm({ onSend, isSending, error, question }: ReportFormProps) {
  const [draft, setDraft] = useState<ReportDraft>(EMPTY_REPORT);
  const [step, setStep] = useState(0);
  const [fault, setFault] = useState<string>();
  const head = useRef<HTMLHeadingElement>(null);
  const open = (next: number) => {
    setStep(next);
    requestAnimationFrame(() => head.current?.focus());
  };
  const send = () => {
    const made = toSubmission(draft);
    setFault('fault' in made ? made.fault : undefined);
    if ('body' in made) onSend(made.body);
  };
  return (
    <div className="sc-form">
      <div>
        <nav className="sc-steps" aria-label="Steps of the report">
          {STEPS.map(([name, what], i) => (
            <button key={name} type="button" aria-current={i === step ? 'step' : undefined} onClick={() => open(i)}>
              <span>{i + 1}</span>
              <span>{name}</span>
              {what !== '' && <small>{what}</small>}
            </button>
          ))}
        </nav>
        <FirstHour />
      </div>
      <div className="sc-body">
        <h2 className="tm-h" ref={head} tabIndex={-1}>
          {step + 1} {STEPS[step]?.[0]}
        </h2>
        {SCREENS[step]?.({ draft, onDraft: setDraft })}
        {step === LAST && question}
        {fault && (
          <p className="sc-bad" role="alert">
            {fault}
          </p>
        )}
        {error !== null && error !== undefined && <ErrorPanel error={error} what="The report" />}
        <div className="sc-foot">
          <span className="tm-sm tm-t2">Nothing is sent yet.</span>
          {step < LAST ? (
            <button type="button" className="tm-btn pri" onClick={() => open(step + 1)}>
              Continue
            </button>
          ) : (
            <button type="button" className="tm-btn pri" disabled={isSending} onClick={send}>
              {isSending ? 'Sending…' : 'Send the report'}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
