import { useQueryClient } from '@tanstack/react-query';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { casePeopleRoutes } from '@trailmark/api/contract/case-people';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { listTraits } from '../../format/chain-traits.ts';

const CHAINS = listTraits().map(({ id, name }) => [id, name] as const);
const MARKS = [
  ['fact', 'Fact'],
  ['inference', 'Inference'],
  ['claim', 'Claim'],
] as const;

interface LabelFormProps {
  readonly caseId: string;
  readonly onDone: (overlaps: readonly CaseOverlap[]) => void;
  readonly onClose: () => void;
}

function LabelForm({ caseId, onDone, onClose }: LabelFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { chain: 'btc', address: '', text: '', mark: 'inference', source: '' },
    schema: casePeopleRoutes.addCaseLabel.body,
    send: async (body) => {
      const { overlaps } = await api.call('addCaseLabel', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onDone(overlaps);
    },
  });
  return (
    <DialogForm form={form} what="The label" action="Add the label" onClose={onClose}>
      <FormSelect label="Chain" options={CHAINS} {...form.field('chain')} />
      <FormField
        label="Address"
        className="tm-mono"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.field('address')}
      />
      <FormField label="Label" autoComplete="off" help="It stays in this case." {...form.field('text')} />
      <FormSelect label="How we know" options={MARKS} {...form.field('mark')} />
      <FormField label="Source" autoComplete="off" help="Such as A-3 or EV-04." {...form.field('source')} />
    </DialogForm>
  );
}

export interface LabelDialogProps extends LabelFormProps {
  readonly isOpen: boolean;
}

/** What this case calls an address. */
export function LabelDialog({ isOpen, ...props }: LabelDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Label an address in this case">
      {isOpen && <LabelForm {...props} />}
    </Dialog>
  );
}
