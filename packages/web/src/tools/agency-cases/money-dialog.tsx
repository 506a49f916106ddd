import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CaseMoney, caseMoneyRoutes } from '@trailmark/api/contract/case-money';
import { formatUnits, parseUnits } from '@trailmark/core/amount';
import { type KNOWLEDGE_MARKS, PLACE_STATES } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseChoicesQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { DialogForm } from '../../components/form/dialog-form.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { PLACE_WORDS } from './case-words.ts';

type Row = CaseMoney['items'][number];
/** A line to change, or the kind of a new one. */
export type EditedMoney = { readonly row: Row } | { readonly kind: Row['kind'] };

type Assets = Answer<'getCaseChoices'>['assets'];

const FIELDS = ['asset', 'amount', 'day', 'mark', 'state', 'place', 'controller', 'next', 'nextOn', 'source'] as const;
type Values = Readonly<Record<(typeof FIELDS)[number], string>>;

const MARKS = [
  ['fact', 'Fact: read from the ledger'],
  ['inference', 'Inference: a rule or method says so'],
  ['claim', 'Claim: somebody states it'],
] as const satisfies readonly (readonly [(typeof KNOWLEDGE_MARKS)[number], string])[];
const STATES = PLACE_STATES.map((state) => [state, PLACE_WORDS[state]] as const);

function toValues(edited: EditedMoney, today: string): Values {
  if (!('row' in edited)) {
    const mark = edited.kind === 'loss' ? 'claim' : 'inference';
    const texts = { place: '', controller: '', next: '', nextOn: '', source: '' };
    return { asset: 'btc', amount: '', day: today, mark, state: 'service', ...texts };
  }
  const { row } = edited;
  const { asset, day, mark, place, controller, next, source } = row;
  const amount = formatUnits(row.amount, row.decimals);
  const texts = { place, controller, next, nextOn: row.nextOn ?? '', source };
  return { asset, amount, day, mark, state: row.state ?? 'service', ...texts };
}

function readAmount(text: string, asset: string, assets: Assets): bigint | undefined {
  try {
    return parseUnits(text.trim(), assets.find((one) => one.asset === asset)?.decimals ?? 0);
  } catch (error) {
    if (AppError.is(error)) return undefined;
    throw error;
  }
}

interface MoneyFormProps {
  readonly caseId: string;
  readonly today: string;
  readonly edited: EditedMoney;
  readonly assets: Assets;
  readonly onRemove: (row: Row) => void;
  readonly onClose: () => void;
}

function MoneyForm({ caseId, today, edited, assets, onRemove, onClose }: MoneyFormProps) {
  const client = useQueryClient();
  const row = 'row' in edited ? edited.row : undefined;
  const kind = 'row' in edited ? edited.row.kind : edited.kind;
  const isPlace = kind === 'place';
  const form = useForm({
    initial: toValues(edited, today),
    schema: caseMoneyRoutes.setCaseMoney.body,
    toBody: ({ amount, state, nextOn, ...texts }) => ({
      ...texts,
      kind,
      state: isPlace ? state : null,
      nextOn: nextOn || null,
      amount: String(readAmount(amount, texts.asset, assets) ?? ''),
      ...(row ? { row: { id: row.id, version: row.version } } : {}),
    }),
    check: ({ amount, asset }) => {
      const read = amount.trim() === '' ? undefined : readAmount(amount, asset, assets);
      if (read !== undefined && read >= 0n) return {};
      return { amount: 'An amount in whole coins and decimals, such as 2.10, with no more places than the asset has.' };
    },
    send: async (body) => {
      await api.call('setCaseMoney', { params: { case: caseId }, body });
      await client.invalidateQueries({ queryKey: CASES_KEY });
      onClose();
    },
  });
  const options = assets.map(
    ({ asset, symbol, name }) => [asset, asset.includes(':') ? name : `${symbol}, ${name}`] as const,
  );
  return (
    <DialogForm form={form} what="The line" action={row ? 'Save the line' : 'Enter it'} onClose={onClose}>
      <div className="cs-two">
        {isPlace && <FormSelect label="Where it is" options={STATES} {...form.field('state')} />}
        <FormSelect label="Asset" options={options} {...form.field('asset')} />
        <FormField label="Amount" inputMode="decimal" autoComplete="off" data-autofocus {...form.field('amount')} />
        <FormField label="Day it happened, UTC" type="date" {...form.field('day')} />
        <FormSelect label="How we know" options={MARKS} {...form.field('mark')} />
        <FormField label="Item or exhibit" required={false} help="Such as A-3 or EV-04." {...form.field('source')} />
      </div>
      <FormField label={isPlace ? 'Place in words' : 'What was lost'} required={false} {...form.field('place')} />
      {isPlace && (
        <>
          <FormField label="Who controls it" required={false} {...form.field('controller')} />
          <div className="cs-two">
            <FormField label="What is next" required={false} {...form.field('next')} />
            <FormField label="Due on" type="date" required={false} {...form.field('nextOn')} />
          </div>
        </>
      )}
      {row && (
        <button
          type="button"
          className="tm-linkbtn tm-sm"
          onClick={() => {
            onRemove(row);
            onClose();
          }}
        >
          Take this line out
        </button>
      )}
    </DialogForm>
  );
}

export interface MoneyDialogProps extends Pick<MoneyFormProps, 'caseId' | 'today' | 'onRemove' | 'onClose'> {
  readonly edited: EditedMoney | undefined;
}

/** A loss, or where a part of it is. Amounts are typed in coins and kept in the smallest unit. */
export function MoneyDialog({ edited, ...others }: MoneyDialogProps) {
  const isOpen = edited !== undefined;
  const { data, error } = useQuery({ ...caseChoicesQuery(), enabled: isOpen });
  const isLoss = edited && ('row' in edited ? edited.row.kind : edited.kind) === 'loss';
  return (
    <Dialog isOpen={isOpen} onClose={others.onClose} title={isLoss ? 'The loss' : 'Where a part of it is'} width={560}>
      {error && <ErrorPanel error={error} what="The list of assets" />}
      {isOpen && !data && !error && (
        <Skeleton what="assets">
          <RowBars rows={4} columns={['40%', '40%']} />
        </Skeleton>
      )}
      {edited && data && <MoneyForm edited={edited} assets={data.assets} {...others} />}
    </Dialog>
  );
}
