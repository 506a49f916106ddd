import { useQuery } from '@tanstack/react-query';
import type { ReportQuestionKind } from '@trailmark/core/report/report-document';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { caseUrl } from '../../url.ts';
import { caseItemsQuery } from './queries.ts';
import { AUDIENCES, HIDES, JURISDICTIONS, LANGUAGES, QUESTIONS, type Step, WORDINGS } from './report-words.ts';
import { ReviewStep } from './review-step.tsx';
import type { StepProps } from './step-props.ts';
import type { Draft } from './use-draft.ts';

function CaseStep({ draft, change, report }: StepProps) {
  return (
    <>
      <p className="tm-t3">
        Of case{' '}
        <AppLink className="er-inline" href={caseUrl(report.case)}>
          {report.caseNumber}
        </AppLink>{' '}
        <bdi>{report.caseTitle}</bdi>.
      </p>
      <FormField
        label="Title"
        name="title"
        value={draft.title}
        maxLength={200}
        onText={(title) => change({ title: title === '' ? ' ' : title })}
      />
      <FormField
        label="Classification, on every page"
        name="classification"
        value={draft.classification}
        maxLength={60}
        onText={(classification) => change({ classification })}
      />
    </>
  );
}

function QuestionsStep({ draft, change }: StepProps) {
  const put = (kind: ReportQuestionKind, text: string) => change({ questions: [...draft.questions, { kind, text }] });
  return (
    <>
      <p className="tm-t3">Questions are answered on the first page, from the material.</p>
      <ol className="er-list">
        {draft.questions.map(({ kind, text }, i) => (
          <li key={`${kind} ${text}`}>
            <bdi>{text}</bdi>
            <button
              type="button"
              className="tm-btn sm"
              aria-label={`Remove the question “${text}”`}
              onClick={() => change({ questions: draft.questions.filter((_, at) => at !== i) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <div className="er-row">
        {QUESTIONS.slice(0, 3)
          .filter(([kind]) => !draft.questions.some((question) => question.kind === kind))
          .map(([kind, text]) => (
            <button key={kind} type="button" className="tm-btn" onClick={() => put(kind, text)}>
              Add “{text}”
            </button>
          ))}
      </div>
      <form
        className="er-row"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('own');
          if (!(field instanceof HTMLInputElement) || field.value.trim() === '') return;
          put('own', field.value.trim());
          field.value = '';
        }}
      >
        <input
          className="tm-field"
          name="own"
          maxLength={400}
          aria-label="A question of your own"
          placeholder="A question of your own"
        />
        <button type="submit" className="tm-btn">
          Add
        </button>
      </form>
      <FormArea
        label="Instructions: who asked, when, in writing or orally"
        name="instructions"
        rows={5}
        maxLength={8000}
        value={draft.instructions}
        onText={(instructions) => change({ instructions })}
      />
    </>
  );
}

function MaterialStep({ draft, change, params, preview }: StepProps) {
  const { data } = useQuery(caseItemsQuery(params.case));
  const items = data?.items.filter(({ withdrawn }) => withdrawn === null).toReversed() ?? [];
  const claimsOf = new Map(preview?.perItem.map(({ item, claims }) => [item, claims]));
  const toggle = (id: string) =>
    change({ items: draft.items.includes(id) ? draft.items.filter((one) => one !== id) : [...draft.items, id] });
  if (data && items.length === 0)
    return <Empty>Nothing is pinned in this case. Pin a coin flow, a statement or a screening to it first.</Empty>;
  return (
    <>
      <p className="tm-t3">Tick what the report rests on. Every number it prints becomes a claim.</p>
      <ul className="er-items">
        {items.map(({ id, number, title, kindName }) => {
          const isUsed = draft.items.includes(id);
          return (
            <li key={id}>
              <label>
                <input type="checkbox" checked={isUsed} onChange={() => toggle(id)} />
                <span>
                  <bdi>{title}</bdi>
                  <span className="tm-t3">
                    {kindName}, {number}
                  </span>
                </span>
              </label>
              <span className="tm-t3 tm-nw">{isUsed ? `${claimsOf.get(id) ?? '…'} claims` : 'not used'}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function AudienceStep({ draft, change }: StepProps) {
  return (
    <>
      <FormSelect
        label="Audience"
        name="audience"
        value={draft.audience}
        options={AUDIENCES}
        onText={(audience) => change({ audience: audience as Draft['audience'] })}
      />
      <FormSelect
        label="Declaration"
        name="jurisdiction"
        value={draft.jurisdiction}
        options={JURISDICTIONS}
        help="A template. Have counsel of your agency check it; an administrator of the agency changes it in the list of reports."
        onText={(jurisdiction) => change({ jurisdiction: jurisdiction as Draft['jurisdiction'] })}
      />
      <FormSelect
        label="Wording of the declaration"
        name="wording"
        value={draft.wording ?? 'agency'}
        options={WORDINGS}
        onText={(wording) => change({ wording: wording as Draft['wording'] })}
      />
      <FormSelect
        label="Language"
        name="language"
        value={draft.language}
        options={LANGUAGES}
        onText={(language) => change({ language: language as Draft['language'] })}
      />
    </>
  );
}

function RedactionStep({ draft, change }: StepProps) {
  return (
    <>
      <p className="tm-t3">
        What the copy for the other side leaves out. It keeps the proofs: the copy verifies, and states what is missing.
      </p>
      <ul className="er-items">
        {HIDES.map(([hide, name, about]) => (
          <li key={hide}>
            <label>
              <input
                type="checkbox"
                checked={draft.hides.includes(hide)}
                onChange={() =>
                  change({
                    hides: draft.hides.includes(hide)
                      ? draft.hides.filter((one) => one !== hide)
                      : [...draft.hides, hide],
                  })
                }
              />
              <span>
                {name}
                <span className="tm-t3">{about}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function PeopleStep({ draft, change, report }: StepProps) {
  const { examiner, reviewer } = draft;
  const choose = (account: string) => {
    const name = report.colleagues.find(({ id }) => id === account)?.name ?? '';
    change({ reviewer: { ...reviewer, account, name } });
  };
  return (
    <>
      <FormField
        label="Examiner"
        name="examiner"
        value={examiner.name}
        maxLength={200}
        help="Their name as their account has it: a version is signed for the person who makes it."
        onText={(name) => change({ examiner: { ...examiner, name } })}
      />
      <FormArea
        label="Qualifications of the examiner"
        name="examiner-qualifications"
        rows={3}
        maxLength={4000}
        value={examiner.qualifications}
        onText={(qualifications) => change({ examiner: { ...examiner, qualifications } })}
      />
      <FormSelect
        label="Reviewer, a second person"
        name="reviewer"
        value={reviewer.account}
        options={[['', 'Nobody yet'], ...report.colleagues.map(({ id, name }) => [id, name] as const)]}
        help="A reviewer, legal adviser or owner of the case signs; nobody signs what they made."
        onText={choose}
      />
      <FormArea
        label="Qualifications of the reviewer"
        name="reviewer-qualifications"
        rows={2}
        maxLength={4000}
        value={reviewer.qualifications}
        onText={(qualifications) => change({ reviewer: { ...reviewer, qualifications } })}
      />
      <FormArea
        label="Why this tracing rule"
        name="method-reason"
        rows={4}
        maxLength={4000}
        value={draft.methodReason ?? ''}
        help="In the examiner's words, for the section on the method: the rule of law or the practice it follows, and why not another."
        onText={(methodReason) => change({ methodReason })}
      />
      <FormArea
        label="Opinion"
        name="opinion"
        rows={6}
        maxLength={20000}
        value={draft.opinion}
        help="Each paragraph names the claims it rests on in brackets, such as [I-01]."
        onText={(opinion) => change({ opinion })}
      />
    </>
  );
}

const FORMS: Readonly<Record<Step, (props: StepProps) => React.ReactNode>> = {
  case: CaseStep,
  questions: QuestionsStep,
  material: MaterialStep,
  audience: AudienceStep,
  redaction: RedactionStep,
  people: PeopleStep,
  review: ReviewStep,
};

/** The form of one step. */
export function StepForm({ step, ...props }: StepProps & { readonly step: Step }) {
  const Form = FORMS[step];
  return <Form {...props} />;
}
