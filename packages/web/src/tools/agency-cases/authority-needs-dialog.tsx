import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseAuthorities } from '@trailmark/api/contract/case-authority';
import type { AuthorityAct } from '@trailmark/core/case-authority';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { ActChoice } from './act-choice.tsx';

interface NeedsFormProps {
  readonly caseId: string;
  readonly needs: CaseAuthorities['needs'];
  readonly onClose: () => void;
}

function NeedsForm({ caseId, needs: { acts: before, version }, onClose }: NeedsFormProps) {
  const client = useQueryClient();
  const [acts, setActs] = useState<readonly AuthorityAct[]>(before);
  const change = useMutation({
    mutationFn: () => api.call('setAuthorityNeeds', { params: { case: caseId }, body: { version, acts: [...acts] } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  const form = {
    failure: change.error ?? undefined,
    isSending: change.isPending,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      change.mutate();
    },
  };
  return (
    <DialogForm form={form} what="The setting" action="Save the setting" onClose={onClose}>
      <ActChoice legend="Refused in this case without a valid authority" acts={acts} onChange={setActs} />
    </DialogForm>
  );
}

export interface NeedsDialogProps extends NeedsFormProps {
  readonly isOpen: boolean;
}

/** Which acts are refused in the case without an authority. */
export function AuthorityNeedsDialog({ isOpen, ...props }: NeedsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Acts that need an authority">
      {isOpen && <NeedsForm {...props} />}
    </Dialog>
  );
}
