import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';

export interface WhyAct {
  /** "Withdraw P-1". */
  readonly action: string;
  /** What happens, in a sentence. */
  readonly help: string;
  /** Characters that a reason has at least; 3 unless given. */
  readonly least?: number;
  readonly send: (why: string) => Promise<unknown>;
}

interface WhyFormProps {
  readonly act: WhyAct;
  readonly onClose: () => void;
}

function WhyForm({ act: { action, help, least = 3, send }, onClose }: WhyFormProps) {
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string | undefined>();
  const change = useMutation({
    mutationFn: send,
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const form = {
    failure: change.error ?? undefined,
    isSending: change.isPending,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (why.trim().length < least) setError(`At least ${least} characters.`);
      else change.mutate(why.trim());
    },
  };
  return (
    <DialogForm form={form} what="The change" action={action} onClose={onClose}>
      <FormArea
        label="Reason"
        name="why"
        rows={3}
        maxLength={500}
        hasFocus
        value={why}
        error={error}
        help={help}
        onText={(text) => {
          setWhy(text);
          setError(undefined);
        }}
      />
    </DialogForm>
  );
}

export interface WhyDialogProps {
  readonly act: WhyAct | undefined;
  readonly onClose: () => void;
}

/** Asks for the reason of something that is written to the log with it. */
export function WhyDialog({ act, onClose }: WhyDialogProps) {
  return (
    <Dialog isOpen={act !== undefined} onClose={onClose} title={act?.action ?? ''}>
      {act && <WhyForm act={act} onClose={onClose} />}
    </Dialog>
  );
}
