import { api } from '../../api.ts';
import { MailRequest } from './mail-request.tsx';

/** Has the verification email sent again. */
export function ReVerificationScreen() {
  return (
    <MailRequest
      title="Not verified?"
      lead="The mail with the verification link is sent again; older links stop working."
      action="Send the mail again"
      sent="If the address has an account that is not verified yet, a new mail is on its way to it. Its link works once and for a day."
      send={(email) => api.call('resendVerification', { body: { email } })}
    />
  );
}
