import type { ScreeningSensitivity } from '@trailmark/api/contract/screening';
import type { Verdict } from '@trailmark/core/screening/screening';
import { AppLink } from '../../components/app-link.tsx';
import { LevelTag } from './level-tag.tsx';
import { STATE_WORDS } from './threat-words.ts';

const SHOWN = 4;

export interface WhatWouldChangeProps {
  readonly verdict: Verdict;
  /** Payments of the subject were read. */
  readonly isRead: boolean;
  readonly sensitivity: ScreeningSensitivity | undefined;
  readonly sensitivityHref: string;
  readonly isTesting: boolean;
  readonly onTest: () => void;
  readonly onCancel: () => void;
}

/** A label and a rule may have one name: which of the two is left out is stated. */
function nameOf({ kind, id, name }: ScreeningSensitivity['without'][number]): string {
  return kind === 'label' ? `Label “${name}”` : `Rule ${id}, ${name}`;
}

function Changes({ without }: Pick<ScreeningSensitivity, 'without'>) {
  const changed = without.filter(({ change }) => change !== 0).slice(0, SHOWN);
  if (changed.length === 0) return <p className="tm-sm tm-t2">No single label or rule changes the score.</p>;
  return (
    <table>
      <caption className="tm-sm tm-t3">Score if one thing falls away</caption>
      <tbody>
        {changed.map((one) => (
          <tr key={`${one.kind}/${one.id}`}>
            <th scope="row">
              <bdi>{nameOf(one)}</bdi>
            </th>
            <td>{one.score ?? '–'}</td>
            <td>{one.state === 'none' ? STATE_WORDS.none : <LevelTag level={one.level} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which one label or rule carries the verdict: it is tested on request, as it runs the screening many times. */
export function WhatWouldChange(props: WhatWouldChangeProps) {
  const { verdict, isRead, sensitivity, sensitivityHref, isTesting, onTest, onCancel } = props;
  return (
    <div className="th-change">
      <h2>What would change this</h2>
      {sensitivity && <Changes without={sensitivity.without} />}
      {!sensitivity && isTesting && (
        <p className="tm-sm tm-t2" role="status">
          Running it without each label and rule.{' '}
          <button type="button" className="tm-linkbtn" onClick={onCancel}>
            Cancel
          </button>
        </p>
      )}
      {!sensitivity && !isTesting && (
        <>
          <p className="tm-sm tm-t2">
            {verdict.fired.length > 0
              ? 'Runs the screening without each label and rule, and by other methods.'
              : isRead
                ? 'Other methods and hop limits may find more.'
                : 'No payment of it was read: only more data can change this.'}
          </p>
          {(isRead || verdict.fired.length > 0) && (
            <button type="button" className="tm-btn sm" onClick={onTest}>
              Test it
            </button>
          )}
        </>
      )}
      {isRead && (
        <p className="tm-sm">
          <AppLink href={sensitivityHref}>Methods and hop limits</AppLink>
        </p>
      )}
    </div>
  );
}
