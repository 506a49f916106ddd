import { useQueryClient } from '@tanstack/react-query';
import { type CaseAuthority, caseAuthorityRoutes } from '@trailmark/api/contract/case-authority';
import type { AuthorityAct } from '@trailmark/core/case-authority';
import { isChainId } from '@trailmark/core/chain';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { ActChoice } from './act-choice.tsx';

/** Parts of a line between commas or spaces. */
const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

/** A line of the field: `btc 1A1z…`. */
function toPoint(line: string) {
  const [chain = '', address = ''] = line.trim().split(/\s+/);
  return { chain, address };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function toValues(authority: CaseAuthority | undefined, today: string) {
  return {
    type: authority?.type ?? '',
    number: authority?.number ?? '',
    issuer: authority?.issuer ?? '',
    from: authority?.from ?? today,
    to: authority?.to ?? '',
    chains: (authority?.chains ?? []).join(', '),
    addresses: (authority?.addresses ?? []).map(({ chain, address }) => `${chain} ${address}`).join('\n'),
    scope: authority?.scope ?? '',
    extender: authority?.extender ?? '',
  };
}

interface AuthorityFormProps {
  readonly caseId: string;
  readonly today: string;
  /** Types that the template of the case names. */
  readonly types: readonly string[];
  readonly authority: CaseAuthority | undefined;
  readonly onClose: () => void;
}

function AuthorityForm({ caseId, today, types, authority, onClose }: AuthorityFormProps) {
  const client = useQueryClient();
  const [acts, setActs] = useState<readonly AuthorityAct[]>(authority?.acts ?? ['request']);
  const form = useForm({
    initial: toValues(authority, today),
    schema: caseAuthorityRoutes.setCaseAuthority.body,
    toBody: ({ to, chains, addresses, ...texts }) => ({
      ...texts,
      ...(authority ? { row: { id: authority.id, version: authority.version } } : {}),
      to: to || null,
      acts,
      chains: partsOf(chains),
      addresses: linesOf(addresses).map(toPoint),
      people: authority?.people ?? [],
    }),
    check: ({ from, to, chains }) => ({
      ...(to !== '' && to < from ? { to: 'The last day is not before the first.' } : {}),
      ...(partsOf(chains).every(isChainId) ? {} : { chains: 'Ids of chains, such as btc, eth.' }),
    }),
    words: { addresses: 'One a line: the chain and the address, such as btc 1A1z….' },
    send: async (body) => {
      await api.call('setCaseAuthority', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      what="The authority"
      action={authority ? 'Save the authority' : 'Add the authority'}
      onClose={onClose}
    >
      <div className="cs-two">
        <FormField label="Type" list="cp-types" autoComplete="off" data-autofocus {...form.field('type')} />
        <FormField label="Number" autoComplete="off" {...form.field('number')} />
        <FormField label="Issued by" autoComplete="off" {...form.field('issuer')} />
        <FormField label="Who can extend it" required={false} autoComplete="off" {...form.field('extender')} />
        <FormField label="First day, UTC" type="date" {...form.field('from')} />
        <FormField label="Last day, UTC" type="date" required={false} {...form.field('to')} />
      </div>
      <datalist id="cp-types">
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <ActChoice legend="Acts that it covers" acts={acts} onChange={setActs} />
      <FormField
        label="Chains"
        required={false}
        autoComplete="off"
        help="Empty: every chain."
        {...form.field('chains')}
      />
      <FormArea
        label="Addresses"
        rows={2}
        isOptional
        isMono
        help="Empty: every address."
        {...form.field('addresses')}
      />
      <FormArea label="Scope in words" rows={2} isOptional {...form.field('scope')} />
    </DialogForm>
  );
}

export interface AuthorityDialogProps extends Omit<AuthorityFormProps, 'authority'> {
  /** The one to change; `new` for another one. */
  readonly edited: CaseAuthority | 'new' | undefined;
}

/** A legal authority: what it is, how long it is in force, and what it covers. */
export function AuthorityDialog({ edited, ...props }: AuthorityDialogProps) {
  const title = edited === 'new' ? 'Add authority' : 'Change authority';
  return (
    <Dialog isOpen={edited !== undefined} onClose={props.onClose} title={title} width={620}>
      {edited && <AuthorityForm authority={edited === 'new' ? undefined : edited} {...props} />}
    </Dialog>
  );
}
