import { useQueryClient } from '@tanstack/react-query';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { type CasePerson, casePeopleRoutes } from '@trailmark/api/contract/case-people';
import { KNOWLEDGE_MARKS } from '@trailmark/core/case';
import { CONFIDENCE_WORDS, LINK_BASES } from '@trailmark/core/case-people';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { type Form, useForm } from '../../components/form/use-form.ts';
import { listTraits } from '../../format/chain-traits.ts';
import { BASIS_WORDS, CONFIDENCE_LABELS, MARK_WORDS, nameOf } from './people-words.tsx';

const BASES = LINK_BASES.map((basis) => [basis, BASIS_WORDS[basis]] as const);
const MARKS = KNOWLEDGE_MARKS.map((mark) => [mark, MARK_WORDS[mark]] as const);
const CHAINS = listTraits().map(({ id, name }) => [id, name] as const);
const SURENESS = [
  ...CONFIDENCE_WORDS.map((word) => [word, CONFIDENCE_LABELS[word]] as const),
  ['rule', 'by a rule'],
] as const;
const TARGETS = [
  ['address', 'An address'],
  ['person', 'Another person or entity'],
] as const;

const FIELDS = [
  'person',
  'target',
  'chain',
  'address',
  'other',
  'relation',
  'basis',
  'explanation',
  'mark',
  'sure',
  'rule',
  'score',
  'source',
] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string>>;

const INITIAL = {
  ...{ target: 'address', chain: 'btc', address: '', relation: '', basis: 'seized-device', explanation: '' },
  ...{ mark: 'inference', sure: 'likely', rule: '', score: '', source: '' },
};

function toBody(values: Values) {
  const { person, target, chain, address, other, relation, basis, explanation, mark, source } = values;
  const { sure, rule, score } = values;
  return {
    ...{ person, relation, basis, explanation, mark, source },
    to: target === 'address' ? { kind: 'address', chain, address: address.trim() } : { kind: 'person', person: other },
    confidence: sure === 'rule' ? { of: 'rule', rule, score: Number(score) } : { of: 'person', word: sure },
  };
}

/** What the schema refuses inside a part of the body is shown at the field it is typed in. */
function check({ target, address, other, person, sure, rule, score }: Values): Partial<Record<Field, string>> {
  return {
    ...(target === 'address' && address.trim() === '' ? { address: 'This is required.' } : {}),
    ...(target === 'person' && (other === '' || other === person) ? { other: 'Choose another person or entity.' } : {}),
    ...(sure === 'rule' && rule.trim() === '' ? { rule: 'Name the rule with its version, such as co-spend/3.' } : {}),
    ...(sure === 'rule' && !/^(?:\d{1,2}|100)$/.test(score.trim()) ? { score: 'A whole number from 0 to 100.' } : {}),
  };
}

function TargetFields({ form, people }: { readonly form: Form<Field>; readonly people: readonly CasePerson[] }) {
  if (form.values.target === 'person') {
    const others = people.filter(({ id }) => id !== form.values.person).map((one) => [one.id, nameOf(one)] as const);
    return <FormSelect label="To whom" options={[['', 'Choose…'], ...others]} {...form.field('other')} />;
  }
  return (
    <>
      <FormSelect label="Chain" options={CHAINS} {...form.field('chain')} />
      <FormField label="Address" className="tm-mono" autoComplete="off" spellCheck={false} {...form.field('address')} />
    </>
  );
}

interface LinkFormProps {
  readonly caseId: string;
  readonly people: readonly CasePerson[];
  readonly person: string;
  readonly onDone: (overlaps: readonly CaseOverlap[]) => void;
  readonly onClose: () => void;
}

function LinkForm({ caseId, people, person, onDone, onClose }: LinkFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { ...INITIAL, person, other: '' },
    schema: casePeopleRoutes.addCaseLink.body,
    toBody,
    check,
    send: async (body) => {
      const { overlaps } = await api.call('addCaseLink', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onDone(overlaps);
    },
  });
  const names = people.map((one) => [one.id, nameOf(one)] as const);
  return (
    <DialogForm form={form} what="The link" action="Add the link" onClose={onClose}>
      <div className="cs-two">
        <FormSelect label="Who" options={names} {...form.field('person')} />
        <FormSelect label="Linked to" options={TARGETS} {...form.field('target')} />
        <TargetFields form={form} people={people} />
        <FormField
          label="What it says"
          autoComplete="off"
          help="Such as “controls the key”."
          {...form.field('relation')}
        />
        <FormField label="Source" autoComplete="off" help="Such as EV-11, entry 3." {...form.field('source')} />
        <FormSelect label="Basis" options={BASES} {...form.field('basis')} />
        <FormSelect label="How we know" options={MARKS} {...form.field('mark')} />
        <FormSelect label="How sure" options={SURENESS} {...form.field('sure')} />
        {form.values.sure === 'rule' && (
          <>
            <FormField label="Rule and version" autoComplete="off" {...form.field('rule')} />
            <FormField label="Confidence of the rule, 0 to 100" inputMode="numeric" {...form.field('score')} />
          </>
        )}
      </div>
      <FormArea label="What it rests on" rows={2} isOptional {...form.field('explanation')} />
    </DialogForm>
  );
}

export interface LinkDialogProps extends LinkFormProps {
  readonly isOpen: boolean;
}

/** A link with its basis, its mark, its confidence and its source. Links that contradict each other are both kept. */
export function LinkDialog({ isOpen, ...props }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title="Link" width={620}>
      {isOpen && <LinkForm {...props} />}
    </Dialog>
  );
}
