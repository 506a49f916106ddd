import { IconFingerprint } from '@tabler/icons-react';
import { type LoginAnswer, sessionRoutes } from '@trailmark/api/contract/session';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { canUsePasskeys, givePasskey } from '../../session/passkey.ts';
import { checkSignIn, REQUIRED } from './sign-in-check.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignInFormProps {
  /** A notice has to be acknowledged first. */
  readonly isHeld: boolean;
  /** The sign-in is done and the page about to change. */
  readonly isDone: boolean;
  readonly onAnswer: (answer: LoginAnswer, credentials: Credentials) => void;
}

/** Signs in with a passkey alone: the browser shows the accounts it holds. */
async function signInByPasskey(): Promise<LoginAnswer> {
  const { options, ticket } = await api.call('startPasskeyLogin', { body: {} });
  return api.call('finishPasskeyLogin', { body: { ticket, passkey: await givePasskey(options) } });
}

/** What to do next, where an answer leaves something to do. */
function NextStep({ answer }: { readonly answer: LoginAnswer }) {
  if (answer.notice) return <p role="alert">{answer.notice}</p>;
  switch (answer.flag) {
    case 'email_not_verified':
      return (
        <p>
          The link in the verification mail does it. <AppLink href="/re-verification">Send it again</AppLink>
        </p>
      );
    case 'nouser':
      return (
        <p>
          Check the address, or <AppLink href="/register">create an account</AppLink>.
        </p>
      );
    case 'pending':
      return <p>An administrator verifies new accounts within 1 business day. You get a mail when it is done.</p>;
    case 'failed':
      return (
        <p>
          Check both fields: capital letters count in the password. After several tries the account rests for a while.
        </p>
      );
    default:
      return null;
  }
}

/** Email and password, with the passkey next to them. */
export function SignInForm({ isHeld, isDone, onAnswer }: SignInFormProps) {
  const [answer, setAnswer] = useState<LoginAnswer | undefined>(undefined);
  const [passkeyFailure, setPasskeyFailure] = useState<unknown>(undefined);
  const [isAsking, setAsking] = useState(false);
  const take = (next: LoginAnswer, credentials: Credentials) => {
    setAnswer(next);
    onAnswer(next, credentials);
  };
  const form = useForm({
    initial: { email: '', password: '' },
    schema: sessionRoutes.login.body,
    toBody: ({ email, password }) => ({ email: email.trim(), password }),
    words: REQUIRED,
    check: checkSignIn,
    send: async (body) => {
      setAnswer(undefined);
      setPasskeyFailure(undefined);
      take(await api.call('login', { body }), body);
    },
  });
  const byPasskey = () => {
    setAsking(true);
    setPasskeyFailure(undefined);
    signInByPasskey()
      .then((next) => take(next, { email: '', password: '' }), setPasskeyFailure)
      .finally(() => setAsking(false));
  };
  const isWrong = answer?.flag === 'failed';
  const node = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isWrong) node.current?.querySelector('input')?.focus();
  }, [isWrong]);
  const edit = (name: 'email' | 'password') => {
    const { onText, ...rest } = form.field(name);
    const onEdit = (text: string) => {
      if (isWrong) setAnswer(undefined);
      onText(text);
    };
    return { ...rest, onText: onEdit, isInvalid: isWrong };
  };
  return (
    <form ref={node} className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="Sign-in">
      <fieldset disabled={isHeld}>
        <FormField label="Email" type="email" autoComplete="username webauthn" inputMode="email" {...edit('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...edit('password')} />
        <div className="between">
          <label className="tm-check">
            <input type="checkbox" name="remember" />
            Remember me
          </label>
          <AppLink href="/forgot-password">Forgot password?</AppLink>
        </div>
        <div className="next">{answer && <NextStep answer={answer} />}</div>
        <FormFailure error={form.failure ?? passkeyFailure} what="Signing in" />
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending || isDone}>
          {isDone ? 'Signed in' : form.isSending ? 'Signing in' : 'Login'}
        </button>
        {canUsePasskeys() && (
          <button type="button" className="tm-btn lg" disabled={isAsking || isDone} onClick={byPasskey}>
            <IconFingerprint size={18} stroke={1.5} aria-hidden="true" />
            Sign in with a passkey
          </button>
        )}
      </fieldset>
    </form>
  );
}
