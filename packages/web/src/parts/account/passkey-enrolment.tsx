import { factorRoutes } from '@trailmark/api/contract/factor';
import { api } from '../../api.ts';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { canUsePasskeys, makePasskey } from '../../session/passkey.ts';
import type { EnrolmentProps } from './totp-enrolment.tsx';

/** Makes a passkey on this device or a security key. */
export function PasskeyEnrolment({ onDone }: EnrolmentProps) {
  const form = useForm({
    initial: { name: 'This device' },
    schema: factorRoutes.addPasskey.body.pick({ name: true }),
    words: { name: 'Give the passkey a name you will know it by.' },
    send: async ({ name }) => {
      const { options } = await api.call('startPasskey', { body: {} });
      const passkey = await makePasskey(options);
      const { recoveryCodes } = await api.call('addPasskey', { body: { name, passkey } });
      onDone(recoveryCodes);
    },
  });
  if (!canUsePasskeys()) {
    return (
      <p className="tm-t2">This browser makes no passkeys at this address: they need https or this very machine.</p>
    );
  }
  return (
    <form className="tm-form" noValidate onSubmit={form.onSubmit} aria-label="Passkey">
      <FormField label="Name of the passkey" autoComplete="off" {...form.field('name')} />
      <FormFailure error={form.failure} what="The passkey" />
      <div className="actions">
        <button type="submit" className="tm-btn" disabled={form.isSending}>
          Make a passkey
        </button>
      </div>
    </form>
  );
}
