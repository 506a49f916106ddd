import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { BASIS_TITLES } from '@trailmark/core/screening/describe-rule';
import { RULE_BASES } from '@trailmark/core/screening/rule-set';
import { useState } from 'react';
import { FormArea, FormSelect } from '../../../components/form/form-choice.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { RuleChoice } from './rule-choice.tsx';
import { type DraftRule, NEW_RULE, type RuleFields, toFields, toRule } from './rules-draft.ts';

const BASES = RULE_BASES.map((basis) => [basis, BASIS_TITLES[basis]] as const);
const CATEGORY_OPTIONS = CATEGORY_IDS.map((id) => [id, CATEGORIES[id].name] as const);
const WAYS = [
  ['in', 'Received'],
  ['out', 'Sent'],
] as const;
const LISTINGS = [
  ['', 'Any'],
  ['before', 'Before the listing'],
  ['after', 'On or after the listing'],
  ['undated', 'Day of listing not known'],
  ['former', 'Removed from its list'],
] as const;

/** Faults of the rule by field, as the server names them. */
export type RuleFaults = Readonly<Record<string, string>>;

export interface RuleFormProps {
  /** Undefined for a new rule. */
  readonly rule: DraftRule | undefined;
  readonly patterns: readonly { readonly id: string; readonly title: string }[];
  readonly faults: RuleFaults;
  readonly currency: string;
  readonly onChange: (rule: DraftRule) => void;
  readonly onClose: () => void;
}

interface PartProps {
  readonly fields: RuleFields;
  readonly faults: RuleFaults;
  readonly set: (change: Partial<RuleFields>) => void;
}

/** Conditions that only exposure has. */
function ExposureFields({ fields, faults, set, currency }: PartProps & { readonly currency: string }) {
  const number = (name: 'minHops' | 'maxHops' | 'share' | 'minMoney', label: string, fault: string) => (
    <FormField
      label={label}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={fields[name]}
      error={faults[fault]}
      onText={(text) => set({ [name]: text })}
    />
  );
  return (
    <>
      <RuleChoice
        legend="Direction"
        options={WAYS}
        chosen={fields.ways}
        error={faults.ways}
        onChange={(ways) => set({ ways })}
      />
      <div className="tr-row">
        {number('minHops', 'Hops from', 'minHops')}
        {number('maxHops', 'Hops to', 'maxHops')}
        {number('share', 'Least share, %', 'minSharePpm')}
        {number('minMoney', `Least amount, ${currency}`, 'minMoney')}
      </div>
      <p className="tm-t3 tm-sm">Share and amount: either is enough. Both empty: any amount above dust.</p>
      <label className="tr-check">
        <input
          type="checkbox"
          checked={fields.dustOnly}
          onChange={({ currentTarget }) => set({ dustOnly: currentTarget.checked })}
        />{' '}
        Dust only
      </label>
      {faults.dustOnly && <p className="tm-bad tm-sm">{faults.dustOnly}</p>}
    </>
  );
}

function Conditions({
  fields,
  faults,
  set,
  patterns,
  currency,
}: PartProps & Pick<RuleFormProps, 'patterns' | 'currency'>) {
  const { basis } = fields;
  if (basis === 'behaviour') {
    const options = patterns.map(({ id, title }) => [id, title] as const);
    const choose = (chosen: readonly string[]) => set({ patterns: chosen });
    return (
      <RuleChoice
        legend="Patterns"
        options={options}
        chosen={fields.patterns}
        error={faults.patterns}
        onChange={choose}
      />
    );
  }
  const isExposure = basis === 'direct' || basis === 'indirect';
  return (
    <>
      <RuleChoice
        legend="Categories"
        options={CATEGORY_OPTIONS}
        chosen={fields.categories}
        error={faults.categories}
        onChange={(categories) => set({ categories })}
      />
      {isExposure && <ExposureFields fields={fields} faults={faults} set={set} currency={currency} />}
      <FormSelect
        label="Listing"
        name="listing"
        options={isExposure ? LISTINGS : LISTINGS.filter(([value]) => value === '' || value === 'former')}
        value={fields.listing}
        error={faults.listing}
        onText={(text) => set({ listing: text as RuleFields['listing'] })}
      />
    </>
  );
}

/** One rule of a draft. Each change is in the draft at once, and the server's answer to it is at the fields. */
export function RuleForm({ rule, patterns, faults, currency, onChange, onClose }: RuleFormProps) {
  const [fields, setFields] = useState<RuleFields>(rule ? toFields(rule) : NEW_RULE);
  const set = (change: Partial<RuleFields>) => {
    const changed = { ...fields, ...change };
    setFields(changed);
    onChange(toRule(changed));
  };
  const text = (name: 'id' | 'title' | 'weight', label: string) => (
    <FormField
      label={label}
      name={name}
      autoComplete="off"
      value={fields[name]}
      error={faults[name]}
      onText={(value) => set({ [name]: value })}
    />
  );
  return (
    <section className="tm-form tr-form" aria-label={`Rule ${fields.id || 'without an id'}`}>
      <div className="tr-row tr-head">
        {text('id', 'Id')}
        {text('title', 'Title')}
        {text('weight', 'Weight, 0 to 100')}
      </div>
      <FormSelect
        label="Looks at"
        name="basis"
        options={BASES}
        value={fields.basis}
        error={faults.basis}
        onText={(basis) => set({ basis: basis as RuleFields['basis'] })}
      />
      <Conditions fields={fields} faults={faults} set={set} patterns={patterns} currency={currency} />
      <FormArea
        label="Why the rule exists, and its source"
        name="source"
        rows={2}
        maxLength={500}
        value={fields.source}
        error={faults.source}
        onText={(source) => set({ source })}
      />
      <div>
        <button type="button" className="tm-btn sm" onClick={onClose}>
          Close the rule
        </button>
      </div>
    </section>
  );
}
