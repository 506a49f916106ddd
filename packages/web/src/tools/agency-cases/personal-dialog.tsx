import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CasePerson, type CasePersonalData, casePeopleRoutes } from '@trailmark/api/contract/case-people';
import { useState } from 'react';
import { api } from '../../api.ts';
import { CASES_KEY } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';

const LEAST = 10;

interface PartProps {
  readonly caseId: string;
  readonly person: CasePerson;
  readonly onClose: () => void;
}

function ReasonForm({
  caseId,
  person,
  onClose,
  onOpened,
}: PartProps & { readonly onOpened: (data: CasePersonalData) => void }) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const opening = useMutation({
    mutationFn: () =>
      api.call('openPersonalData', { params: { case: caseId, person: person.id }, body: { reason: reason.trim() } }),
    onSuccess: onOpened,
  });
  const form = {
    failure: opening.error ?? undefined,
    isSending: opening.isPending,
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (reason.trim().length < LEAST) setError(`At least ${LEAST} characters.`);
      else opening.mutate();
    },
  };
  return (
    <DialogForm form={form} what="The personal data" action="Open" onClose={onClose}>
      <FormArea
        label="Why you need to see them"
        name="reason"
        rows={3}
        maxLength={500}
        hasFocus
        value={reason}
        error={error}
        help="It is logged with your name. Members of the case read the log."
        onText={(text) => {
          setReason(text);
          setError(undefined);
        }}
      />
    </DialogForm>
  );
}

/** A line of the field: `Passport: X123, Northland`. */
function toDocument(line: string) {
  const [, type = '', number = '', issuer = ''] = /^([^:]*):([^,]*)(?:,(.*))?$/.exec(line) ?? [];
  return { type: type.trim(), number: number.trim(), issuer: issuer.trim() };
}

const toLine = ({ type, number, issuer }: CasePersonalData['documents'][number]) =>
  `${type}: ${number}${issuer ? `, ${issuer}` : ''}`;

function ChangeForm({ caseId, person, data, onClose }: PartProps & { readonly data: CasePersonalData }) {
  const client = useQueryClient();
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
  const form = useForm({
    initial: { birthDate: data.birthDate ?? '', documents: data.documents.map(toLine).join('\n') },
    schema: casePeopleRoutes.setPersonalData.body,
    toBody: ({ birthDate, documents }) => ({
      version: data.version,
      birthDate: birthDate || null,
      documents: linesOf(documents).map(toDocument),
    }),
    words: { documents: 'One a line, such as Passport: X123, Northland.' },
    send: async (body) => {
      await api.call('setPersonalData', { params: { case: caseId, person: person.id }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  return (
    <DialogForm form={form} what="The personal data" action="Save" onClose={onClose}>
      <FormField label="Birth date" type="date" required={false} data-autofocus {...form.field('birthDate')} />
      <FormArea
        label="Documents"
        rows={4}
        isOptional
        help="One a line: type, number and issuer, such as Passport: X123, Northland."
        {...form.field('documents')}
      />
    </DialogForm>
  );
}

function Shown({ data }: { readonly data: CasePersonalData }) {
  return (
    <dl className="tm-facts">
      <div>
        <dt>Birth date</dt>
        <dd>{data.birthDate ?? <span className="tm-none">not entered</span>}</dd>
      </div>
      <div>
        <dt>Documents</dt>
        <dd>
          {data.documents.length === 0 && <span className="tm-none">none entered</span>}
          {data.documents.map((one) => (
            <bdi key={toLine(one)} className="cp-why">
              {toLine(one)}
            </bdi>
          ))}
        </dd>
      </div>
    </dl>
  );
}

function Personal({ mayWrite, ...props }: PartProps & { readonly mayWrite: boolean }) {
  const [data, setData] = useState<CasePersonalData | undefined>();
  if (!data) return <ReasonForm {...props} onOpened={setData} />;
  if (mayWrite && !props.person.withdrawn) return <ChangeForm {...props} data={data} />;
  return <Shown data={data} />;
}

export interface PersonalDialogProps {
  readonly caseId: string;
  readonly person: CasePerson | undefined;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** Birth date and documents: they open with a reason, which is logged. */
export function PersonalDialog({ person, ...others }: PersonalDialogProps) {
  return (
    <Dialog isOpen={person !== undefined} onClose={others.onClose} title={`Personal data of ${person?.number ?? ''}`}>
      {person && <Personal key={person.id} person={person} {...others} />}
    </Dialog>
  );
}
