import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlowHead } from '@trailmark/api/contract/flow';
import { type FormEvent, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FieldFrame } from '../../components/form/field-frame.tsx';
import { formatPlural } from '../../format/number.ts';
import { callFlow } from './queries.ts';

export interface FlowDialogProps {
  readonly flow: FlowHead;
  readonly onClose: () => void;
}

function useFlowList(onDone: () => void) {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ['flows'] });
    onDone();
  };
}

/** Another title for a saved flow, without opening it. */
export function RenameFlowDialog({ flow, onClose }: FlowDialogProps) {
  const [title, setTitle] = useState(flow.title);
  const done = useFlowList(onClose);
  const renaming = useMutation({
    mutationFn: () => callFlow('renameFlow', { params: { flow: flow.id }, body: { title: title.trim() } }),
    onSuccess: done,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === flow.title) return onClose();
    if (title.trim() !== '') renaming.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      centered
      title={<span className="tm-h">Rename</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className="cf-dialog" onSubmit={submit}>
        <FieldFrame id="cf-rename" label="Title">
          <input
            id="cf-rename"
            className="tm-field"
            data-autofocus
            maxLength={120}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </FieldFrame>
        {renaming.error && <ErrorPanel error={renaming.error} what="The title" />}
        <div className="tm-row">
          <button type="submit" className="tm-btn pri" disabled={title.trim() === '' || renaming.isPending}>
            Rename flow
          </button>
          <button type="button" className="tm-btn" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Puts a flow away, after saying what that means. */
export function RemoveFlowDialog({ flow, onClose }: FlowDialogProps) {
  const done = useFlowList(onClose);
  const removing = useMutation({
    // The title confirms that the flow meant is the flow removed.
    mutationFn: () => callFlow('removeFlow', { params: { flow: flow.id }, body: { title: flow.title } }),
    onSuccess: done,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      centered
      title={<span className="tm-h">Remove this flow</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="cf-dialog">
        <p>
          “{flow.title}” leaves the list for everyone in the agency, with {formatPlural(flow.nodeCount, 'node')} and{' '}
          {formatPlural(flow.versionCount, 'version')}. Nothing is erased: an administrator can bring it back.
        </p>
        {removing.error && <ErrorPanel error={removing.error} what="The removal" />}
        <div className="tm-row tm-wrap">
          <button
            type="button"
            className="tm-btn cf-dangerbtn"
            disabled={removing.isPending}
            onClick={() => removing.mutate()}
          >
            Remove “{flow.title}”
          </button>
          <button type="button" className="tm-btn" data-autofocus onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Modal>
  );
}
