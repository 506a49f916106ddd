import { useQueryClient } from '@tanstack/react-query';
import { labelPackRoutes, type PackVersionRow } from '@trailmark/api/contract/label-pack';
import { SANCTIONS_PACK } from '@trailmark/core/sanction-listing';
import { api } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { formatPlural } from '../../format/number.ts';

export interface PackChange {
  readonly kind: 'activate' | 'roll-back' | 'remove';
  readonly row: PackVersionRow;
}

const TITLES: Readonly<Record<PackChange['kind'], string>> = {
  activate: 'Bring into force',
  'roll-back': 'Roll back',
  remove: 'Take out of force',
};

/** Screening goes by the sanctions list: two administrators decide to take it out of force. */
function takesTwo({ kind, row }: PackChange): boolean {
  return row.id === SANCTIONS_PACK && kind !== 'activate';
}

function describeChange({ kind, row }: PackChange): string {
  const claims = formatPlural(row.labelCount, 'claim');
  if (kind === 'remove')
    return `${claims} of “${row.title}” will no longer be shown or used. The versions stay stored.`;
  const before =
    kind === 'roll-back' ? 'A newer version goes out of force.' : 'Any other version of it goes out of force.';
  return `“${row.title}” of ${row.asOf} with ${claims} will be shown and used at once. ${before}`;
}

function nameButton(change: PackChange): string {
  const { kind, row } = change;
  if (takesTwo(change)) return 'Propose or confirm';
  if (kind === 'remove') return `Take “${row.title}” out of force`;
  return kind === 'roll-back'
    ? `Roll back to version ${row.version.slice(0, 8)}`
    : `Bring version ${row.version.slice(0, 8)} into force`;
}

export interface PackDialogProps {
  /** Undefined: closed. */
  readonly change: PackChange | undefined;
  readonly onClose: () => void;
}

function PackForm({ change, onClose }: { readonly change: PackChange; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { kind, row } = change;
  const form = useForm({
    initial: {},
    schema: labelPackRoutes.activateLabelPack.body,
    toBody: () => ({ version: kind === 'remove' ? null : row.version }),
    send: async (body) => {
      await api.call('activateLabelPack', { params: { pack: row.id }, body });
      // Labels are in nearly every answer.
      await client.invalidateQueries();
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The change" action={nameButton(change)} onClose={onClose}>
      <p>{describeChange(change)}</p>
      {takesTwo(change) && (
        <p>
          This is the sanctions list: without it nobody is found to be listed. Two administrators of the installation
          decide that. The first of them proposes it, and it is done when another one does the same within seven days.
        </p>
      )}
      {form.failure !== undefined && <p>The packs in force are as they were.</p>}
    </DialogForm>
  );
}

/** Asks before other labels are used for every answer. */
export function PackDialog({ change, onClose }: PackDialogProps) {
  return (
    <Dialog isOpen={change !== undefined} onClose={onClose} title={change ? TITLES[change.kind] : ''}>
      {change && <PackForm change={change} onClose={onClose} />}
    </Dialog>
  );
}
