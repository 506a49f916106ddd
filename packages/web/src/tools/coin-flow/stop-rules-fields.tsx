import type { ChainId } from '@trailmark/core/chain';
import { describeField, FieldFrame } from '../../components/form/field-frame.tsx';
import { traitsOf } from '../../format/chain-traits.ts';
import type { StopDraft, StopField } from './stop-draft.ts';

export interface StopRulesFieldsProps {
  readonly draft: StopDraft;
  readonly onDraft: (draft: StopDraft) => void;
  readonly errors: Readonly<Partial<Record<StopField, string>>>;
  readonly chain: ChainId;
}

type SwitchField =
  | 'services'
  | 'mixers'
  | 'coinJoins'
  | 'contracts'
  | 'sanctioned'
  | 'labelled'
  | 'followSwaps'
  | 'followBridges';

const SWITCHES: readonly { readonly field: SwitchField; readonly label: string; readonly tokensOnly?: true }[] = [
  { field: 'services', label: 'Stop at services: they pool funds' },
  { field: 'mixers', label: 'Stop at mixers' },
  { field: 'coinJoins', label: 'Stop at CoinJoins, and say how many took part' },
  { field: 'contracts', label: 'Stop at contracts that pool funds, and at bridges' },
  { field: 'sanctioned', label: 'Stop at sanctioned addresses' },
  { field: 'labelled', label: 'Stop at every other labelled address' },
  { field: 'followSwaps', label: 'Follow swaps that a protocol’s logs prove', tokensOnly: true },
  { field: 'followBridges', label: 'Follow bridges to chains this server has indexed' },
];

type TextField = Exclude<StopField, SwitchField | 'stopAt'>;

const NUMBERS: readonly {
  readonly field: TextField;
  readonly label: string;
  readonly help: string;
  readonly tokensOnly?: true;
}[] = [
  { field: 'maxHops', label: 'Hops at most', help: '1 to 1,000' },
  { field: 'maxFanOut', label: 'Payments followed at one step', help: 'Largest first; the rest is one exact sum' },
  { field: 'minAmount', label: 'Smallest amount followed', help: 'Empty: none' },
  {
    field: 'minSharePercent',
    label: 'Smallest share followed, %',
    help: 'Of the whole amounts of all beginnings. Empty: none',
  },
  { field: 'from', label: 'Not before (UTC)', help: 'As 2017-05-12. Empty: no limit' },
  { field: 'to', label: 'Not after (UTC)', help: 'As 2017-05-12. Empty: no limit' },
  { field: 'dormantDays', label: 'Stop where money lay longer, days', help: 'Empty: never' },
  {
    field: 'hubTransfers',
    label: 'Transfers that make an account a hub',
    help: 'Nothing is followed through it',
    tokensOnly: true,
  },
  { field: 'budget', label: 'Transactions read at most', help: 'A trace that ends here can be continued' },
];

/** Every rule that can end a trail, with its default in place. */
export function StopRulesFields({ draft, onDraft, errors, chain }: StopRulesFieldsProps) {
  const { symbol, hasTokens } = traitsOf(chain);
  const set = (field: StopField, value: string | boolean) => onDraft({ ...draft, [field]: value });
  const fits = ({ tokensOnly }: { readonly tokensOnly?: true }) => hasTokens || !tokensOnly;
  return (
    <div className="cf-stops">
      <fieldset className="cf-radios">
        <legend>Places that end a trail, and paths it continues on</legend>
        {SWITCHES.filter(fits).map(({ field, label }) => (
          <label key={field}>
            <input
              type="checkbox"
              checked={draft[field]}
              onChange={(event) => set(field, event.currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className="cf-numbers">
        {NUMBERS.filter(fits).map(({ field, label, help }) => {
          const id = `cf-${field}`;
          const error = errors[field];
          return (
            <FieldFrame
              key={field}
              id={id}
              label={field === 'minAmount' ? `${label}, ${symbol}` : label}
              error={error}
              help={help}
            >
              <input
                id={id}
                className="tm-field"
                inputMode={field === 'from' || field === 'to' ? 'text' : 'decimal'}
                value={draft[field]}
                aria-invalid={error !== undefined || undefined}
                aria-describedby={describeField(id, { error, help })}
                onChange={(event) => set(field, event.currentTarget.value)}
              />
            </FieldFrame>
          );
        })}
      </div>
      <FieldFrame id="cf-stopAt" label="End trails at these addresses" isOptional help="One a line">
        <textarea
          id="cf-stopAt"
          className="tm-field tm-mono"
          rows={2}
          spellCheck={false}
          value={draft.stopAt}
          aria-describedby="cf-stopAt-help"
          onChange={(event) => set('stopAt', event.currentTarget.value)}
        />
      </FieldFrame>
    </div>
  );
}
