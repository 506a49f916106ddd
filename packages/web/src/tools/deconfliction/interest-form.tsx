import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { caseListQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { QuotedText } from '../../components/quoted-text.tsx';
import { useWorkingCase } from '../../working-case.ts';
import { DECONFLICTION_KEY } from './queries.ts';
import { deconflictionUrl } from './search.ts';

const RADII = [
  ['exact', 'Exact match only', ''],
  ['cluster', 'Same cluster', 'Weaker. Never reveals by itself.'],
  ['hops', 'Within 1 hop', 'Weakest.'],
] as const;
const SENSITIVITIES = [
  ['open', 'Open', 'An exact match shows your agency and contact at once, where the other entry is open too.'],
  ['restricted', 'Restricted', 'You decide after a match.'],
  ['silent', 'Silent', 'Only you are notified. Others read “no conflict known”.'],
] as const;
const CONFIDENCES = [
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
] as const;

interface PickProps<V extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly (readonly [V, string, string])[];
  readonly value: V;
  readonly onPick: (value: V) => void;
}

function Pick<V extends string>({ legend, name, options, value, onPick }: PickProps<V>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([id, label, help]) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === value} onChange={() => onPick(id)} /> {label}
          {help !== '' && <small>{help}</small>}
        </label>
      ))}
    </fieldset>
  );
}

type Filed = Answer<'fileInterest'>;

function Refused({ filed }: { readonly filed: Filed }) {
  return (
    <div role="status" className="tm-sm">
      <p>
        Filed as {filed.interest.number}. {filed.quota.used} of {filed.quota.limit} identifiers of this case in 24
        hours.
      </p>
      {filed.refused.slice(0, 20).map(({ text, reason }) => (
        <p key={text} className="dc-wrong">
          <QuotedText text={text} /> {reason}
        </p>
      ))}
    </div>
  );
}

const SUSPICION_HELP =
  'Kept encrypted on this server and never sent. No political, religious or social views, unless they are part of the crime.';
const CONTACT_HELP = 'Shown to the other side at step 2, such as a duty desk.';

const TEXTS = { identifiers: '', legalBasis: '', predicate: '', suspicion: '', contact: '', reviewOn: '' };

interface Choices {
  readonly radius: 'exact' | 'cluster' | 'hops';
  readonly sensitivity: 'open' | 'restricted' | 'silent';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly isLawful: boolean;
}
const CHOICES: Choices = { radius: 'exact', sensitivity: 'restricted', confidence: 'medium', isLawful: false };

interface ChoiceFieldsProps {
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
}

function ChoiceFields({ choices, onChoices }: ChoiceFieldsProps) {
  const set = (change: Partial<Choices>) => onChoices({ ...choices, ...change });
  return (
    <>
      <FormSelect
        label="Confidence"
        name="confidence"
        options={CONFIDENCES}
        value={choices.confidence}
        onText={(text) => set({ confidence: text as Choices['confidence'] })}
      />
      <Pick legend="Radius" name="radius" options={RADII} value={choices.radius} onPick={(radius) => set({ radius })} />
      <Pick
        legend="Sensitivity"
        name="sensitivity"
        options={SENSITIVITIES}
        value={choices.sensitivity}
        onPick={(sensitivity) => set({ sensitivity })}
      />
      <label>
        <input
          type="checkbox"
          checked={choices.isLawful}
          onChange={({ currentTarget }) => set({ isLawful: currentTarget.checked })}
        />{' '}
        The information was obtained lawfully
      </label>
    </>
  );
}

type Texts = typeof TEXTS;

/** Sends what was filled in, and opens the interest that was made of it. */
function useFiling(onFiled: () => void) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: ({ target, texts, choices }: { target: string; texts: Texts; choices: Choices }) =>
      api.call('fileInterest', {
        body: { ...texts, ...choices, case: target, hops: choices.radius === 'hops' ? 1 : 0, isLawful: true },
      }),
    onSuccess: async ({ interest }) => {
      onFiled();
      await client.invalidateQueries({ queryKey: DECONFLICTION_KEY });
      void router.navigate({ href: deconflictionUrl({ tab: 'deconfliction', interest: interest.id }) });
    },
  });
}

/** Files an interest: what a case names, with the fields that 28 CFR part 23 asks for. */
export function InterestForm() {
  const [working] = useWorkingCase();
  const { data } = useQuery(caseListQuery({ status: 'new,active,waiting,review', own: 'yes', limit: 100 }));
  const cases = data?.items ?? [];
  const [chosen, setChosen] = useState(working?.id ?? '');
  const [texts, setTexts] = useState(TEXTS);
  const [choices, setChoices] = useState(CHOICES);
  const target = chosen || cases[0]?.id || '';
  const { mutate, data: filed, error, isPending } = useFiling(() => setTexts({ ...texts, identifiers: '' }));
  const field = (name: keyof Texts) => ({
    name,
    value: texts[name],
    onText: (text: string) => setTexts({ ...texts, [name]: text }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ target, texts, choices });
  };
  const isWhole = Object.values(texts).every((text) => text.trim() !== '') && choices.isLawful && target !== '';
  return (
    <form className="dc-form" onSubmit={submit}>
      <h2 className="tm-h">File an interest</h2>
      <FormArea
        label="Identifiers"
        rows={4}
        isMono
        help="One a line: addresses, transactions, websites, phone numbers, accounts that the case names."
        {...field('identifiers')}
      />
      <FormSelect
        label="Case"
        name="case"
        options={cases.map(({ id, number, title }) => [id, `${number} ${title}`] as const)}
        value={target}
        onText={setChosen}
      />
      <FormField label="Legal basis" maxLength={200} autoComplete="off" {...field('legalBasis')} />
      <FormField label="Suspected crime" maxLength={120} autoComplete="off" {...field('predicate')} />
      <FormArea label="Documented suspicion" rows={3} maxLength={4_000} help={SUSPICION_HELP} {...field('suspicion')} />
      <FormField label="Contact route" maxLength={300} help={CONTACT_HELP} {...field('contact')} />
      <FormField
        label="Review due"
        type="date"
        help="Within 5 years. Overdue, it matches nothing."
        {...field('reviewOn')}
      />
      <ChoiceFields choices={choices} onChoices={setChoices} />
      <p>
        <button type="submit" className="tm-btn pri" disabled={!isWhole || isPending}>
          {isPending ? 'Checking…' : 'File and check'}
        </button>
      </p>
      {error && <ErrorPanel error={error} what="The interest" />}
      {filed && <Refused filed={filed} />}
      <p className="tm-xs tm-t2">Every filing is logged in the case. Only identifiers of the case can be filed.</p>
    </form>
  );
}
