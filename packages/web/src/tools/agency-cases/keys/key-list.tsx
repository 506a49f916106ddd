import type { CaseKey } from '@trailmark/api/contract/case-keys';
import { formatDay } from '../../../format/time.ts';

/** What is shown in the dialog: the list, or one of its acts. */
export type KeyView =
  | { readonly at: 'list' | 'enter' }
  | { readonly at: 'trust' | 'refuse' | 'revoke'; readonly key: CaseKey };

/** What became of a key, in a sentence. */
function describeState({ state, proposedAt, proposedBy, decided, revoked }: CaseKey): string {
  const entered = `entered by ${proposedBy} on ${formatDay(proposedAt)}`;
  const settled = decided ? `by ${decided.by} on ${formatDay(decided.at)}` : '';
  if (revoked) return `Revoked from ${revoked.from} on, by ${revoked.by}: ${revoked.why}`;
  if (state === 'proposed') return `Waits for another administrator; ${entered}`;
  if (state === 'trusted')
    return `Trusted since ${decided ? formatDay(decided.at) : ''}; ${entered}, confirmed ${settled}`;
  return `${state === 'refused' ? 'Refused' : 'Withdrawn'} ${settled}; ${entered}`;
}

interface RowProps {
  readonly caseKey: CaseKey;
  readonly onView: (view: KeyView) => void;
}

function KeyActs({ caseKey: key, onView }: RowProps) {
  const { name, mayDecide, mayWithdraw, mayRevoke } = key;
  const button = (at: 'trust' | 'refuse' | 'revoke', word: string) => (
    <button type="button" className="tm-btn sm" aria-label={`${word}: ${name}`} onClick={() => onView({ at, key })}>
      {word}
    </button>
  );
  if (!(mayDecide || mayWithdraw || mayRevoke)) return null;
  return (
    <div className="tm-row tm-wrap">
      {mayDecide && button('trust', 'Trust')}
      {mayDecide && button('refuse', 'Refuse')}
      {mayWithdraw && button('refuse', 'Withdraw')}
      {mayRevoke && button('revoke', 'Revoke')}
    </div>
  );
}

/** Keys of other agencies, the newest first, with what the reader may do with each. */
export function KeyList({
  items,
  onView,
}: {
  readonly items: readonly CaseKey[];
  readonly onView: RowProps['onView'];
}) {
  if (items.length === 0) {
    return <p className="tm-none">No key is entered. Every package from another installation has an unknown key.</p>;
  }
  return (
    <ul className="cf-keys">
      {items.map((key) => (
        <li key={key.id}>
          <b>
            <bdi>{key.name}</bdi>
          </b>
          <span className="tm-mono cf-print">{key.fingerprint}</span>
          <span className={key.state === 'trusted' ? 'tm-t2' : 'tm-t3'}>
            <bdi>{describeState(key)}</bdi>
          </span>
          <span className="tm-t3 tm-sm">
            Compared: <bdi>{key.compared}</bdi>
          </span>
          <KeyActs caseKey={key} onView={onView} />
        </li>
      ))}
    </ul>
  );
}
