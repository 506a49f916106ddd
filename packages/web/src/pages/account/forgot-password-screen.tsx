import { api } from '../../api.ts';
import { MailRequest } from './mail-request.tsx';

/** Has a link sent for setting a new password. */
export function ForgotPasswordScreen() {
  return (
    <MailRequest
      title="Forgotten password"
      lead="A link for setting a new one is sent to your address. It works once and for an hour."
      action="Send the link"
      sent="If the address has an account, a link is on its way to it. It works once and for an hour. Nothing is changed until you use it."
      send={(email) => api.call('forgotPassword', { body: { email } })}
    />
  );
}
