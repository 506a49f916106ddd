import type { CaseTemplate } from '@trailmark/api/contract/case';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';

export interface TemplateFieldProps {
  readonly field: CaseTemplate['fields'][number];
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: string | undefined;
}

const TYPES = { text: 'text', date: 'date', number: 'text', choice: 'text' } as const;

/** A field of a template, in the form its file asks for. */
export function TemplateField({ field: { name: label, kind, choices }, ...field }: TemplateFieldProps) {
  if (kind === 'choice') {
    const options = [['', 'Not said'], ...choices.map((choice) => [choice, choice])] as [string, string][];
    return <FormSelect label={label} options={options} {...field} />;
  }
  return (
    <FormField
      label={label}
      type={TYPES[kind]}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      required={false}
      autoComplete="off"
      maxLength={500}
      {...field}
    />
  );
}
