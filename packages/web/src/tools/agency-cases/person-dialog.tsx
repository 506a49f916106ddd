import { useQueryClient } from '@tanstack/react-query';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { type CasePerson, casePeopleRoutes } from '@trailmark/api/contract/case-people';
import { type IdentifierType, PERSON_KINDS } from '@trailmark/core/case-people';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { KIND_WORDS } from './people-words.tsx';

const KINDS = PERSON_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const);

const FIELDS = ['kind', 'name', 'detail', 'aliases', 'note', 'phone', 'domain', 'handle', 'account'] as const;
type Values = Readonly<Record<(typeof FIELDS)[number], string>>;

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A line of a field, `Telegram: tide_ops` for a name at a service. */
function toIdentifier(type: IdentifierType, line: string) {
  const cut = type === 'handle' || type === 'account' ? line.indexOf(':') : -1;
  return { type, service: line.slice(0, Math.max(cut, 0)).trim(), value: line.slice(cut + 1).trim() };
}

const identifiersOf = (values: Values) =>
  (['phone', 'domain', 'handle', 'account'] as const).flatMap((type) =>
    linesOf(values[type]).map((line) => toIdentifier(type, line)),
  );

function toValues(person: CasePerson | undefined): Values {
  const linesWith = (wanted: IdentifierType) =>
    (person?.identifiers ?? [])
      .filter(({ type }) => type === wanted)
      .map(({ service, value }) => (service ? `${service}: ${value}` : value))
      .join('\n');
  return {
    kind: person?.kind ?? 'suspect',
    name: person?.name ?? '',
    detail: person?.detail ?? '',
    aliases: (person?.aliases ?? []).join('\n'),
    note: person?.note ?? '',
    phone: linesWith('phone'),
    domain: linesWith('domain'),
    handle: linesWith('handle'),
    account: linesWith('account'),
  };
}

interface PersonFormProps {
  readonly caseId: string;
  readonly person: CasePerson | undefined;
  readonly onDone: (person: CasePerson, overlaps: readonly CaseOverlap[]) => void;
  readonly onClose: () => void;
}

function PersonForm({ caseId, person, onDone, onClose }: PersonFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: toValues(person),
    schema: casePeopleRoutes.setCasePerson.body,
    toBody: (values) => ({
      ...(person ? { row: { id: person.id, version: person.version } } : {}),
      kind: values.kind,
      name: values.name,
      detail: values.detail,
      note: values.note,
      aliases: linesOf(values.aliases),
      identifiers: identifiersOf(values),
    }),
    send: async (body) => {
      const answer = await api.call('setCasePerson', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onDone(answer.person, answer.overlaps);
    },
  });
  return (
    <DialogForm form={form} what="The entry" action={person ? `Save ${person.number}` : 'Add it'} onClose={onClose}>
      <div className="cs-two">
        <FormSelect label="Kind" options={KINDS} {...form.field('kind')} />
        <FormField label="Name" autoComplete="off" data-autofocus {...form.field('name')} />
        <FormField
          label="In a few words"
          required={false}
          autoComplete="off"
          help="Such as “not charged” or “at Northgate”."
          {...form.field('detail')}
        />
        <FormArea label="Aliases" rows={1} isOptional help="One a line." {...form.field('aliases')} />
        <FormArea
          label="Phone numbers"
          rows={2}
          isOptional
          help="With + and the code of the country."
          {...form.field('phone')}
        />
        <FormArea label="Domains" rows={2} isOptional help="Such as shop.example." {...form.field('domain')} />
        <FormArea label="Handles" rows={2} isOptional help="Such as Telegram: tide_ops." {...form.field('handle')} />
        <FormArea
          label="Accounts at services"
          rows={2}
          isOptional
          help="Such as Northgate: N-4471."
          {...form.field('account')}
        />
      </div>
      <FormArea label="Note" rows={3} isOptional {...form.field('note')} />
    </DialogForm>
  );
}

export interface PersonDialogProps {
  readonly caseId: string;
  /** The one to change; `new` for another one. */
  readonly edited: CasePerson | 'new' | undefined;
  readonly onDone: PersonFormProps['onDone'];
  readonly onClose: () => void;
}

/** A person or entity: its kind, its name, and what names it outside the ledger. */
export function PersonDialog({ edited, ...others }: PersonDialogProps) {
  const person = edited === 'new' ? undefined : edited;
  const title = person ? `Edit ${person.number}` : 'Add person or entity';
  return (
    <Dialog isOpen={edited !== undefined} onClose={others.onClose} title={title} width={620}>
      {edited && <PersonForm person={person} {...others} />}
    </Dialog>
  );
}
