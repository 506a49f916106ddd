import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../api.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { LabelChip } from '../../components/label-chip.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import { toChipLabels } from './chip-labels.ts';
import type { ClusterAnswer } from './cluster-head.tsx';
import type { ClusterPlace } from './cluster-place.ts';
import { whatIfQuery } from './queries.ts';
import { formatRule } from './rule-text.tsx';
import { splitList } from './search.ts';

type Outcome = Answer<'whatIf'>;

export interface WhatIfTabProps {
  readonly place: ClusterPlace;
  readonly answer: ClusterAnswer;
}

function WithoutForm({ place, answer }: WhatIfTabProps) {
  const router = useRouter();
  const dropped = new Set(splitList(place.search.without));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const txs = String(form.get('txs') ?? '').match(/[0-9a-f]{64}/gi) ?? [];
    const without = form.getAll('rule').join(',') || undefined;
    void router.navigate({
      href: place.linkTo({ without, txs: [...new Set(txs.map((txid) => txid.toLowerCase()))].join(',') || undefined }),
      resetScroll: false,
    });
  };
  return (
    <form className="xl-whatif" onSubmit={submit}>
      <fieldset>
        <legend>Leave out rules</legend>
        {answer.links.byRule.map(({ rule, count }) => (
          <label key={`${rule.id}${rule.version}`}>
            <input type="checkbox" name="rule" value={rule.id} defaultChecked={dropped.has(rule.id)} />
            <span>
              {formatRule(rule)} <span className="tm-t3 tm-sm">{`${rule.name}, ${formatPlural(count, 'link')}`}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="xl-txs">Leave out transactions</label>
        <textarea
          id="xl-txs"
          name="txs"
          className="tm-field mono"
          rows={2}
          spellCheck={false}
          placeholder="Transaction ids, one a line"
          defaultValue={splitList(place.search.txs).join('\n')}
        />
      </div>
      <button type="submit" className="tm-btn pri">
        Reckon
      </button>
    </form>
  );
}

const BAR_PX = 220;
const FIRST_PARTS = 12;

function PartRow({ place, part, size }: { place: ClusterPlace; part: Outcome['parts'][number]; size: number }) {
  const labels = toChipLabels(place.chain, part.claims[0]?.address ?? part.root, part);
  return (
    <tr className={part.holdsRoot ? 'root' : undefined}>
      <td>
        {part.size > 1 && (
          <span
            className="bar"
            style={{ width: Math.max(2, Math.round((BAR_PX * part.size) / Math.max(1, size))) }}
            aria-hidden="true"
          />
        )}
        {formatPlural(part.size, 'address', 'addresses')}
      </td>
      <td>
        <Hash value={part.root} kind="address" />
        {part.holdsRoot && <span className="tm-flag"> holds the first member</span>}
      </td>
      <td>
        {labels ? <LabelChip labels={labels} /> : <span className="tm-t3">no label</span>}
        {part.claimCount > 1 && <span className="tm-t3 tm-sm"> {formatPlural(part.claimCount, 'claim')} in all</span>}
      </td>
    </tr>
  );
}

/** What is left with the first member, and what goes, in words. */
function describeOutcome({ parts, partCount, cluster, linksDropped }: Outcome): string {
  if (partCount <= 1) {
    return `Nothing falls away: without ${formatPlural(linksDropped, 'link')} the ${formatPlural(cluster.size, 'address', 'addresses')} are still joined.`;
  }
  const stays = parts.find(({ holdsRoot }) => holdsRoot)?.size;
  const rest =
    stays === undefined
      ? ''
      : ` ${formatPlural(cluster.size - stays, 'address', 'addresses')} fall away from the first member.`;
  return `Without ${formatPlural(linksDropped, 'link')} the cluster of ${formatCount(cluster.size)} falls into ${formatPlural(partCount, 'part')}.${rest}`;
}

function OutcomeView({ place, outcome }: { readonly place: ClusterPlace; readonly outcome: Outcome }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? outcome.parts : outcome.parts.slice(0, FIRST_PARTS);
  const lost = outcome.parts.filter(({ holdsRoot, claimCount }) => !holdsRoot && claimCount > 0);
  return (
    <section className="xl-outcome" aria-live="polite">
      <p>
        <EvidenceMark kind="inference" withWord /> <b>{describeOutcome(outcome)}</b> Nothing is saved.
      </p>
      {lost.length > 0 && (
        <p className="tm-t2">
          {formatPlural(
            lost.reduce((sum, { claimCount }) => sum + claimCount, 0),
            'claim',
          )}{' '}
          no longer reach the first member.
        </p>
      )}
      <table className="xl-parts">
        <caption className="tm-sr">Parts, largest first</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Its first member</th>
            <th scope="col">Labels inside</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((part) => (
            <PartRow key={part.root} place={place} part={part} size={outcome.cluster.size} />
          ))}
        </tbody>
      </table>
      {shown.length < outcome.parts.length && (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(outcome.parts.length)}
        </button>
      )}
      {outcome.partCount > outcome.parts.length && (
        <p className="tm-t3 tm-sm">
          The largest {formatCount(outcome.parts.length)} of {formatCount(outcome.partCount)} parts are listed.
        </p>
      )}
    </section>
  );
}

/** What the cluster would be without some of its rules or transactions. */
export function WhatIfTab({ place, answer }: WhatIfTabProps) {
  const without = { rules: splitList(place.search.without), transactions: splitList(place.search.txs) };
  const { data, error, refetch, isPlaceholderData } = useQuery(whatIfQuery(place, without));
  const isAsked = without.rules.length + without.transactions.length > 0;
  return (
    <>
      <WithoutForm key={`${place.search.without}/${place.search.txs}`} place={place} answer={answer} />
      {error && <ErrorPanel error={error} what="The calculation" onRetry={() => void refetch()} />}
      {!isAsked && <Empty>Choose a rule or name a transaction: what falls away without it appears here.</Empty>}
      {isAsked && !data && !error && (
        <Skeleton what="parts">
          <RowBars rows={3} columns={['220px', '160px', '120px']} />
        </Skeleton>
      )}
      {isAsked && data && (
        <div className={isPlaceholderData ? 'xl-updating' : undefined}>
          <OutcomeView place={place} outcome={data} />
        </div>
      )}
    </>
  );
}
