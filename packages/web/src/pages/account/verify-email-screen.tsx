import { registrationRoutes } from '@trailmark/api/contract/registration';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { UtcTime } from '../../components/utc-time.tsx';
import { AccountPage } from './account-page.tsx';
import { BrokenLink, useLinkToken } from './link-token.tsx';

const TITLE = 'Verify your email';

function Verified({ decisionBy }: { readonly decisionBy: string | null }) {
  return (
    <AccountPage title="Your email is verified">
      <div className="tm-notice" role="status">
        {decisionBy ? (
          <p>
            An administrator now verifies the account, within 1 business day: by <UtcTime iso={decisionBy} />. You get a
            mail when it is decided.
          </p>
        ) : (
          <p>You can sign in now.</p>
        )}
      </div>
      <p>
        <AppLink className="tm-btn" href="/login">
          Login
        </AppLink>
      </p>
    </AccountPage>
  );
}

/** Uses the link of a verification email, on a click: programs that open links in emails use nothing up. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const [answer, setAnswer] = useState<{ readonly decisionBy: string | null } | undefined>(undefined);
  const form = useForm({
    initial: {},
    schema: registrationRoutes.verifyEmail.body,
    toBody: () => ({ token: token ?? '' }),
    send: async (body) => setAnswer(await api.call('verifyEmail', { body })),
  });
  if (answer) return <Verified decisionBy={answer.decisionBy} />;
  if (!token) return <BrokenLink title={TITLE} again={{ href: '/re-verification', name: 'Send a new mail' }} />;
  return (
    <AccountPage title={TITLE} lead="One click shows that this address is yours.">
      <form className="tm-form" onSubmit={form.onSubmit}>
        <FormFailure error={form.failure} what="The verification" />
        {form.failure !== undefined && (
          <p>
            <AppLink href="/re-verification">Send a new mail</AppLink>
          </p>
        )}
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending}>
          Verify this address
        </button>
      </form>
    </AccountPage>
  );
}
