import type { RefObject } from 'react';
import { type DraftField, FIELD_NAMES, REQUEST_KINDS, type RequestDraft } from './request-draft.ts';

const HELP: Readonly<Record<DraftField, string>> = {
  authority: 'As it signs.',
  caseNumber: 'The service quotes it in its answer.',
  officer: 'Name and rank.',
  officerId: 'Badge or staff number.',
  replyTo: 'An official address: many services refuse public mail providers.',
  legalBasis: 'Order, statute or treaty, with its date.',
  asks: 'One a line.',
};

const KINDS: Readonly<Record<RequestDraft['kind'], readonly [name: string, note: string]>> = {
  preservation: ['Preservation', 'keep the records until an order follows'],
  production: ['Production', 'hand the records over; needs the legal basis'],
  emergency: ['Emergency', 'danger to life; most services have a route of their own'],
};

export interface RequestFieldsProps {
  readonly draft: RequestDraft;
  readonly faults: ReadonlyMap<DraftField, string>;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onChange: (patch: Partial<RequestDraft>) => void;
}

function Field({ field, draft, faults, onChange }: Omit<RequestFieldsProps, 'form'> & { readonly field: DraftField }) {
  const id = `xl-request-${field}`;
  const fault = faults.get(field);
  const shared = {
    id,
    name: field,
    value: draft[field],
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}-help`,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{FIELD_NAMES[field]}</label>
      {field === 'asks' ? (
        <textarea
          {...shared}
          className="tm-field"
          rows={8}
          onChange={(event) => onChange({ asks: event.currentTarget.value })}
        />
      ) : (
        <input
          {...shared}
          className="tm-field"
          autoComplete="off"
          maxLength={300}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      )}
      <p id={`${id}-help`} className={fault === undefined ? 'help' : 'as-fielderror'}>
        {fault ?? HELP[field]}
      </p>
    </div>
  );
}

/** What a service needs to know of who asks, why, and for what. */
export function RequestFields({ draft, faults, form, onChange }: RequestFieldsProps) {
  const fields = Object.keys(FIELD_NAMES) as DraftField[];
  return (
    <form ref={form} className="xl-form" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>Kind of request</legend>
        {REQUEST_KINDS.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={draft.kind === kind}
              onChange={() => onChange({ kind })}
            />
            <span>
              {KINDS[kind][0]} <span className="tm-t3 tm-sm">{KINDS[kind][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {fields.map((field) => (
        <Field key={field} field={field} draft={draft} faults={faults} onChange={onChange} />
      ))}
    </form>
  );
}
