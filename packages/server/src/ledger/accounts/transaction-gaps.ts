import type { Gap } from '@trailmark/api/wire';
import { HAS_FEE, HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import type { AccountTransactionRecord } from '@trailmark/core/account-ledger';
import { positionHeight } from '@trailmark/core/position';

const LACKS: readonly { readonly bit: number; readonly kind: Gap['kind']; readonly message: string }[] = [
  {
    bit: HAS_INTERNALS,
    kind: 'internal-missing',
    message:
      'The source told no internal transfers of this transaction. They are missing here, which does not mean there are none.',
  },
  {
    bit: HAS_LOGS,
    kind: 'token-missing',
    message: 'The source told not all logs of this transaction. Token transfers may be missing here.',
  },
  { bit: HAS_FEE, kind: 'fee-missing', message: 'The source did not say what this transaction cost.' },
];

/** What is not indexed of one transaction. */
export function toTransactionGaps({ holds, position }: AccountTransactionRecord): Gap[] {
  const height = positionHeight(position);
  return LACKS.filter(({ bit }) => (holds & bit) === 0).map(({ kind, message }) => ({
    kind,
    message,
    fromHeight: height,
    toHeight: height,
    count: 1,
  }));
}
