import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseItem } from '@trailmark/api/contract/case-item';
import { type CaseRequest, caseRequestRoutes } from '@trailmark/api/contract/case-request';
import { formatUnits, parseUnits } from '@trailmark/core/amount';
import { REQUEST_KINDS, type RequestState } from '@trailmark/core/case-request';
import { AppError } from '@trailmark/core/errors';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseChoicesQuery } from '../../cases.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormArea, FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { REQUEST_KIND_WORDS, STEP_WORDS } from './request-words.ts';

const KINDS = REQUEST_KINDS.map((kind) => [kind, REQUEST_KIND_WORDS[kind]] as const);
const OUTCOMES = [
  ['frozen', 'Frozen'],
  ['returned', 'Returned'],
] as const;

function useSettle(onClose: () => void) {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: CASES_KEY });
    onClose();
  };
}

interface FormProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

interface DraftFormProps extends FormProps {
  /** Pinned packets that were not withdrawn. */
  readonly packets: readonly CaseItem[];
  readonly request: CaseRequest | undefined;
}

/** Recipient and kind that a packet was made for. */
function ofPacket(packet: CaseItem | undefined) {
  const { actor, kind } = (packet?.input.body ?? {}) as { readonly actor?: unknown; readonly kind?: unknown };
  const known = REQUEST_KINDS.find((one) => one === kind);
  return { recipient: typeof actor === 'string' ? actor : '', kind: known ?? 'production' };
}

/** A draft from a pinned packet. */
export function DraftForm({ caseId, packets, request, onClose }: DraftFormProps) {
  const settle = useSettle(onClose);
  const [first] = packets;
  const form = useForm({
    initial: request
      ? {
          ...{ item: request.item.id, recipient: request.recipient, kind: request.kind, basis: request.basis },
          ...{ note: request.note, dueOn: request.dueOn ?? '', remindOn: request.remindOn ?? '' },
        }
      : { item: first?.id ?? '', ...ofPacket(first), basis: '', note: '', dueOn: '', remindOn: '' },
    schema: caseRequestRoutes.setCaseRequest.body,
    toBody: ({ dueOn, remindOn, ...texts }) => ({
      ...texts,
      ...(request ? { row: { id: request.id, version: request.version } } : {}),
      dueOn: dueOn || null,
      remindOn: remindOn || null,
    }),
    send: async (body) => {
      await api.call('setCaseRequest', { params: { case: caseId }, body });
      await settle();
    },
  });
  const options = packets.map(({ id, number, title }) => [id, `${number} ${title}`] as const);
  return (
    <DialogForm form={form} what="The request" action={request ? 'Save the draft' : 'Draft it'} onClose={onClose}>
      <FormSelect label="Packet" options={options} {...form.field('item')} />
      <div className="cs-two">
        <FormField label="Recipient" autoComplete="off" data-autofocus {...form.field('recipient')} />
        <FormSelect label="Kind" options={KINDS} {...form.field('kind')} />
        <FormField label="Answer due on" type="date" required={false} {...form.field('dueOn')} />
        <FormField label="Remind on" type="date" required={false} {...form.field('remindOn')} />
      </div>
      <FormField
        label="Legal basis"
        autoComplete="off"
        help="Law and order that it rests on."
        {...form.field('basis')}
      />
      <FormArea label="Note" rows={2} isOptional {...form.field('note')} />
    </DialogForm>
  );
}

interface OfRequest extends FormProps {
  readonly request: CaseRequest;
  readonly today: string;
}

/** The next step of a request, on the day it was done. */
export function StepForm({ caseId, request, today, to, onClose }: OfRequest & { readonly to: RequestState }) {
  const settle = useSettle(onClose);
  const form = useForm({
    initial: { on: today, note: '' },
    schema: caseRequestRoutes.stepCaseRequest.body,
    toBody: (values) => ({ ...values, version: request.version, to }),
    send: async (body) => {
      await api.call('stepCaseRequest', { params: { case: caseId, request: request.id }, body });
      await settle();
    },
  });
  return (
    <DialogForm form={form} what="The step" action={`${STEP_WORDS[to]} ${request.number}`} onClose={onClose}>
      {to === 'sent' && <p className="tm-t2">It takes a legal authority for requests that is valid now.</p>}
      {to === 'approved' && (
        <p className="tm-t2">What you approve is {request.item.number}, word for word. It is not changed afterwards.</p>
      )}
      <FormField label="Day it was done, UTC" type="date" {...form.field('on')} />
      <FormArea
        label={to === 'withdrawn' ? 'Reason' : 'Note'}
        rows={2}
        isOptional={to !== 'withdrawn'}
        {...form.field('note')}
      />
    </DialogForm>
  );
}

