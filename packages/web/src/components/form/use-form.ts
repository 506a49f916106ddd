import { AppError } from '@trailmark/core/errors';
import { type FormEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { type FieldErrors, findMaxLength, listFaults } from './schema-faults.ts';

type Values<K extends string> = Readonly<Record<K, string>>;

export interface FormOptions<K extends string, B> {
  readonly initial: Values<K>;
  /** The route's own schema of its body: what it refuses is shown at the field, and its limits are the fields' limits. */
  readonly schema: z.core.$ZodType<B>;
  /** The body of what is typed; what is typed itself unless given. */
  readonly toBody?: (values: Values<K>) => unknown;
  /** What is shown for a field that the schema refuses. */
  readonly words?: FieldErrors<NoInfer<K>>;
  /** What the schema does not know: rules of this installation, and texts that the specification fixes. They come first. */
  readonly check?: (values: Values<K>) => FieldErrors<NoInfer<K>>;
  /** Gets the body as the schema gave it. Throws AppError; one whose context names a `field` is shown next to it. */
  readonly send: (body: B, values: Values<K>) => Promise<void>;
}

export interface Form<K extends string> {
  readonly values: Values<K>;
  readonly errors: FieldErrors<K>;
  /** What went wrong that belongs to no field. */
  readonly failure: unknown;
  readonly isSending: boolean;
  /** Name, value, change, error and longest text of a field, for FormField. */
  readonly field: (name: K) => {
    readonly name: K;
    readonly value: string;
    readonly onText: (text: string) => void;
    readonly error: string | undefined;
    readonly maxLength: number | undefined;
  };
  readonly set: (name: K, text: string) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(node: Element): node is Field {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

function focusFirst<K extends string>(form: HTMLFormElement | null, errors: FieldErrors<K>): void {
  const names = new Set(Object.keys(errors));
  [...(form?.elements ?? [])]
    .filter(isField)
    .find(({ name }) => names.has(name))
    ?.focus();
}

/** Gives the focus back to what had it, where a button that was disabled meanwhile has lost it. */
function keepFocus(holder: Element | null): void {
  if (document.activeElement === document.body && holder instanceof HTMLElement) holder.focus();
}

const hasErrors = (errors: object) => Object.keys(errors).length > 0;

/** The body of what is typed, or what is wrong with it. */
function readBody<K extends string, B>(
  { schema, toBody, words = {}, check }: FormOptions<K, B>,
  values: Values<K>,
): { readonly body: B } | { readonly faults: FieldErrors<K>; readonly issue?: z.core.$ZodIssue | undefined } {
  const own = check?.(values) ?? {};
  const read = z.safeParse(schema, toBody ? toBody(values) : values);
  if (read.success && !hasErrors(own)) return { body: read.data };
  const faults = { ...(read.error && listFaults(read.error, Object.keys(values) as K[], words)), ...own };
  return { faults, issue: read.error?.issues[0] };
}

/** A form that states what is wrong next to the fields, goes to the first of them, and loses nothing that was typed. */
export function useForm<K extends string, B>(options: FormOptions<K, B>): Form<K> {
  const { initial, schema, send } = options;
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
    const read = readBody(options, values);
    setFailure(undefined);
    if (!('body' in read)) {
      if (hasErrors(read.faults)) return refuse(form, read.faults);
      // Of something that is not typed, such as the code of a link.
      const subject = read.issue?.path.join('.') ?? '';
      return setFailure(new AppError('invalid', `"${subject}" is not acceptable: ${read.issue?.message}.`));
    }
    if (sent.current) return undefined;
    const holder = document.activeElement;
    sent.current = true;
    setSending(true);
    setErrors({});
    return void send(read.body, values)
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
    maxLength: findMaxLength(schema, name),
  });
  return { values, errors, failure, isSending, field, set, onSubmit };
}
