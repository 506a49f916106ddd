import { registrationRoutes } from '@trailmark/api/contract/registration';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { checkNewAccount, NewPasswordField, usePasswordLength } from './new-password-field.tsx';
import { looksLikeEmail, REQUIRED } from './sign-in-check.ts';
import { useRegistrationCheck } from './use-registration-check.ts';

const EMPTY = { email: '', password: '', name: '', agency: '', phone: '', title: '', badge: '', supervisor: '' };

function Sent({ email }: { readonly email: string }) {
  return (
    <AccountPage title="Look into your mail">
      <div className="tm-notice" role="status">
        <p>
          What comes next was sent to <b>{email}</b>. Open the link in it within a day to show that the address is
          yours. Afterwards an administrator verifies the account within 1 business day and you get another mail.
        </p>
      </div>
      <p>
        No mail? Look in the folder for unwanted mail, or <AppLink href="/re-verification">send it again</AppLink>.
      </p>
    </AccountPage>
  );
}

/** Asks for an account with an official email address. */
export function RegisterScreen() {
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const minLength = usePasswordLength();
  const form = useForm({
    initial: EMPTY,
    schema: registrationRoutes.register.body,
    toBody: (values) => ({ ...values, email: values.email.trim() }),
    words: REQUIRED,
    check: (values) => checkNewAccount(values, minLength),
    send: async (body) => {
      await api.call('register', { body });
      setSentTo(body.email);
    },
  });
  const { email, password, name, agency } = form.values;
  const remarks = useRegistrationCheck({
    ...(looksLikeEmail(email) && { email: email.trim() }),
    ...(password !== '' && { password, name, agency }),
  });
  if (sentTo !== undefined) return <Sent email={sentTo} />;
  const emailField = form.field('email');
  return (
    <AccountPage
      title="Create an account"
      lead="For members of public agencies. Give the email address of your service: private addresses are refused."
    >
      <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="Registration">
        <FormField label="Name" autoComplete="name" {...form.field('name')} />
        <FormField
          label="Official email"
          type="email"
          inputMode="email"
          autoComplete="email"
          {...emailField}
          error={emailField.error ?? remarks?.email ?? undefined}
        />
        <NewPasswordField
          label="Password"
          {...form.field('password')}
          remark={remarks?.password}
          strength={remarks?.strength}
        />
        <FormField label="Agency" autoComplete="organization" {...form.field('agency')} />
        <FormField
          label="Phone"
          type="tel"
          autoComplete="tel"
          help="Of the office. Whoever verifies the account may call."
          {...form.field('phone')}
        />
        <FormField label="Title or rank" required={false} {...form.field('title')} />
        <FormField label="Badge or staff number" required={false} {...form.field('badge')} />
        <FormField label="Supervisor" required={false} {...form.field('supervisor')} />
        <FormFailure error={form.failure} what="The registration" />
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
          {form.isSending ? 'Sending' : 'Create an account'}
        </button>
      </form>
      <p>
        Have an account? <AppLink href="/login">Login</AppLink>
      </p>
    </AccountPage>
  );
}
