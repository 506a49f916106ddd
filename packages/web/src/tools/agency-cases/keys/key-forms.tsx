import { useQueryClient } from '@tanstack/react-query';
import { type CaseKey, caseKeyRoutes } from '@trailmark/api/contract/case-keys';
import { z } from 'zod';
import { api } from '../../../api.ts';
import { CASES_KEY } from '../../../cases.ts';
import { DialogForm } from '../../../components/form/dialog-form.tsx';
import { FormArea } from '../../../components/form/form-choice.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { useForm } from '../../../components/form/use-form.ts';

interface CloseProps {
  readonly onClose: () => void;
}

/** Enters a key that another administrator then confirms. */
export function EnterKey({ onClose }: CloseProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { name: '', publicKey: '', compared: '' },
    schema: caseKeyRoutes.proposeCaseKey.body,
    send: async (body) => {
      await api.call('proposeCaseKey', { body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The key" action="Enter the key" onClose={onClose}>
      <p className="tm-t2">Another administrator of your agency confirms it before it is trusted.</p>
      <FormField label="Agency" autoComplete="off" data-autofocus {...form.field('name')} />
      <FormArea
        label="Public key"
        rows={4}
        isMono
        help="The file that the agency saved under Keys, or 64 hexadecimal digits."
        {...form.field('publicKey')}
      />
      <FormField
        label="How the fingerprint was compared"
        autoComplete="off"
        help="With whom, and by which other means than the one the key came by."
        {...form.field('compared')}
      />
    </DialogForm>
  );
}

interface KeyProps extends CloseProps {
  readonly caseKey: CaseKey;
}

function Which({ caseKey: { name, fingerprint, compared } }: Pick<KeyProps, 'caseKey'>) {
  return (
    <>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        , compared: <bdi>{compared}</bdi>
      </p>
      <p className="tm-mono cf-print">{fingerprint}</p>
    </>
  );
}

/** Confirms a key, refuses it, or withdraws one’s own. */
export function AskDecision({ caseKey, isTrusted, onClose }: KeyProps & { readonly isTrusted: boolean }) {
  const client = useQueryClient();
  const form = useForm({
    initial: {},
    schema: z.object({}),
    send: async () => {
      await api.call('decideCaseKey', { params: { key: caseKey.id }, body: { isTrusted } });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  const refusal = caseKey.mayWithdraw ? 'Withdraw the key' : 'Refuse the key';
  return (
    <DialogForm
      form={form}
      what="The decision"
      action={isTrusted ? 'Trust the key' : refusal}
      isDanger={!isTrusted}
      onClose={onClose}
    >
      <Which caseKey={caseKey} />
      <p className="tm-t2">
        {isTrusted
          ? 'Packages that this key signed are imported without a question from now on. Compare the fingerprint yourself.'
          : 'It stays in the list, and can be entered again.'}
      </p>
    </DialogForm>
  );
}

/** Trusts a key no longer. */
export function RevokeKey({ caseKey, onClose }: KeyProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { from: new Date().toISOString().slice(0, 10), why: '' },
    schema: caseKeyRoutes.revokeCaseKey.body,
    send: async (body) => {
      await api.call('revokeCaseKey', { params: { key: caseKey.id }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The revocation" action="Revoke the key" isDanger onClose={onClose}>
      <Which caseKey={caseKey} />
      <FormField
        label="From"
        type="date"
        help="Packages that say they were made from this day (UTC) on are refused. Older ones have to be accepted."
        {...form.field('from')}
      />
      <FormArea label="Reason" rows={3} hasFocus {...form.field('why')} />
    </DialogForm>
  );
}
