import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { PasskeyEnrolment } from '../../parts/account/passkey-enrolment.tsx';
import { factorsQuery } from '../../parts/account/queries.ts';
import { RecoveryCodes } from '../../parts/account/recovery-codes.tsx';
import { TotpEnrolment } from '../../parts/account/totp-enrolment.tsx';
import { takeRememberedPage } from '../../requests/session-hints.ts';
import { useSignOut } from '../../session/use-sign-out.tsx';
import { useSession } from '../../session.ts';
import { homeUrl } from '../../url.ts';
import { AccountPage } from './account-page.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

const TITLE = 'Set up a second factor';

function Choice({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const { data } = useQuery(factorsQuery());
  return (
    <>
      <section className="tm-choice">
        <h2>Passkey</h2>
        <p>On this device, on your phone, or on a security key. Nothing to type, and no look-alike site can take it.</p>
        <PasskeyEnrolment onDone={onDone} />
      </section>
      <section className="tm-choice">
        <h2>Authenticator app</h2>
        {data?.takesTotp === false ? (
          <p>Accounts with your role use a passkey: codes are not enough for them here.</p>
        ) : (
          <>
            <p>An app that shows a new six-digit code every half minute.</p>
            <TotpEnrolment onDone={onDone} />
          </>
        )}
      </section>
    </>
  );
}

/** Where an account without a second factor sets one up; until then nothing else is open to it. */
export function SecondFactorScreen() {
  const session = useSession();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { signOut, cover } = useSignOut();
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined);
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: ['me'] });
    await router.navigate({ href: takeRememberedPage() ?? homeUrl() });
  };
  const done = (next: readonly string[]) => {
    if (next.length === 0) void leave();
    else setCodes(next);
  };
  if (codes) {
    return (
      <AccountPage title="The second factor is set up">
        <RecoveryCodes codes={codes} onKept={() => void leave()} />
      </AccountPage>
    );
  }
  if (session.isKnown && !session.isSignedIn) return <SignInScreen isGuard />;
  if (session.isKnown && session.role !== 'pending') {
    return (
      <AccountPage title={TITLE} lead="Your account is open. Its second factors are in your profile.">
        <p>
          <AppLink className="tm-btn" href="/profile">
            Profile
          </AppLink>
        </p>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={TITLE} lead="A password alone opens nothing here: passwords are guessed, reused and stolen.">
      <Choice onDone={done} />
      <p>
        <button type="button" className="tm-linkbtn" onClick={signOut}>
          Sign out
        </button>
      </p>
      {cover}
    </AccountPage>
  );
}
