import { PRICE_RULES, STATEMENT_TEMPLATES } from '@trailmark/core/statement/statement';
import { type FormEvent, useState } from 'react';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { parseMoment } from '../../format/moment.ts';
import { formatPlural } from '../../format/number.ts';
import { useValues } from '../../prices.ts';
import { type StatementSearch, subjectsOf } from './search.ts';
import { PRICE_WORDS, TEMPLATE_WORDS } from './statement-words.ts';

interface Draft {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly currency: string;
  readonly price: string;
  readonly group: string;
  readonly own: string;
  readonly spam: string;
  readonly template: string;
}
type Errors = Readonly<Partial<Record<keyof Draft, string>>>;

const GROUPS = [
  ['transaction', 'Each payment'],
  ['day', 'By day'],
  ['month', 'By month'],
] as const;
const OWN = [
  ['', 'Shown'],
  ['no', 'Left out, fees shown'],
] as const;
const SPAM = [
  ['', 'Left out and counted'],
  ['yes', 'Shown'],
] as const;

function toDraft(search: StatementSearch): Draft {
  const { from = '', to = '', zone = 'UTC', currency = 'USD', price = 'day-close', own = '', spam = '' } = search;
  const { group = 'transaction', template = 'bank' } = search;
  return { from, to, zone, currency, price, group, own, spam, template };
}

function read(text: string): { readonly value?: string | undefined; readonly error?: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: parseMoment(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This cannot be read.' };
  }
}

const unless = (value: string, fallback: string) => (value === fallback ? undefined : value);

function readDraft(draft: Draft): { readonly options?: Partial<StatementSearch>; readonly errors: Errors } {
  const [from, to] = [read(draft.from), read(draft.to)];
  const isTurned = from.value !== undefined && to.value !== undefined && from.value > to.value;
  const errors: Errors = {
    ...(from.error === undefined ? {} : { from: from.error }),
    ...(to.error === undefined ? {} : { to: to.error }),
    ...(isTurned ? { to: 'The period ends before it begins.' } : {}),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const options = {
    from: from.value,
    to: to.value,
    zone: unless(draft.zone.trim(), 'UTC') || undefined,
    currency: unless(draft.currency, 'USD'),
    price: unless(draft.price, 'day-close') as StatementSearch['price'],
    group: unless(draft.group, 'transaction') as StatementSearch['group'],
    own: draft.own === 'no' ? ('no' as const) : undefined,
    spam: draft.spam === 'yes' ? ('yes' as const) : undefined,
    template: unless(draft.template, 'bank') as StatementSearch['template'],
  };
  return { options, errors };
}

/** The request, in words. */
function describe(search: StatementSearch): string {
  const { from, to, zone, currency, price, group, own, spam, template } = search;
  const period =
    from === undefined && to === undefined ? 'all of history' : `${from ?? 'the first block'} to ${to ?? 'now'}`;
  const set = subjectsOf(search);
  return [
    ...(set.length > 0 ? [formatPlural(set.length, 'subject')] : []),
    `${period}, months of ${zone ?? 'UTC'}`,
    `${currency ?? 'USD'}, ${PRICE_WORDS[price ?? 'day-close']}`,
    ...(group === undefined ? [] : [`lines by ${group}`]),
    own === 'no' ? 'own transfers left out' : 'own transfers shown',
    spam === 'yes' ? 'spam shown' : 'spam left out',
    TEMPLATE_WORDS[template ?? 'bank'].toLowerCase(),
  ].join(' · ');
}

export interface InputsLineProps {
  readonly search: StatementSearch;
  readonly onApply: (options: Partial<StatementSearch>) => void;
}

/** The inputs in one line; opened, they can be changed, and the result stays below. */
export function InputsLine({ search, onApply }: InputsLineProps) {
  const [draft, setDraft] = useState(() => toDraft(search));
  const [errors, setErrors] = useState<Errors>({});
  const { currencies } = useValues();
  const text = (key: keyof Draft) => ({
    name: key,
    value: draft[key],
    error: errors[key],
    onText: (value: string) => setDraft({ ...draft, [key]: value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = readDraft(draft);
    setErrors(found.errors);
    if (found.options) onApply(found.options);
  };
  const money = [...new Set(['USD', ...currencies])].map((currency) => [currency, currency] as const);
  return (
    <details className="ws-inputs">
      <summary>
        Inputs <span className="tm-t2 tm-sm">{describe(search)}</span>
      </summary>
      <form onSubmit={submit} noValidate>
        <div className="ws-fields">
          <FormField
            label="From"
            placeholder="2024-01-01"
            {...text('from')}
            help="UTC, inclusive. Empty: from the first block."
          />
          <FormField
            label="To"
            placeholder="2024-12-31"
            {...text('to')}
            help="UTC, inclusive. Empty: as far as history is known."
          />
          <FormField
            label="Time zone of months"
            placeholder="Europe/Berlin"
            {...text('zone')}
            help="A name of the IANA list."
          />
          <FormSelect label="Currency" options={money} {...text('currency')} />
          <FormSelect
            label="Price"
            options={PRICE_RULES.map((rule) => [rule, PRICE_WORDS[rule]] as const)}
            {...text('price')}
          />
          <FormSelect label="Lines" options={GROUPS} {...text('group')} />
          <FormSelect label="Own transfers" options={OWN} {...text('own')} />
          <FormSelect label="Spam tokens" options={SPAM} {...text('spam')} />
          <FormSelect
            label="Template of files"
            options={STATEMENT_TEMPLATES.map((name) => [name, TEMPLATE_WORDS[name]] as const)}
            {...text('template')}
          />
        </div>
        <div className="tm-row">
          <button type="submit" className="tm-btn">
            Apply
          </button>
          <button type="button" className="tm-btn quiet" onClick={() => setDraft(toDraft({} as StatementSearch))}>
            Defaults
          </button>
        </div>
      </form>
    </details>
  );
}
