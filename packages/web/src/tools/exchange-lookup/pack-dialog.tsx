import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PackVersionRow } from '@trailmark/api/contract/label';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
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

function describeChange({ kind, row }: PackChange): string {
  const claims = formatPlural(row.labelCount, 'claim');
  if (kind === 'remove') return `${claims} of “${row.title}” will no longer be shown or used. The versions stay held.`;
  const before =
    kind === 'roll-back' ? 'A newer version goes out of force.' : 'Any other version of it goes out of force.';
  return `“${row.title}” of ${row.asOf} with ${claims} will be shown and used at once. ${before}`;
}

function nameButton({ kind, row }: PackChange): string {
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

/** Asks before other labels are used for every answer. */
export function PackDialog({ change, onClose }: PackDialogProps) {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: ({ kind, row }: PackChange) =>
      api.call('activateLabelPack', {
        params: { pack: row.id },
        body: { version: kind === 'remove' ? null : row.version },
      }),
    // Labels stand in nearly every answer.
    onSuccess: async () => {
      await client.invalidateQueries();
      onClose();
    },
  });
  const close = () => {
    changing.reset();
    onClose();
  };
  return (
    <Modal
      opened={change !== undefined}
      onClose={close}
      title={<span className="tm-h">{change ? TITLES[change.kind] : ''}</span>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {change && (
        <div className="tm-stack">
          <p>{describeChange(change)}</p>
          {changing.error && (
            <ErrorPanel error={changing.error} what="The change">
              <p>The packs in force are as they were.</p>
            </ErrorPanel>
          )}
          <div className="tm-row tm-wrap">
            <button
              type="button"
              className="tm-btn pri"
              disabled={changing.isPending}
              onClick={() => changing.mutate(change)}
            >
              {nameButton(change)}
            </button>
            <button type="button" className="tm-btn" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}
