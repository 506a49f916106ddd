import { useQueryClient } from '@tanstack/react-query';
import { registrationRoutes } from '@trailmark/api/contract/registration';
import { useState } from 'react';
import { api } from '../../api.ts';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { showToast } from '../../components/toast.ts';
import { useSession } from '../../session.ts';
import { AccountPage } from './account-page.tsx';
import { checkNewPassword, NewPasswordField, usePasswordLength } from './new-password-field.tsx';
import { useRegistrationCheck } from './use-registration-check.ts';

const EMPTY = { current: '', password: '' };

/** Changes the own password. */
export function UpdatePasswordScreen() {
  const { me, name, email } = useSession();
  const minLength = usePasswordLength();
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: EMPTY,
    schema: registrationRoutes.updatePassword.body,
    words: { current: 'Password is required.' },
    check: ({ current, password }) => ({
      ...(current !== '' && current === password && { password: 'This is the password you have now.' }),
      ...checkNewPassword(password, minLength),
    }),
    send: async (body) => {
      await api.call('updatePassword', { body });
      setDone(true);
      form.set('current', '');
      form.set('password', '');
      showToast('done', 'The password is changed.');
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const { password } = form.values;
  const agency = me?.account?.agency.name ?? '';
  const remarks = useRegistrationCheck(password === '' ? {} : { password, name, agency });
  return (
    <AccountPage
      title="Update password"
      lead={
        me?.account?.mustSetPassword
          ? 'Your password is older than this installation allows. Set a new one to go on.'
          : 'You will be signed out everywhere else. Your API tokens and the feed of your alerts end.'
      }
    >
      {isDone && (
        <div className="tm-notice" role="status">
          <p>The password is changed. Your other sessions, your API tokens and the feed of your alerts have ended.</p>
        </div>
      )}
      <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="Update password" key={String(isDone)}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" autoComplete="current-password" {...form.field('current')} />
        <NewPasswordField {...form.field('password')} remark={remarks?.password} strength={remarks?.strength} />
        <FormFailure error={form.failure} what="The change" />
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
          Update password
        </button>
      </form>
    </AccountPage>
  );
}
