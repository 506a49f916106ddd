import { encodeHex } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import type { ActionCounterpart } from '@trailmark/core/protocol-action';
import { joinThorchainMemo, readThorchainMemo } from './thorchain-memo.ts';

/** What a memo in a transaction of the Bitcoin family says one of its outputs is: paid into a bridge, or paid out of one. */
export interface MemoPayment {
  readonly kind: 'bridge-out' | 'bridge-in';
  /** `thorchain-memo/1`. */
  readonly rule: string;
  readonly protocol: string;
  /** The output it is about. */
  readonly vout: number;
  readonly counterpart: ActionCounterpart;
  readonly note: string;
}

const RULE = { rule: 'thorchain-memo/1', protocol: 'THORChain' } as const;

/** A vault is paid by the first output, as thornode asks of transactions into it. */
function findDeposit({ outputs }: TransactionRecord): number | undefined {
  const [first] = outputs;
  return first?.owner && first.value > 0n ? 0 : undefined;
}

/** What a vault pays out is the first output that is not its own change. */
function findPayout({ inputs, outputs }: TransactionRecord): number | undefined {
  const own = new Set(inputs.flatMap(({ owner }) => (owner ? ownerId(owner) : [])));
  const vout = outputs.findIndex(({ owner, value }) => owner && value > 0n && !own.has(ownerId(owner)));
  return vout < 0 ? undefined : vout;
}

function joinMemo({ outputs }: TransactionRecord, memo: string): string {
  const at = outputs.findIndex(({ type }) => type === 'op-return');
  return joinThorchainMemo(
    memo,
    outputs.slice(at + 1).map(({ owner }) => (owner ? encodeHex(owner.payload) : '')),
  );
}

/**
 * What the memos of a transaction, as its data outputs carry them, state about its payments. Anybody can write such a memo and pay
 * anybody with it, so nothing here is more than stated. Undefined where no memo is understood, or no output fits it.
 */
export function readMemoPayment(record: TransactionRecord, memos: readonly string[]): MemoPayment | undefined {
  for (const text of memos) {
    const memo = readThorchainMemo(joinMemo(record, text));
    if (!memo) continue;
    const isSwap = memo.kind === 'swap';
    const vout = isSwap ? findDeposit(record) : findPayout(record);
    if (vout === undefined) return undefined;
    if (isSwap)
      return {
        ...{ ...RULE, kind: 'bridge-out', vout },
        counterpart: { network: memo.network, address: memo.address, message: undefined, certainty: 'stated' },
        note: 'The memo asks for a swap to another network. Whoever pays writes the memo; whether it was paid out is seen there.',
      };
    return {
      ...{ ...RULE, kind: 'bridge-in', vout },
      counterpart: { network: undefined, address: undefined, message: memo.hash, certainty: 'stated' },
      note: `${memo.kind === 'refund' ? 'Paid back' : 'Paid out'} with a memo that names the transaction it answers. Anybody can write such a memo, so check the payer.`,
    };
  }
  return undefined;
}
