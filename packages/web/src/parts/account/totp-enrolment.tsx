import { useMutation } from '@tanstack/react-query';
import { factorRoutes } from '@trailmark/api/contract/factor';
import { api } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { QrCode } from '../../components/qr-code.tsx';
import './account-parts.css';

export interface EnrolmentProps {
  /** With recovery codes where the account got its first factor; none otherwise. */
  readonly onDone: (recoveryCodes: readonly string[]) => void;
}

const SIX_DIGITS = 'Type the six digits it shows.';
const withoutSpaces = (code: string) => code.replace(/\s/g, '');
const inFours = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ');

function Secret({ secret, uri, onDone }: EnrolmentProps & { readonly secret: string; readonly uri: string }) {
  const form = useForm({
    initial: { code: '' },
    schema: factorRoutes.confirmTotp.body,
    toBody: ({ code }) => ({ code: withoutSpaces(code) }),
    words: { code: SIX_DIGITS },
    check: ({ code }) => (/^\d{6}$/.test(withoutSpaces(code)) ? {} : { code: SIX_DIGITS }),
    send: async (body) => {
      const { recoveryCodes } = await api.call('confirmTotp', { body });
      onDone(recoveryCodes);
    },
  });
  return (
    <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="Authenticator">
      <div className="tm-totp">
        <QrCode text={uri} label="QR code for the authenticator" />
        <div>
          <p>Scan this with an authenticator app, or type the secret into it:</p>
          <p className="secret">
            <code className="tm-mono">{inFours(secret)}</code>
            <CopyButton value={secret} what="secret" size="sm" />
          </p>
          <p className="tm-t3">It is shown only now.</p>
        </div>
      </div>
      <FormField
        label="First code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
        maxLength={9}
      />
      <FormFailure error={form.failure} what="Setting it up" />
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={form.isSending}>
          Use this authenticator
        </button>
      </div>
    </form>
  );
}

/** Sets up an authenticator app: secret, first code. */
export function TotpEnrolment({ onDone }: EnrolmentProps) {
  const start = useMutation({ mutationFn: () => api.call('startTotp', { body: {} }) });
  if (start.data) return <Secret {...start.data} onDone={onDone} />;
  return (
    <>
      <FormFailure error={start.error ?? undefined} what="Setting it up" />
      <button type="button" className="tm-btn" disabled={start.isPending} onClick={() => start.mutate()}>
        Set up an authenticator app
      </button>
    </>
  );
}
