import { Dialog } from '../components/dialog.tsx';
import { ProveForm } from './prove-form.tsx';

/** Asks for a fresh proof before a step that changes much; the step continues automatically afterwards. */
export function StepUpDialog({ onSettled }: { readonly onSettled: (isProven: boolean) => void }) {
  return (
    <Dialog isOpen onClose={() => onSettled(false)} title="Confirm that it is you" width={480} closeLabel="Cancel">
      <p className="tm-t2">This step asks for a proof that is at most five minutes old.</p>
      <ProveForm action="Confirm" onDone={() => onSettled(true)} onCancel={() => onSettled(false)} />
    </Dialog>
  );
}
