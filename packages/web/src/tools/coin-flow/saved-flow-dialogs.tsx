import { useQueryClient } from '@tanstack/react-query';
import { type FlowHead, flowRoutes } from '@trailmark/api/contract/flow';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
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
  const done = useFlowList(onClose);
  const form = useForm({
    initial: { title: flow.title },
    schema: flowRoutes.renameFlow.body,
    words: { title: 'Give the flow a title.' },
    send: async (body) => {
      if (body.title === flow.title) return onClose();
      await callFlow('renameFlow', { params: { flow: flow.id }, body });
      return done();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Rename" width={480}>
      <DialogForm form={form} what="The title" action="Rename flow" onClose={onClose}>
        <FormField label="Title" autoComplete="off" data-autofocus {...form.field('title')} />
      </DialogForm>
    </Dialog>
  );
}

/** Takes a flow off the list, after saying what that means. */
export function RemoveFlowDialog({ flow, onClose }: FlowDialogProps) {
  const done = useFlowList(onClose);
  const form = useForm({
    initial: {},
    schema: flowRoutes.removeFlow.body,
    // The title confirms that the flow meant is the flow removed.
    toBody: () => ({ title: flow.title }),
    send: async (body) => {
      await callFlow('removeFlow', { params: { flow: flow.id }, body });
      await done();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Remove this flow" width={480}>
      <DialogForm
        form={form}
        what="The removal"
        action={`Remove “${flow.title}”`}
        isDanger
        isCautious
        onClose={onClose}
      >
        <p>
          “{flow.title}” leaves the list for everyone in the agency, with {formatPlural(flow.nodeCount, 'node')} and{' '}
          {formatPlural(flow.versionCount, 'version')}. Nothing is erased: an administrator can bring it back.
        </p>
      </DialogForm>
    </Dialog>
  );
}
