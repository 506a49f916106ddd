import { useQueryClient } from '@tanstack/react-query';
import { registrationRoutes } from '@trailmark/api/contract/registration';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { BrokenLink, useLinkToken } from './link-token.tsx';
import { checkNewAccount, NewPasswordField, usePasswordLength } from './new-password-field.tsx';
import { REQUIRED } from './sign-in-check.ts';
import { useRegistrationCheck } from './use-registration-check.ts';

const TITLE = 'Claim this installation';

function Claimed() {
  return (
    <AccountPage title="The installation is claimed">
      <div className="tm-notice" role="status">
        <p>You are its first administrator. Sign in, and set up a second factor when you are asked to.</p>
      </div>
      <p>
        <AppLink className="tm-btn pri" href="/login">
          Login
        </AppLink>
      </p>
    </AccountPage>
  );
}

/** Makes the first administrator, with the link that the first start printed. */
export function ClaimScreen() {
  const token = useLinkToken();
  const minLength = usePasswordLength();
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { name: '', email: '', agency: '', password: '' },
    schema: registrationRoutes.claimInstallation.body,
    toBody: (values) => ({ token: token ?? '', ...values, email: values.email.trim() }),
    words: REQUIRED,
    check: (values) => checkNewAccount(values, minLength),
    send: async (body) => {
      await api.call('claimInstallation', { body });
      setDone(true);
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const { password, name, agency } = form.values;
  const remarks = useRegistrationCheck(password === '' ? {} : { password, name, agency });
  if (isDone) return <Claimed />;
  if (!token) return <BrokenLink title={TITLE} again={null} from="what the server printed at its start" />;
  return (
    <AccountPage title={TITLE} lead="The first account administers the installation and lets the others in.">
      <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label={TITLE}>
        <FormField label="Name" autoComplete="name" {...form.field('name')} />
        <FormField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          help="Its domain becomes the first domain of the agency."
          {...form.field('email')}
        />
        <FormField label="Agency" autoComplete="organization" {...form.field('agency')} />
        <NewPasswordField
          label="Password"
          {...form.field('password')}
          remark={remarks?.password}
          strength={remarks?.strength}
        />
        <FormFailure error={form.failure} what="The claim" />
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
          Claim this installation
        </button>
      </form>
    </AccountPage>
  );
}
