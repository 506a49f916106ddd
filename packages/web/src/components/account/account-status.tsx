import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { Missing } from '../missing.tsx';

type Head = Pick<AccountHistoryRow, 'status' | 'finality'>;

const NO_STATUS = 'The source does not say whether the transaction succeeded.';

/** What is to be stated about a transaction that is not simply done: failed, not known, or still reversible. */
export function StatusWord({ status, finality }: Head) {
  return (
    <>
      {status === 'failed' && <span className="tm-failed">failed</span>}
      {status === 'unknown' && <Missing reason={NO_STATUS}>outcome not known</Missing>}
      {finality === 'pending' && (
        <span className="tm-pendingword" title="Above the chain’s finality: a reorganisation may still take it away.">
          not final
        </span>
      )}
    </>
  );
}
