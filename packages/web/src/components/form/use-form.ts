import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useRef, useState } from 'react';

export type FieldErrors<K extends string> = Partial<Readonly<Record<K, string>>>;

export interface FormOptions<K extends string> {
  readonly initial: Readonly<Record<K, string>>;
  /** What is wrong with what is typed, field by field. */
  readonly check: (values: Readonly<Record<K, string>>) => FieldErrors<K>;
  /** Throws AppError; one whose context names a `field` is shown beside it. */
  readonly send: (values: Readonly<Record<K, string>>) => Promise<void>;
}

export interface Form<K extends string> {
  readonly values: Readonly<Record<K, string>>;
  readonly errors: FieldErrors<K>;
  /** What went wrong that belongs to no field. */
  readonly failure: unknown;
  readonly isSending: boolean;
  /** Name, value, change and error of a field, for FormField. */
  readonly field: (name: K) => {
    readonly name: K;
    readonly value: string;
    readonly onText: (text: string) => void;
    readonly error: string | undefined;
  };
  readonly set: (name: K, text: string) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function focusFirst<K extends string>(form: HTMLFormElement | null, errors: FieldErrors<K>): void {
  const names = new Set(Object.keys(errors));
  const first = [...(form?.elements ?? [])].find((node) => node instanceof HTMLInputElement && names.has(node.name));
  if (first instanceof HTMLElement) first.focus();
}

/** Gives the focus back to what had it, where a button that was disabled meanwhile has lost it. */
function keepFocus(holder: Element | null): void {
  if (document.activeElement === document.body && holder instanceof HTMLElement) holder.focus();
}

const hasErrors = (errors: object) => Object.keys(errors).length > 0;

/** A form that says what is wrong beside the fields, goes to the first of them, and loses nothing that was typed. */
export function useForm<K extends string>({ initial, check, send }: FormOptions<K>): Form<K> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<K>>({});
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isSending, setSending] = useState(false);
  const sent = useRef(false);

  const set = (name: K, text: string) => {
    setValues((before) => ({ ...before, [name]: text }));
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<K>);
  };
  const refuse = (form: HTMLFormElement, found: FieldErrors<K>) => {
    setErrors(found);
    // The fields are painted as wrong before one of them is entered.
    setTimeout(() => focusFirst(form, found));
  };
  const takeFailure = (form: HTMLFormElement, error: unknown) => {
    const field = AppError.is(error) ? error.context.field : undefined;
    if (error instanceof Error && typeof field === 'string' && field in values) {
      refuse(form, { [field]: error.message } as FieldErrors<K>);
    } else setFailure(error);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = check(values);
    setFailure(undefined);
    if (hasErrors(found)) return refuse(form, found);
    if (sent.current) return undefined;
    const holder = document.activeElement;
    sent.current = true;
    setSending(true);
    setErrors({});
    return void send(values)
      .catch((error: unknown) => takeFailure(form, error))
      .finally(() => {
        sent.current = false;
        setSending(false);
        setTimeout(() => keepFocus(holder));
      });
  };
  const field = (name: K) => ({
    name,
    value: values[name],
    onText: (text: string) => set(name, text),
    error: errors[name],
  });
  return { values, errors, failure, isSending, field, set, onSubmit };
}
