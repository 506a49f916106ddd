import { useQueryClient } from '@tanstack/react-query';
import { type CaseReportedEvent, caseTimelineRoutes } from '@trailmark/api/contract/case-timeline';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { readTimeField, toTimeField } from './timeline-words.ts';

/** A reported event to change, or a new one. */
export type EditedEvent =
  | 'new'
  | Pick<
      CaseReportedEvent,
      'id' | 'title' | 'text' | 'starts' | 'ends' | 'isEstimated' | 'mark' | 'source' | 'version'
    >;

const MARKS = [
  ['claim', 'Claim: somebody states it'],
  ['inference', 'Inference: a rule or method says so'],
  ['fact', 'Fact: a ledger or our own log shows it'],
] as const;
const PRECISIONS = [
  ['exact', 'The time is exact'],
  ['estimated', 'The time is estimated'],
] as const;
const EMPTY = {
  ...{ title: '', text: '', source: '', starts: null, ends: null },
  ...{ isEstimated: false, mark: 'claim' },
} as const;

interface EventFormProps {
  readonly caseId: string;
  readonly edited: EditedEvent;
  readonly onClose: () => void;
}

function EventForm({ caseId, edited, onClose }: EventFormProps) {
  const client = useQueryClient();
  const given = edited === 'new' ? EMPTY : edited;
  const form = useForm({
    initial: {
      ...{ title: given.title, text: given.text, source: given.source, mark: given.mark as string },
      ...{ starts: toTimeField(given.starts), ends: toTimeField(given.ends) },
      precision: given.isEstimated ? 'estimated' : 'exact',
    },
    schema: caseTimelineRoutes.addCaseEvent.body,
    toBody: ({ starts, ends, precision, ...texts }) => ({
      ...texts,
      starts: readTimeField(starts) ?? null,
      ends: readTimeField(ends) ?? null,
      isEstimated: precision === 'estimated',
    }),
    check: ({ starts, ends }) => {
      const [first, last] = [readTimeField(starts), readTimeField(ends)];
      if (first === undefined) return { starts: 'A day and a time, UTC.' };
      const isWrong = last === undefined || (last !== null && (first === null || last < first));
      return isWrong ? { ends: 'An event that lasts has a beginning, and ends after it.' } : {};
    },
    send: async (body) => {
      if (edited === 'new') await api.call('addCaseEvent', { params: { case: caseId }, body });
      else {
        const params = { case: caseId, event: edited.id };
        await api.call('updateCaseEvent', { params, body: { ...body, version: edited.version } });
      }
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      what="The event"
      action={edited === 'new' ? 'Enter the event' : 'Save the event'}
      onClose={onClose}
    >
      <FormField label="What happened" autoComplete="off" data-autofocus {...form.field('title')} maxLength={200} />
      <div className="cs-two">
        <FormField
          label="When, UTC"
          type="datetime-local"
          required={false}
          help="Leave it empty where nobody knows."
          {...form.field('starts')}
        />
        <FormField label="Until, UTC" type="datetime-local" required={false} {...form.field('ends')} />
        <FormSelect label="How exact" options={PRECISIONS} {...form.field('precision')} />
        <FormSelect label="How we know" options={MARKS} {...form.field('mark')} />
      </div>
      <FormField
        label="Source"
        required={false}
        help="Who says so, or the item or exhibit that shows it, such as EV-04."
        {...form.field('source')}
        maxLength={200}
      />
      <FormArea label="Details" rows={4} isOptional {...form.field('text')} maxLength={4_000} />
    </DialogForm>
  );
}

export interface EventDialogProps {
  readonly caseId: string;
  readonly edited: EditedEvent | undefined;
  readonly onClose: () => void;
}

/** What somebody reports: with a time, with a span, or without either. */
export function EventDialog({ caseId, edited, onClose }: EventDialogProps) {
  return (
    <Dialog isOpen={edited !== undefined} onClose={onClose} title="Reported event" width={560}>
      {edited && <EventForm caseId={caseId} edited={edited} onClose={onClose} />}
    </Dialog>
  );
}
