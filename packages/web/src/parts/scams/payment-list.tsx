import { useQuery } from '@tanstack/react-query';
import type { StatedPayment } from '@trailmark/api/contract/scam-report';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { isChainId } from '@trailmark/core/chain';
import { api, stableKey } from '../../api.ts';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useDebouncedValue } from '../../components/use-debounced-value.ts';
import { listTraits } from '../../format/chain-traits.ts';
import { type DraftPayment, type ReportDraft, toStated } from './report-draft.ts';

const CHAINS = listTraits().map(({ id, name }) => [id, name] as const);
const WAIT_MS = 500;

/** What is confirmed on chain about one payment as entered in the form; requested again when it changes. */
function PaymentCheckLine({ payment }: { readonly payment: DraftPayment }) {
  const settled = useDebouncedValue(payment, WAIT_MS);
  const stated = toStated(settled);
  const { data, error } = useQuery({
    queryKey: ['scams', 'check', stableKey(stated ?? {})],
    queryFn: ({ signal }) => api.call('checkScamPayment', { body: stated as StatedPayment, signal }),
    enabled: stated !== undefined,
  });
  if (!stated) {
    return (
      <p className="sc-bad tm-sm" role="status">
        Amounts are digits with at most one point, times are like 2026-03-03 14:20 (UTC).
      </p>
    );
  }
  if (error) return <p className="sc-warn tm-sm">The payment could not be checked now. It can be sent all the same.</p>;
  const isRight = data?.finding === 'matches' || data?.finding === 'no-transaction';
  return (
    <p className={`tm-sm ${data && !isRight ? 'sc-warn' : 'tm-t2'}`} role="status">
      {data ? data.sentence : 'Checking on chain…'}
    </p>
  );
}

interface PaymentFieldsProps {
  readonly payment: DraftPayment;
  readonly number: number;
  readonly onChange: (payment: DraftPayment) => void;
  readonly onRemove: () => void;
}

function PaymentFields({ payment, number, onChange, onRemove }: PaymentFieldsProps) {
  const field = (name: 'txid' | 'address' | 'amount' | 'unit' | 'at') => ({
    name: `${name}-${number}`,
    value: payment[name],
    onText: (text: string) => onChange({ ...payment, [name]: text }),
    autoComplete: 'off',
    spellCheck: false,
  });
  const setChain = (chain: string) => {
    if (isChainId(chain)) onChange({ ...payment, chain, unit: traitsOf(chain).symbol });
  };
  return (
    <fieldset className="sc-payment">
      <legend className="tm-row tm-between">
        <b>Payment {number}</b>
        <button type="button" className="tm-linkbtn tm-sm" onClick={onRemove}>
          Remove<span className="tm-sr"> payment {number}</span>
        </button>
      </legend>
      <div className="sc-fields">
        <div className="wide">
          <FormField label="Address that received it" className="tm-mono" {...field('address')} />
        </div>
        <FormField label="Amount" {...field('amount')} />
        <FormField label="Unit" {...field('unit')} />
        <FormSelect label="Chain" name={`chain-${number}`} options={CHAINS} value={payment.chain} onText={setChain} />
        <FormField label="Date and time (UTC)" placeholder="2026-03-03 14:20" {...field('at')} />
        <div className="wide">
          <FormField label="Transaction id" className="tm-mono" {...field('txid')} />
        </div>
      </div>
      <PaymentCheckLine payment={payment} />
    </fieldset>
  );
}

export interface PaymentListProps {
  readonly draft: ReportDraft;
  readonly onDraft: (draft: ReportDraft) => void;
}

/** Payments in the order in which the FBI asks for them: address, amount and kind, date and time, transaction id. */
export function PaymentList({ draft, onDraft }: PaymentListProps) {
  const { payments } = draft;
  const set = (next: readonly DraftPayment[]) => onDraft({ ...draft, payments: next });
  const add = () =>
    set([
      ...payments,
      { id: crypto.randomUUID(), chain: 'btc', txid: '', address: '', amount: '', unit: 'BTC', at: '' },
    ]);
  return (
    <section>
      <h3 className="tm-h">Payments</h3>
      {payments.length === 0 && (
        <p className="tm-hint">None yet. A report helps without one as well: addresses and websites are enough.</p>
      )}
      {payments.map((payment, i) => (
        <PaymentFields
          key={payment.id}
          payment={payment}
          number={i + 1}
          onChange={(next) => set(payments.map((one) => (one.id === payment.id ? next : one)))}
          onRemove={() => set(payments.filter(({ id }) => id !== payment.id))}
        />
      ))}
      <p>
        <button type="button" className="tm-btn" onClick={add}>
          Add a payment by hand
        </button>
      </p>
    </section>
  );
}
