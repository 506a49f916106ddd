import { registrationRoutes } from '@trailmark/api/contract/registration';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { checkEmail, REQUIRED } from './sign-in-check.ts';

export interface MailRequestProps {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  /** What is shown afterwards, whether or not the address has an account. */
  readonly sent: ReactNode;
  readonly send: (email: string) => Promise<unknown>;
}

/** Asks for an address and has an email sent to it. */
export function MailRequest({ title, lead, action, sent, send }: MailRequestProps) {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: '' },
    // Both routes that email to an address take the same body.
    schema: registrationRoutes.forgotPassword.body,
    toBody: ({ email }) => ({ email: email.trim() }),
    words: REQUIRED,
    check: ({ email }) => checkEmail(email),
    send: async ({ email }) => {
      await send(email);
      setSent(true);
    },
  });
  return (
    <AccountPage title={title} lead={isSent ? undefined : lead}>
      {isSent ? (
        <div className="tm-notice" role="status">
          <p>{sent}</p>
        </div>
      ) : (
        <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label={title}>
          <FormField label="Email" type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
          <FormFailure error={form.failure} what="The request" />
          <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
            {form.isSending ? 'Sending' : action}
          </button>
        </form>
      )}
      <p>
        <AppLink href="/login">Back to login</AppLink>
      </p>
    </AccountPage>
  );
}