/** When the answer is due, when to remind, and the files of the answer. */
export function DatesForm({ caseId, request, onClose }: Omit<OfRequest, 'today'>) {
  const settle = useSettle(onClose);
  const form = useForm({
    initial: { dueOn: request.dueOn ?? '', remindOn: request.remindOn ?? '', files: request.files.join(', ') },
    schema: caseRequestRoutes.updateCaseRequest.body,
    toBody: ({ dueOn, remindOn, files }) => ({
      version: request.version,
      dueOn: dueOn || null,
      remindOn: remindOn || null,
      files: files.split(/[\s,]+/).filter((file) => file !== ''),
    }),
    words: { files: 'Numbers of evidence, such as EV-03, EV-04.' },
    send: async (body) => {
      await api.call('updateCaseRequest', { params: { case: caseId, request: request.id }, body });
      await settle();
    },
  });
  return (
    <DialogForm form={form} what="The request" action="Save" onClose={onClose}>
      <div className="cs-two">
        <FormField label="Answer due on" type="date" required={false} data-autofocus {...form.field('dueOn')} />
        <FormField label="Remind on" type="date" required={false} {...form.field('remindOn')} />
      </div>
      <FormField
        label="Files of the answer"
        required={false}
        autoComplete="off"
        help="Numbers of evidence, such as EV-03, EV-04."
        {...form.field('files')}
      />
    </DialogForm>
  );
}

type Assets = Answer<'getCaseChoices'>['assets'];

function readAmount(text: string, asset: string, assets: Assets): bigint | undefined {
  try {
    return parseUnits(text.trim(), assets.find((one) => one.asset === asset)?.decimals ?? 0);
  } catch (error) {
    if (AppError.is(error)) return undefined;
    throw error;
  }
}

function AmountForm({ caseId, request, today, assets, onClose }: OfRequest & { readonly assets: Assets }) {
  const settle = useSettle(onClose);
  const [isInMoney, setInMoney] = useState(true);
  const form = useForm({
    initial: { outcome: 'frozen', asset: 'btc', amount: '', day: today, source: '' },
    schema: caseRequestRoutes.addRequestAsset.body,
    toBody: ({ amount, ...texts }) => ({
      ...texts,
      isInMoney,
      amount: String(readAmount(amount, texts.asset, assets) ?? ''),
    }),
    check: ({ amount, asset }) => {
      const read = amount.trim() === '' ? undefined : readAmount(amount, asset, assets);
      if (read !== undefined && read > 0n) return {};
      return { amount: `More than nothing, such as ${formatUnits(210n, 2)}, with no more places than the asset has.` };
    },
    send: async (body) => {
      await api.call('addRequestAsset', { params: { case: caseId, request: request.id }, body });
      await settle();
    },
  });
  const options = assets.map(
    ({ asset, symbol, name }) => [asset, asset.includes(':') ? name : `${symbol}, ${name}`] as const,
  );
  return (
    <DialogForm form={form} what="The amount" action="Enter it" onClose={onClose}>
      <div className="cs-two">
        <FormSelect label="What happened" options={OUTCOMES} {...form.field('outcome')} />
        <FormSelect label="Asset" options={options} {...form.field('asset')} />
        <FormField label="Amount" inputMode="decimal" autoComplete="off" data-autofocus {...form.field('amount')} />
        <FormField label="Day, UTC" type="date" {...form.field('day')} />
        <FormField label="Item or exhibit" required={false} help="Such as EV-04." {...form.field('source')} />
      </div>
      <label>
        <input
          type="checkbox"
          checked={isInMoney}
          onChange={({ currentTarget }) => setInMoney(currentTarget.checked)}
        />{' '}
        Enter it in the money table too, as a claim of {request.recipient}
      </label>
    </DialogForm>
  );
}

/** What the service froze or returned. */
export function AssetForm(props: OfRequest) {
  const { data, error } = useQuery(caseChoicesQuery());
  if (error) return <ErrorPanel error={error} what="The list of assets" />;
  if (data) return <AmountForm {...props} assets={data.assets} />;
  return (
    <Skeleton what="assets">
      <RowBars rows={4} columns={['40%', '40%']} />
    </Skeleton>
  );
}
