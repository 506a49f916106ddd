import { IconFingerprint } from '@tabler/icons-react';
import { type LoginAnswer, sessionRoutes } from '@trailmark/api/contract/session';
import { AppError } from '@trailmark/core/errors';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { canUsePasskeys, givePasskey } from '../../session/passkey.ts';
import type { Credentials } from './sign-in-form.tsx';

export interface SecondFactorStepProps {
  readonly asked: LoginAnswer;
  readonly credentials: Credentials;
  readonly isDone: boolean;
  readonly onAnswer: (answer: LoginAnswer) => void;
  readonly onBack: () => void;
}

const NOT_TAKEN = 'This code was not accepted. Each code works once and for half a minute; type the one shown now.';

/** The step between the password and the success: a code, a passkey, or a recovery code. */
export function SecondFactorStep({ asked, credentials, isDone, onAnswer, onBack }: SecondFactorStepProps) {
  const { factors, passkeyOptions } = asked;
  const [isRecovering, setRecovering] = useState(!factors.includes('totp') && !passkeyOptions);
  const [passkeyFailure, setPasskeyFailure] = useState<unknown>(undefined);
  const [notice, setNotice] = useState<string | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const hasCode = factors.includes('totp') || isRecovering;
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  const take = (answer: LoginAnswer): boolean => {
    setNotice(answer.notice);
    if (answer.flag === 'failed' || answer.flag === 'second-factor') return false;
    onAnswer(answer);
    return true;
  };
  const form = useForm({
    initial: { code: '' },
    schema: sessionRoutes.login.body,
    toBody: ({ code }) => ({ ...credentials, code: code.trim() }),
    words: { code: 'The code has six digits; a recovery code has more.' },
    send: async (body) => {
      const answer = await api.call('login', { body });
      if (!take(answer)) throw new AppError('invalid', NOT_TAKEN, { context: { field: 'code' } });
    },
  });
  const byPasskey = () => {
    setPasskeyFailure(undefined);
    givePasskey(passkeyOptions ?? {})
      .then((passkey) => api.call('login', { body: { ...credentials, passkey } }))
      .then((answer) => {
        if (!take(answer)) throw new Error('The passkey was not accepted. Go back and sign in again.');
      })
      .catch(setPasskeyFailure);
  };
  return (
    <form className="tm-form" noValidate onSubmit={form.onSubmit} ref={box} aria-label="Second factor">
      <p className="tm-t2">The password was right. One more proof and you are signed in.</p>
      {hasCode && (
        <FormField
          label={isRecovering ? 'Recovery code' : 'Code of your authenticator'}
          inputMode={isRecovering ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          spellCheck={false}
          {...form.field('code')}
        />
      )}
      {notice && <p role="alert">{notice}</p>}
      <FormFailure error={form.failure ?? passkeyFailure} what="Signing in" />
      {hasCode && (
        <button type="submit" className="tm-btn pri lg" disabled={form.isSending || isDone}>
          {isDone ? 'Signed in' : 'Go on'}
        </button>
      )}
      {passkeyOptions && canUsePasskeys() && (
        <button type="button" className={`tm-btn lg${hasCode ? '' : ' pri'}`} disabled={isDone} onClick={byPasskey}>
          <IconFingerprint size={18} stroke={1.5} aria-hidden="true" />
          Use a passkey
        </button>
      )}
      <div className="between">
        <button type="button" className="tm-linkbtn" onClick={onBack}>
          Back
        </button>
        {factors.includes('recovery-code') && !isRecovering && (
          <button type="button" className="tm-linkbtn" onClick={() => setRecovering(true)}>
            Use a recovery code
          </button>
        )}
      </div>
    </form>
  );
}
