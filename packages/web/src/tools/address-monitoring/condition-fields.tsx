import type { WatchKinds } from '@trailmark/api/contract/watch';
import type { WatchCondition } from '@trailmark/core/watch';
import { useId } from 'react';

type Rule = WatchKinds['rules'][number];
type Field = Rule['fields'][number];

interface FieldProps {
  readonly field: Field;
  readonly value: string;
  readonly assets: readonly { readonly id: string; readonly symbol: string }[];
  readonly onText: (text: string) => void;
}

function ConditionField({ field, value, assets, onText }: FieldProps) {
  const id = useId();
  const options =
    field.kind === 'asset'
      ? [{ id: '', name: 'any' }, ...assets.map((asset) => ({ id: asset.id, name: asset.symbol }))]
      : field.choices;
  return (
    <span className="am-field">
      <label htmlFor={id} className="tm-sr">
        {field.name}
      </label>
      {options.length > 0 ? (
        <select id={id} className="tm-field" value={value} onChange={(event) => onText(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="tm-field am-short"
          inputMode="decimal"
          autoComplete="off"
          placeholder={field.name}
          value={value}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      )}
    </span>
  );
}

export interface ConditionFieldsProps {
  readonly rules: readonly Rule[];
  readonly assets: FieldProps['assets'];
  readonly conditions: readonly WatchCondition[];
  readonly onChange: (conditions: readonly WatchCondition[]) => void;
}

/** Conditions of a watch, all of which are to be met; each rule is used once. */
export function ConditionFields({ rules, assets, conditions, onChange }: ConditionFieldsProps) {
  const left = rules.filter(({ id }) => !conditions.some(({ rule }) => rule === id));
  const set = (rule: string, field: string, value: string) =>
    onChange(
      conditions.map((each) => (each.rule === rule ? { rule, setting: { ...each.setting, [field]: value } } : each)),
    );
  return (
    <fieldset className="am-conditions">
      <legend>Alert when</legend>
      {conditions.length === 0 && <p className="tm-t2">Any transaction.</p>}
      {conditions.map(({ rule: id, setting }) => {
        const rule = rules.find((each) => each.id === id);
        if (!rule) return null;
        return (
          <div key={id} className="am-condition">
            <b title={rule.about}>{rule.name}</b>
            <span className="am-fields">
              {rule.fields.map((field) => (
                <ConditionField
                  key={field.id}
                  field={field}
                  value={setting[field.id] ?? field.default}
                  assets={assets}
                  onText={(text) => set(id, field.id, text)}
                />
              ))}
              {rule.fields.length === 0 && <span className="tm-t2 tm-sm">{rule.about}</span>}
            </span>
            <button
              type="button"
              className="tm-linkbtn tm-sm"
              onClick={() => onChange(conditions.filter((each) => each.rule !== id))}
            >
              Remove<span className="tm-sr"> {rule.name}</span>
            </button>
          </div>
        );
      })}
      {left.length > 0 && (
        <select
          className="tm-field am-add"
          aria-label="Add condition"
          value=""
          onChange={(event) => {
            const rule = left.find(({ id }) => id === event.currentTarget.value);
            if (!rule) return;
            const setting = Object.fromEntries(rule.fields.map((field) => [field.id, field.default]));
            onChange([...conditions, { rule: rule.id, setting }]);
          }}
        >
          <option value="">Add condition…</option>
          {left.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}
