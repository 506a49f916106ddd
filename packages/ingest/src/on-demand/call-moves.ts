import type { AccountKey, ValueMove } from '@trailmark/core/account-block';

interface Call {
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly created: AccountKey;
  readonly value: bigint;
  readonly status: 'ok' | 'failed' | 'unknown';
  readonly fee: bigint | undefined;
}

const PLAIN = { asset: '', tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 } as const;

/** What a transaction itself moves: its fee, whose recipient is not reported, and its value where it succeeded. */
export function callMoves({ from, to, created, value, status, fee }: Call): ValueMove[] {
  const paid: ValueMove[] = fee === undefined ? [] : [{ ...PLAIN, kind: 'fee', from, to: '', amount: fee }];
  if (status !== 'ok') return paid;
  return [...paid, { ...PLAIN, kind: 'native', from, to: to || created, amount: value }];
}

interface InternalCall {
  readonly type: string;
  readonly from: AccountKey;
  readonly to: AccountKey;
  readonly amount: bigint;
  readonly tracePath: string | undefined;
  readonly flags: number;
}

const MOVES_VALUE: readonly string[] = ['call', 'create', 'create2', 'selfdestruct', 'suicide'];

/**
 * The move of an internal call that went well; undefined for calls that move nothing by their nature. Coins that a contract
 * destroys into itself are burned before Cancun, and stay afterwards (EIP-6780).
 */
export function internalMove(call: InternalCall, isAfterCancun: boolean): ValueMove | undefined {
  const { type, from, to, amount, tracePath, flags } = call;
  if (!MOVES_VALUE.includes(type)) return undefined;
  const plain = { ...PLAIN, from, amount, tracePath, flags };
  const isDestruction = type === 'selfdestruct' || type === 'suicide';
  if (!isDestruction || from !== to) return { ...plain, kind: 'internal', to };
  return isAfterCancun ? undefined : { ...plain, kind: 'destroyed', to: '' };
}
