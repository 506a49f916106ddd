import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { escapeHostile } from '../../format/hostile-text.ts';
import { Missing } from '../missing.tsx';

export interface MethodNameProps {
  /** Null: a plain transfer, or not known. */
  readonly method: AccountHistoryRow['method'];
  /** The call is indexed, so that no method means there is none. */
  readonly isHeld?: boolean;
}

const NO_METHOD = 'The data of the call are not indexed.';

/** The first four bytes of a call, and the name known for them; several functions may share one. */
export function MethodName({ method, isHeld = true }: MethodNameProps) {
  if (method === null && !isHeld) return <Missing reason={NO_METHOD} />;
  if (method === null) return <span className="tm-t3">–</span>;
  const selector = method.selector.startsWith('0x') ? method.selector : `0x${method.selector}`;
  if (method.name === null) return <span className="tm-mono tm-t2">{selector}</span>;
  return (
    <span className="tm-method" title={`${selector}: other functions may share these four bytes.`}>
      {escapeHostile(method.name).slice(0, 40)}
    </span>
  );
}
