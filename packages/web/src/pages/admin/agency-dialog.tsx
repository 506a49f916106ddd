import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type AdminAgency, AGENCY_KINDS } from '@trailmark/api/contract/admin-agencies';
import { api } from '../../api.ts';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormFailure } from '../../components/form/form-failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { ADMIN_KEY } from '../../parts/admin/admin-paths.ts';
import { KIND_WORDS } from './admin-words.ts';

type Values = Readonly<Record<'name' | 'kind' | 'country' | 'seats', string>>;

function check({ name, country, seats }: Values) {
  return {
    ...(name.trim().length < 2 && { name: 'Give the agency a name of 2 to 200 characters.' }),
    ...(!/^([a-z]{2})?$/i.test(country.trim()) && { country: 'A country is two letters, such as MT, or nothing.' }),
    ...(!/^([1-9]\d{0,5})?$/.test(seats.trim()) && { seats: 'Seats are a whole number from 1 to 999999, or nothing.' }),
  };
}

function toBody({ name, kind, country, seats }: Values) {
  return {
    name,
    kind: AGENCY_KINDS.find((each) => each === kind) ?? ('other' as const),
    country: country.trim() || null,
    seats: seats.trim() === '' ? null : Number(seats.trim()),
  };
}

function toValues(agency: AdminAgency | 'new'): Values {
  if (agency === 'new') return { name: '', kind: 'police', country: '', seats: '' };
  return {
    name: agency.name,
    kind: agency.kind,
    country: agency.country ?? '',
    seats: agency.seats === null ? '' : String(agency.seats),
  };
}

const KINDS = AGENCY_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const);

function AgencyForm({ agency, onClose }: { readonly agency: AdminAgency | 'new'; readonly onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    initial: toValues(agency),
    check,
    send: async (values) => {
      const body = toBody(values);
      if (agency === 'new') await api.call('createAgency', { body });
      else await api.call('updateAgency', { params: { id: agency.id }, body });
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
      onClose();
    },
  });
  return (
    <form className="tm-form" onSubmit={form.onSubmit} noValidate>
      <FormField label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
      <FormSelect
        label="Kind"
        name="kind"
        value={form.values.kind}
        options={KINDS}
        onText={(kind) => form.set('kind', kind)}
      />
      <FormField
        label="Country"
        required={false}
        autoComplete="off"
        help="Two letters (ISO 3166), such as MT."
        {...form.field('country')}
      />
      <FormField
        label="Seats"
        required={false}
        inputMode="numeric"
        autoComplete="off"
        help="How many active accounts the agency may have. Nothing: no limit."
        {...form.field('seats')}
      />
      <FormFailure error={form.failure} what="The agency" />
      <div className="actions">
        <button type="submit" className="tm-btn pri" disabled={form.isSending}>
          {agency === 'new' ? 'Add the agency' : `Save ${agency.name}`}
        </button>
        <button type="button" className="tm-btn" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export interface AgencyDialogProps {
  /** Undefined: closed. */
  readonly agency: AdminAgency | 'new' | undefined;
  readonly onClose: () => void;
}

/** Name, kind, country and seats of an agency. */
export function AgencyDialog({ agency, onClose }: AgencyDialogProps) {
  return (
    <Modal
      opened={agency !== undefined}
      onClose={onClose}
      title={<span className="tm-h">{agency === 'new' ? 'Add an agency' : 'Change the agency'}</span>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {agency && <AgencyForm agency={agency} onClose={onClose} />}
    </Modal>
  );
}
