import type { LoginAnswer, Me } from '@trailmark/api/contract/session';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { useMe, useSession } from '../../session.ts';
import { homeUrl } from '../../url.ts';
import { AccountPage } from './account-page.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { type Credentials, SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Where to find us elsewhere; there is no address outside this server unless an installation names one. */
const ELSEWHERE = [
  { href: '/Support/contactUS', name: 'Contact' },
  { href: '/about-us', name: 'About' },
] as const;

function UseNotice({ text, onRead }: { readonly text: string; readonly onRead: () => void }) {
  return (
    <section className="tm-notice" aria-labelledby="use-notice">
      <h2 id="use-notice">Before you sign in</h2>
      <p className="text">{text}</p>
      <button type="button" className="tm-btn pri" onClick={onRead}>
        I have read this
      </button>
    </section>
  );
}

function SiteNotices({ site }: { readonly site: Me['site'] }) {
  return (
    <>
      {site.isUnclaimed && (
        <section className="tm-notice">
          <h2>Nobody has claimed this installation yet</h2>
          <p>
            Whoever runs the server finds a link on its console. It makes the first administrator, works once and for 30
            minutes; each new start prints a new one.
          </p>
        </section>
      )}
      {site.isDemo && (
        <section className="tm-notice">
          <p>
            This is a demonstration: people and agencies are fictional. Their passwords are listed where the server was
            started.
          </p>
        </section>
      )}
    </>
  );
}

function Links() {
  return (
    <nav className="tm-accountlinks" aria-label="Other ways">
      <p>
        <AppLink href="/re-verification">Not Verified?</AppLink>
        <AppLink href="/register">Create an account</AppLink>
        <AppLink href={homeUrl()}>Home</AppLink>
      </p>
      <p>
        {ELSEWHERE.map(({ href, name }) => (
          <AppLink key={href} href={href}>
            {name}
          </AppLink>
        ))}
        <a href="/api/docs">Documentation</a>
      </p>
    </nav>
  );
}

function SignedInAlready({ name }: { readonly name: string }) {
  return (
    <AccountPage title="Login" lead={`You are signed in as ${name}.`}>
      <p className="tm-row">
        <AppLink className="tm-btn pri" href={homeUrl()}>
          Home
        </AppLink>
        <AppLink className="tm-btn" href="/profile">
          Profile
        </AppLink>
      </p>
    </AccountPage>
  );
}

/** The sign-in page; `isGuard` where it replaces a page that requires it. */
export function SignInScreen({ isGuard = false }: { readonly isGuard?: boolean }) {
  const me = useMe();
  const session = useSession();
  const follow = useSignIn();
  const [hasRead, setRead] = useState(false);
  const [isDone, setDone] = useState(false);
  const [step, setStep] = useState<{ asked: LoginAnswer; credentials: Credentials } | undefined>(undefined);
  const take = (answer: LoginAnswer, credentials: Credentials) => {
    setStep(answer.flag === 'second-factor' ? { asked: answer, credentials } : undefined);
    if (answer.flag === 'success') setDone(true);
    follow(answer, credentials.email);
  };
  if (session.isKnown && session.isSignedIn && !isDone) return <SignedInAlready name={session.name} />;
  const notice = me?.site.useNotice ?? '';
  const isHeld = notice !== '' && !hasRead;
  return (
    <AccountPage
      title="Login"
      lead={
        isGuard
          ? 'This page asks you to sign in; then you go on to it.'
          : 'With the official email address of your agency.'
      }
    >
      {me && <SiteNotices site={me.site} />}
      {isHeld && <UseNotice text={notice} onRead={() => setRead(true)} />}
      {step ? (
        <SecondFactorStep
          {...step}
          isDone={isDone}
          onAnswer={(answer) => {
            if (answer.flag === 'success') setDone(true);
            else setStep(undefined);
            follow(answer, step.credentials.email);
          }}
          onBack={() => setStep(undefined)}
        />
      ) : (
        <SignInForm isHeld={isHeld} isDone={isDone} onAnswer={take} />
      )}
      <Links />
    </AccountPage>
  );
}
