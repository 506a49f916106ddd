import { Modal } from '@mantine/core';
import { ProveForm } from './prove-form.tsx';

/** Asks for a fresh proof before a step that changes much; the step goes on by itself afterwards. */
export function StepUpDialog({ onSettled }: { readonly onSettled: (isProven: boolean) => void }) {
  return (
    <Modal
      opened
      onClose={() => onSettled(false)}
      size={480}
      title="Confirm that it is you"
      classNames={{ content: 'tm-dialog' }}
      closeButtonProps={{ 'aria-label': 'Cancel' }}
    >
      <p className="tm-t2">This step asks for a proof that is at most five minutes old.</p>
      <ProveForm action="Confirm" onDone={() => onSettled(true)} onCancel={() => onSettled(false)} />
    </Modal>
  );
}
