import { registrationRoutes } from '@trailmark/api/contract/registration';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { AccountPage } from './account-page.tsx';
import { BrokenLink, useLinkToken } from './link-token.tsx';
import { checkNewPassword, NewPasswordField, usePasswordLength } from './new-password-field.tsx';
import { useRegistrationCheck } from './use-registration-check.ts';

const TITLE = 'Set a new password';
const AGAIN = { href: '/forgot-password', name: 'Ask for a new link' } as const;

/** Sets a new password with the link of an email. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const minLength = usePasswordLength();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    schema: registrationRoutes.resetPassword.body,
    toBody: ({ password }) => ({ token: token ?? '', password }),
    check: ({ password }) => checkNewPassword(password, minLength),
    send: async (body) => {
      await api.call('resetPassword', { body });
      setDone(true);
    },
  });
  const { password } = form.values;
  const remarks = useRegistrationCheck(password === '' ? {} : { password });
  if (isDone) {
    return (
      <AccountPage title="The new password is set">
        <div className="tm-notice" role="status">
          <p>
            All sessions of the account have ended. Sign in with the new password; your second factor stays as it was.
          </p>
        </div>
        <p>
          <AppLink className="tm-btn pri" href="/login">
            Login
          </AppLink>
        </p>
      </AccountPage>
    );
  }
  if (!token) return <BrokenLink title={TITLE} again={AGAIN} />;
  return (
    <AccountPage title={TITLE} lead="It ends all sessions of the account. Your second factor stays as it is.">
      <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label={TITLE}>
        <NewPasswordField {...form.field('password')} remark={remarks?.password} strength={remarks?.strength} />
        <FormFailure error={form.failure} what="The new password" />
        {form.failure !== undefined && (
          <p>
            <AppLink href={AGAIN.href}>{AGAIN.name}</AppLink>
          </p>
        )}
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
          Set the password
        </button>
      </form>
    </AccountPage>
  );
}
