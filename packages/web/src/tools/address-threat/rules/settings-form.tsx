import { useState } from 'react';
import { FormField } from '../../../components/form/form-field.tsx';
import type { RuleFaults } from './rule-form.tsx';
import { putSettings, type RulesDraft, type SettingFields, toSettingFields } from './rules-draft.ts';

const FIELDS: readonly (readonly [name: keyof SettingFields, label: string, fault: string])[] = [
  ['name', 'Name of the set', 'name'],
  ['currency', 'Currency', 'currency'],
  ['medium', 'Medium from', 'medium'],
  ['high', 'High from', 'high'],
  ['severe', 'Severe from', 'severe'],
  ['dustMoney', 'Dust below', 'dustMoney'],
  ['minConfidence', 'Smallest confidence', 'minConfidence'],
  ['behaviourCap', 'Patterns together at most', 'behaviourCap'],
  ['unreadShare', 'Unread share, %', 'unreadSharePpm'],
  ['reportingThresholds', 'Reporting thresholds', 'reportingThresholds'],
];

export interface SettingsFormProps {
  readonly draft: RulesDraft;
  readonly faults: RuleFaults;
  readonly onChange: (draft: RulesDraft) => void;
}

/** The settings of a draft. */
export function SettingsForm({ draft, faults, onChange }: SettingsFormProps) {
  const [fields, setFields] = useState(() => toSettingFields(draft));
  const set = (name: keyof SettingFields, text: string) => {
    const changed = { ...fields, [name]: text };
    setFields(changed);
    onChange(putSettings(draft, changed));
  };
  return (
    <section className="tm-form tr-settings" aria-label="Settings of the draft">
      {FIELDS.map(([name, label, fault]) => (
        <FormField
          key={name}
          label={label}
          name={name}
          autoComplete="off"
          value={fields[name]}
          error={faults[fault] ?? (name === 'medium' ? faults.bands : undefined)}
          help={name === 'reportingThresholds' ? 'Whole amounts, separated by semicolons' : undefined}
          onText={(text) => set(name, text)}
        />
      ))}
    </section>
  );
}
