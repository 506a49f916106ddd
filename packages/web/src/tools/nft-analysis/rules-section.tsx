import { useRouter } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { formatCount } from '../../format/number.ts';
import { UnitAmount } from './parts.tsx';
import type { CollectionAnswer } from './queries.ts';
import { type CollectionPlace, changeSet, collectionUrl, type NftSearch } from './search.ts';

type Rule = CollectionAnswer['rules'][number];

const NUMBERS: readonly (readonly [name: string, label: string])[] = [
  ['ringDays', 'Days in which a ring closes'],
  ['refundHours', 'Hours for a refund'],
  ['refundPercent', 'Refund, % of the price'],
  ['fundingDays', 'Days of funding before a sale'],
  ['fundingPercent', 'Funding, % of the price'],
  ['repeatedPurchases', 'Repeated purchases'],
];

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly isHidden?: boolean;
  readonly isUnused?: boolean;
  readonly onNumber: (value: number) => void;
}

/** A number that is applied when the field is left or Enter is pressed. */
function NumberField({ label, value, isHidden = false, isUnused = false, onNumber }: NumberFieldProps) {
  const apply = (text: string) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 0 && number <= 9_999 && number !== value) onNumber(number);
  };
  return (
    <label className="nf-number">
      <span className={isHidden ? 'tm-sr' : undefined}>{label}</span>
      <input
        key={value}
        className={`tm-field${isUnused ? ' unused' : ''}`}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={4}
        defaultValue={value}
        onBlur={(event) => apply(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(event.currentTarget.value);
        }}
      />
    </label>
  );
}

function RuleRow({
  rule,
  answer,
  place,
  search,
  onWeight,
}: {
  readonly rule: Rule;
  readonly answer: CollectionAnswer;
  readonly place: CollectionPlace;
  readonly search: NftSearch;
  readonly onWeight: (weight: number) => void;
}) {
  const isIdle = rule.missing !== null;
  return (
    <tr className={isIdle ? 'idle' : undefined}>
      <th scope="row">
        <EvidenceMark kind="inference" /> {rule.title}
      </th>
      <td className="tm-r">
        <NumberField
          label={`Weight of “${rule.title}”`}
          value={rule.weight}
          isHidden
          isUnused={isIdle}
          onNumber={onWeight}
        />
      </td>
      <td className="tm-r">
        {isIdle ? (
          <span className="tm-none">did not run</span>
        ) : rule.sales > 0 ? (
          <AppLink href={`${collectionUrl(place, { ...search, rule: rule.id, view: undefined })}#sales`}>
            {formatCount(rule.sales)}
          </AppLink>
        ) : (
          '0'
        )}
      </td>
      <td className="tm-r">{isIdle ? '–' : <UnitAmount units={rule.amount} unit={answer.unit} />}</td>
      <td>
        <span className="tm-sm">{isIdle ? rule.missing : `v${rule.version}. ${rule.innocent}`}</span>
      </td>
    </tr>
  );
}

/** Weights and numbers of the rules, changed in place: sums are calculated again, and the set is in the address. */
export function RulesSection({
  place,
  answer,
  search,
}: {
  readonly place: CollectionPlace;
  readonly answer: CollectionAnswer;
  readonly search: NftSearch;
}) {
  const router = useRouter();
  const { set, rules, unit } = answer;
  const change = (name: string, value: number, sign: ':' | '=') => {
    const next = { ...search, set: changeSet(set.text, name, value, sign) };
    void router.navigate({ href: collectionUrl(place, next), resetScroll: false });
  };
  return (
    <section className="tm-sect">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">
          Wash rules and weights <small>set {set.version}. Change a number: the result is calculated again</small>
        </h2>
        {!set.isPublished && (
          <AppLink className="tm-sm" href={collectionUrl(place, { ...search, set: undefined })}>
            Back to the published set
          </AppLink>
        )}
      </div>
      <div className="nf-scroll">
        <table className="nf-table nf-rules">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col" className="tm-r">
                Weight
              </th>
              <th scope="col" className="tm-r">
                Sales flagged
              </th>
              <th scope="col" className="tm-r">
                Volume, {unit.symbol}
              </th>
              <th scope="col">What else fits it</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                answer={answer}
                place={place}
                search={search}
                onWeight={(weight) => change(rule.id, weight, ':')}
              />
            ))}
          </tbody>
        </table>
      </div>
      <details className="nf-numbers">
        <summary>Numbers of the rules</summary>
        <div className="nf-fields">
          <NumberField
            label="Strict from weight"
            value={set.strictFrom}
            onNumber={(value) => change('strict', value, '=')}
          />
          <NumberField
            label="Loose from weight"
            value={set.looseFrom}
            onNumber={(value) => change('loose', value, '=')}
          />
          {NUMBERS.map(([name, label]) => (
            <NumberField
              key={name}
              label={label}
              value={set.params[name] ?? 0}
              onNumber={(value) => change(name, value, '=')}
            />
          ))}
        </div>
      </details>
      {answer.leftOut.length > 0 && (
        <p className="tm-hint">
          Left out as common funders:{' '}
          {answer.leftOut.slice(0, 8).map(({ funder, reason, wallets }, i) => (
            <span key={funder.address}>
              {i > 0 && '; '}
              <span className="tm-mono">
                {funder.address.slice(0, 8)}…{funder.address.slice(-4)}
              </span>{' '}
              ({reason}, first funded {formatCount(wallets)} traders)
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}
