import '../../components/site/site.css';
import './contact.css';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { contactRoutes } from '@trailmark/api/contract/contact';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { findMaxLength } from '../../components/form/schema-faults.ts';
import { useDocumentTitle } from '../../document-title.ts';
import { useMe } from '../../session.ts';
import { type ContactField, type ContactFields, checkContactField, EMPTY_CONTACT } from './contact-rules.ts';

/** Session flag of the specification: once a message was taken, the form stays away. */
const FLAG = 'formSubmitted';

function wasSubmitted(): boolean {
  try {
    return sessionStorage.getItem(FLAG) === 'true';
  } catch {
    return false;
  }
}

function rememberSubmitted(): void {
  try {
    sessionStorage.setItem(FLAG, 'true');
  } catch {
    // A blocked storage only means that the form comes back with the next page.
  }
}

interface FieldSpec {
  readonly field: ContactField;
  readonly label: string;
  readonly type?: 'email' | 'tel';
  readonly autoComplete: string;
}

const FIELDS: readonly FieldSpec[] = [
  { field: 'name', label: 'Name', autoComplete: 'name' },
  { field: 'agency', label: 'Agency', autoComplete: 'organization' },
  { field: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { field: 'message', label: 'Message', autoComplete: 'off' },
];

interface FieldProps extends FieldSpec {
  readonly value: string;
  readonly isTouched: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

function Field({ field, label, type, autoComplete, value, isTouched, onChange, onBlur }: FieldProps) {
  const id = useId();
  const fault = isTouched ? checkContactField(field, value) : undefined;
  const shared = {
    id,
    name: field,
    value,
    autoComplete,
    maxLength: findMaxLength(contactRoutes.contactUs.body, field),
    onBlur,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
  };
  return (
    <div className="tm-contactfield">
      <label htmlFor={id}>{label}</label>
      {field === 'message' ? (
        <textarea {...shared} className="tm-field" rows={7} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          className="tm-field"
          type={type ?? 'text'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="fault">
          <IconAlertOctagon size={14} stroke={1.5} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  );
}

function ContactForm({ onDone }: { readonly onDone: () => void }) {
  const [fields, setFields] = useState<ContactFields>(EMPTY_CONTACT);
  const [touched, setTouched] = useState<ReadonlySet<ContactField>>(new Set());
  const send = useMutation({
    mutationFn: () => api.call('contactUs', { body: { ...fields, from: 'LEPORTAL' } }),
    onSuccess: onDone,
    networkMode: 'always',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(new Set(FIELDS.map(({ field }) => field)));
    // The specification does not hold a message back for its rules: the people who read it can ask.
    if (!send.isPending) send.mutate();
  };
  return (
    <form className="tm-contactform" onSubmit={submit} noValidate aria-label="Contact Us Anytime">
      <h2>Contact Us Anytime</h2>
      {FIELDS.map((spec) => (
        <Field
          key={spec.field}
          {...spec}
          value={fields[spec.field]}
          isTouched={touched.has(spec.field)}
          onChange={(value) => setFields((now) => ({ ...now, [spec.field]: value }))}
          onBlur={() => setTouched((now) => new Set([...now, spec.field]))}
        />
      ))}
      {send.error && (
        <ErrorPanel error={send.error} what="Your message">
          <p>Nothing you typed is lost. Send it again, or copy it into an email.</p>
        </ErrorPanel>
      )}
      <button type="submit" className="tm-btn pri lg" aria-disabled={send.isPending}>
        {send.isPending ? 'Sending' : 'Send message'}
      </button>
    </form>
  );
}

function Thanks() {
  return (
    <div className="tm-contactthanks" role="status">
      <h2>Thank you for Contacting Us!</h2>
      <p>Your message is kept on this server and has been handed to the people who run it.</p>
    </div>
  );
}

/** Ways to reach the people who run the installation. */
export function ContactScreen() {
  useDocumentTitle('Contact Us');
  const me = useMe();
  const [isDone, setDone] = useState(wasSubmitted);
  const finish = () => {
    rememberSubmitted();
    setDone(true);
  };
  const email = me?.site.contactEmail;
  return (
    <div className="tm-site">
      <div className="tm-contactcols">
        <div>
          <h1>Reach us online</h1>
          <p className="lead">
            {email ? <a href={`mailto:${email}`}>{email}</a> : 'The address for email could not be loaded.'}
          </p>
          <p>The people who run this installation read what you write here. They are not the makers of the software.</p>
          <ul className="points">
            <li>Accounts: verified by a person within 1 business day</li>
            <li>Do not send recovery phrases, passwords or private keys</li>
            <li>Victims: report to your local police first, and keep every transaction id</li>
          </ul>
        </div>
        {isDone ? <Thanks /> : <ContactForm onDone={finish} />}
      </div>
    </div>
  );
}
