import { IconFingerprint } from '@tabler/icons-react';
import { sessionRoutes } from '@trailmark/api/contract/session';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { api } from '../api.ts';
import { FormFailure } from '../components/form/form-failure.tsx';
import { FormField } from '../components/form/form-field.tsx';
import { PasswordField } from '../components/form/password-field.tsx';
import { useForm } from '../components/form/use-form.ts';
import { useSession } from '../session.ts';
import { canUsePasskeys, givePasskey } from './passkey.ts';

export interface ProveFormProps {
  /** "Unlock", "Confirm". */
  readonly action: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
  readonly cancel?: string;
}

async function provePasskey(): Promise<void> {
  const { options } = await api.call('startUnlock', { body: {} });
  if (!options) throw new AppError('invalid', 'Your account has no passkey. Use your password or a code.');
  await api.call('unlock', { body: { passkey: await givePasskey(options) } });
}

type Way = 'password' | 'code';

/** Proves again that it is the same person: password, code of the authenticator, or passkey. */
export function ProveForm({ action, onDone, onCancel, cancel = 'Cancel' }: ProveFormProps) {
  const { me, email } = useSession();
  const factors = me?.account?.factors ?? [];
  const [way, setWay] = useState<Way>('password');
  const [passkeyFailure, setPasskeyFailure] = useState<unknown>(undefined);
  const form = useForm({
    initial: { password: '', code: '' },
    schema: sessionRoutes.unlock.body,
    toBody: ({ password, code }) => (way === 'password' ? { password } : { code: code.trim() }),
    words: { password: 'Password is required.', code: 'Type the six digits of your authenticator.' },
    send: async (body) => {
      setPasskeyFailure(undefined);
      await api.call('unlock', { body });
      onDone();
    },
  });
  const byPasskey = () => {
    setPasskeyFailure(undefined);
    provePasskey().then(onDone, setPasskeyFailure);
  };
  return (
    <form className="tm-form" noValidate onSubmit={form.onSubmit}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {way === 'password' ? (
        <PasswordField label="Password" autoComplete="current-password" data-autofocus {...form.field('password')} />
      ) : (
        <FormField
          label="Code of your authenticator"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.field('code')}
        />
      )}
      <FormFailure error={form.failure ?? passkeyFailure} what="The proof" />
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={form.isSending}>
          {action}
        </button>
        {factors.includes('passkey') && canUsePasskeys() && (
          <button type="button" className="tm-btn" onClick={byPasskey}>
            <IconFingerprint size={16} stroke={1.5} aria-hidden="true" />
            Use a passkey
          </button>
        )}
        {factors.includes('totp') && (
          <button type="button" className="tm-btn quiet" onClick={() => setWay(way === 'code' ? 'password' : 'code')}>
            {way === 'code' ? 'Use the password' : 'Use a code'}
          </button>
        )}
        {onCancel && (
          <button type="button" className="tm-btn quiet" onClick={onCancel}>
            {cancel}
          </button>
        )}
      </div>
    </form>
  );
}
