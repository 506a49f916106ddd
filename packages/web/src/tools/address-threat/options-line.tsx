import { type FormEvent, useState } from 'react';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { type OptionDraft, type OptionErrors, readOptions, toDraft } from './option-draft.ts';
import { describeOptions } from './screening-request.ts';
import type { ThreatSearch } from './search.ts';

const WAYS = [
  ['', 'Received and sent'],
  ['in', 'Received: where it came from'],
  ['out', 'Sent: where it went'],
] as const;
const SUBJECTS = [
  ['', 'The address alone'],
  ['yes', 'The address with its cluster'],
] as const;
const TRADES = [
  ['', 'End at a trade'],
  ['yes', 'Follow into the other asset'],
] as const;
const SERVICES = [
  ['', 'End at a service'],
  ['through', 'Go on behind services'],
] as const;
const METHODS = [
  ['haircut', 'Haircut: in proportion'],
  ['fifo', 'FIFO: first in, first out'],
  ['lifo', 'LIFO: last in, first out'],
  ['poison', 'Poison: upper bound'],
] as const;
const ASSETS = [
  ['', 'The coin and the most used tokens'],
  ['coin', 'The coin only'],
  ['token', 'One token'],
] as const;

interface FieldsProps {
  readonly draft: OptionDraft;
  readonly errors: OptionErrors;
  readonly onChange: (patch: Partial<OptionDraft>) => void;
}

function Fields({ draft, errors, onChange }: FieldsProps) {
  const text = (key: keyof OptionDraft) => ({
    name: key,
    value: draft[key],
    error: errors[key],
    onText: (value: string) => onChange({ [key]: value }),
  });
  return (
    <div className="th-fields">
      <FormSelect label="Subject" options={SUBJECTS} {...text('cluster')} />
      <FormSelect label="Direction" options={WAYS} {...text('ways')} />
      <FormSelect label="Method" options={METHODS} {...text('method')} />
      <FormSelect label="Assets" options={ASSETS} {...text('assetKind')} />
      {draft.assetKind === 'token' && (
        <FormField label="Token contract" className="tm-mono" {...text('asset')} help="0x and 40 hexadecimal digits." />
      )}
      <FormSelect label="Trades of one asset for another" options={TRADES} {...text('swaps')} />
      <FormSelect label="Services" options={SERVICES} {...text('services')} />
      <FormField label="Hop limit" inputMode="numeric" {...text('hops')} help="2 to 20. Direct is hop 1." />
      <FormField
        label="Least share, %"
        inputMode="decimal"
        {...text('share')}
        help="Smaller payments are summed, not followed."
      />
      <FormField
        label="Least amount"
        inputMode="numeric"
        {...text('amount')}
        help="In the smallest unit: 100,000 is 0.001 BTC."
      />
      <FormField label="From" placeholder="2024-01-31" {...text('from')} help="UTC, inclusive." />
      <FormField label="To" placeholder="2024-12-31" {...text('to')} help="UTC, inclusive." />
      <FormField
        label="Transactions at most"
        inputMode="numeric"
        {...text('budget')}
        help="Per direction and asset, 100 to 100,000."
      />
    </div>
  );
}

export interface OptionsLineProps {
  readonly search: ThreatSearch;
  readonly onApply: (options: Partial<ThreatSearch>) => void;
}

/** The options of the request, in one line; opened, they can be changed. */
export function OptionsLine({ search, onApply }: OptionsLineProps) {
  const [draft, setDraft] = useState<OptionDraft>(() => toDraft(search));
  const [errors, setErrors] = useState<OptionErrors>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readOptions(draft);
    setErrors(read.errors);
    if (read.options) onApply(read.options);
  };
  return (
    <details className="th-options">
      <summary>
        Options <span className="tm-t2 tm-sm">{describeOptions(search)}</span>
      </summary>
      <form onSubmit={submit} noValidate>
        <Fields draft={draft} errors={errors} onChange={(patch) => setDraft({ ...draft, ...patch })} />
        <div className="tm-row">
          <button type="submit" className="tm-btn">
            Apply
          </button>
          <button type="button" className="tm-btn quiet" onClick={() => setDraft(toDraft({}))}>
            Defaults
          </button>
        </div>
      </form>
    </details>
  );
}
