import { useQueryClient } from '@tanstack/react-query';
import { caseRoutes } from '@trailmark/api/contract/case';
import { KNOWLEDGE_MARKS } from '@trailmark/core/case';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';

type Overview = Answer<'getCase'>;
type Mark = (typeof KNOWLEDGE_MARKS)[number];

const WORDS: Readonly<Record<Mark, string>> = {
  fact: 'Fact: what the ledger shows',
  inference: 'Inference: what a rule or method says',
  claim: 'Claim: what somebody states',
};

type Name = Mark | `${Mark}-source`;

function toValues({ statements }: Overview): Readonly<Record<Name, string>> {
  const entries = KNOWLEDGE_MARKS.flatMap((mark) => {
    const found = statements.find((statement) => statement.mark === mark);
    return [
      [mark, found?.text ?? ''],
      [`${mark}-source`, found?.source ?? ''],
    ];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

function StatementsForm({ overview, onClose }: { readonly overview: Overview; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { id, version } = overview.head;
  const form = useForm<Name, ReturnType<typeof caseRoutes.updateCase.body.parse>>({
    initial: toValues(overview),
    schema: caseRoutes.updateCase.body,
    toBody: (values) => ({
      version,
      statements: KNOWLEDGE_MARKS.filter((mark) => values[mark].trim() !== '').map((mark) => ({
        mark,
        text: values[mark].trim(),
        source: values[`${mark}-source`].trim(),
      })),
    }),
    send: async (body) => {
      await api.call('updateCase', { params: { case: id }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The statements" action="Save what happened" onClose={onClose}>
      {KNOWLEDGE_MARKS.map((mark) => (
        <fieldset key={mark} className="cs-statement">
          <FormArea label={WORDS[mark]} rows={2} {...form.field(mark)} maxLength={500} isOptional />
          <FormField
            label="Shown by"
            required={false}
            help="The item or exhibit, such as A-3 or EV-04."
            {...form.field(`${mark}-source`)}
            maxLength={80}
          />
        </fieldset>
      ))}
    </DialogForm>
  );
}

export interface StatementsDialogProps {
  readonly overview: Overview;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What happened in three statements at most, one of each kind, each with what shows it. */
export function StatementsDialog({ overview, isOpen, onClose }: StatementsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="What happened" width={560}>
      {isOpen && <StatementsForm overview={overview} onClose={onClose} />}
    </Dialog>
  );
}
