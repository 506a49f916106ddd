import type { Screening } from '@trailmark/core/screening/screening';
import { AppLink } from '../../../components/app-link.tsx';
import type { ThreatSearch } from '../search.ts';
import type { LabelAppeal } from './appeal-queries.ts';
import { appealThatCounts } from './appeal-words.ts';
import { withoutLabelUrl } from './label-appeal.tsx';

export interface ContestedReasonsProps {
  readonly screening: Screening;
  readonly appeals: readonly LabelAppeal[];
  readonly search: ThreatSearch;
}

/** Which labels behind the reasons somebody contests, or somebody found wrong: they still count, until they are left out. */
export function ContestedReasons({ screening: { verdict }, appeals, search }: ContestedReasonsProps) {
  const used = [...new Set(verdict.fired.flatMap(({ labels }) => labels))];
  const found = used.flatMap((label) => {
    const appeal = appealThatCounts(appeals, label);
    return appeal && appeal.state !== 'rejected' ? [appeal] : [];
  });
  if (found.length === 0) return null;
  return (
    <section className="th-contested" aria-label="Contested labels">
      <ul>
        {found.map(({ id, label, claim, state, isInForce }) => (
          <li key={id}>
            This verdict rests on the label “<bdi>{claim}</bdi>”,{' '}
            {state === 'open' ? 'which is contested and not decided.' : 'which your agency found wrong.'}{' '}
            {isInForce ? 'It counts until you leave it out: ' : 'It is in no pack in force any more. '}
            <AppLink href={withoutLabelUrl(search, label)}>verdict without it</AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
