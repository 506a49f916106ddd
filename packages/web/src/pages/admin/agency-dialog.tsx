import { useQueryClient } from '@tanstack/react-query';
import { type AdminAgency, AGENCY_KINDS, adminAgencyRoutes } from '@trailmark/api/contract/admin-agencies';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { ADMIN_KEY } from '../../parts/admin/admin-paths.ts';
import { KIND_WORDS } from './admin-words.ts';

type Values = Readonly<Record<'name' | 'kind' | 'country' | 'seats', string>>;

const SEATS = 'Seats are a whole number from 1 to 1,000,000, or nothing.';

function check({ name, country }: Values) {
  return {
    ...(name.trim().length < 2 && { name: 'Give the agency a name of 2 to 200 characters.' }),
    ...(!/^([a-z]{2})?$/i.test(country.trim()) && { country: 'A country is two letters, such as MT, or nothing.' }),
  };
}

function toBody({ country, seats, ...others }: Values) {
  const count = seats.trim();
  return { ...others, country: country.trim() || null, seats: count === '' ? null : Number(count) };
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
    schema: adminAgencyRoutes.createAgency.body,
    toBody,
    words: { seats: SEATS },
    check,
    send: async (body) => {
      if (agency === 'new') await api.call('createAgency', { body });
      else await api.call('updateAgency', { params: { id: agency.id }, body });
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      what="The agency"
      action={agency === 'new' ? 'Add the agency' : `Save ${agency.name}`}
      onClose={onClose}
    >
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
    </DialogForm>
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
    <Dialog
      isOpen={agency !== undefined}
      onClose={onClose}
      title={agency === 'new' ? 'Add an agency' : 'Change the agency'}
    >
      {agency && <AgencyForm agency={agency} onClose={onClose} />}
    </Dialog>
  );
}
