import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { sourcesQuery } from '../../parts/sources/source-queries.ts';

interface AllowFormProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

function AllowForm({ caseId, onClose }: AllowFormProps) {
  const client = useQueryClient();
  const { data, error: failure } = useQuery(sourcesQuery());
  const [chosen, setChosen] = useState('');
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string | undefined>();
  const on = data?.items.filter(({ isOn }) => isOn) ?? [];
  const source = chosen || (on[0]?.id ?? '');
  const change = useMutation({
    mutationFn: () => api.call('allowCaseSource', { params: { case: caseId }, body: { source, why: why.trim() } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
  if (failure) return <ErrorPanel error={failure} what="The list of sources" />;
  if (!data) return null;
  if (on.length === 0) return <Empty>No external source is enabled. Ask your administrator.</Empty>;
  const form = {
    failure: change.error ?? undefined,
    isSending: change.isPending,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (why.trim().length < 3) setError('At least 3 characters.');
      else change.mutate();
    },
  };
  return (
    <DialogForm form={form} what="The source" action="Allow the source" onClose={onClose}>
      <FormSelect
        label="Source"
        name="source"
        value={source}
        options={on.map(({ id, name }) => [id, name] as const)}
        onText={setChosen}
      />
      <FormArea
        label="Reason"
        name="why"
        rows={3}
        maxLength={500}
        value={why}
        error={error}
        help="The operator of the source learns which address is requested. Where the case needs an authority for it, one must be in force."
        onText={(text) => {
          setWhy(text);
          setError(undefined);
        }}
      />
    </DialogForm>
  );
}

export interface AllowSourceDialogProps extends AllowFormProps {
  readonly isOpen: boolean;
}

/** Allows an external source in a case, with the reason. */
export function AllowSourceDialog({ isOpen, ...props }: AllowSourceDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Allow an external source">
      {isOpen && <AllowForm {...props} />}
    </Dialog>
  );
}
