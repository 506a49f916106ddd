import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountChainId } from '@trailmark/core/chain';
import { type Position, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { FactsClient, FactsParameter } from '../../facts/client.ts';
import type { AccountBlockIndex } from '../account-block-index.ts';
import { ENTRY_OUT, ENTRY_SELF } from '../account-tables.ts';

/** What every read of an account chain needs. */
export interface AccountScope {
  readonly facts: FactsClient;
  readonly chain: AccountChainId;
  readonly database: string;
  readonly blocks: AccountBlockIndex;
  /** Resolves when no rows below the tip are being exchanged: a read in between would see half of them. */
  settled(): Promise<void>;
}

export type Parameters = Readonly<Record<string, FactsParameter>>;

/** One query, run while nothing below the tip is being exchanged. */
export async function ask(
  scope: AccountScope,
  sql: string,
  parameters: Parameters,
  options: ReadOptions | undefined,
  threads = 1,
): Promise<unknown[][]> {
  await scope.settled();
  return scope.facts.query(sql, { parameters, threads, signal: options?.signal });
}

/** First position above everything indexed. Rows beyond it are of a batch that is being committed, or taken back. */
export function indexedEnd(scope: AccountScope): Position {
  return toPosition(scope.blocks.tipHeight + 1, 0);
}

/** Condition and parameters that select one address's rows of a table keyed by address. */
export function addressCondition(
  scope: AccountScope,
  address: AccountKey,
): { sql: string; parameters: Record<string, FactsParameter> } {
  return {
    sql: 'prefix = {prefix:UInt64} AND rest = unhex({rest:String}) AND position < {indexedEnd:UInt64}',
    parameters: { prefix: addressPrefix(address), rest: address.slice(16), indexedEnd: indexedEnd(scope) },
  };
}

export function addressPrefix(address: AccountKey): bigint {
  return BigInt(`0x${address.slice(0, 16)}`);
}

/** An address from its two key columns, the second as lower-case hex. */
export function toAddress(prefix: unknown, rest: unknown): AccountKey {
  return BigInt(prefix as string)
    .toString(16)
    .padStart(16, '0')
    .concat(String(rest));
}

export function toBigInt(value: unknown): bigint {
  return BigInt(value as string);
}

/** Both sides of a move to oneself are rows; the sending one is not counted. */
export const COUNTED = `bitAnd(flags, ${ENTRY_OUT | ENTRY_SELF}) != ${ENTRY_OUT | ENTRY_SELF}`;
export const IS_OUT = `bitAnd(flags, ${ENTRY_OUT}) != 0`;

const LOW_BITS = 128n;
const LOW_MASK = `toUInt256('${2n ** LOW_BITS - 1n}')`;

/** Sums of amounts as two columns, the lower and upper halves: a sum of 256-bit integers would wrap. */
export function sumSql(condition: string, names?: readonly [string, string]): string {
  const [low, high] = names ? names.map((name) => ` AS ${name}`) : ['', ''];
  return `sumIf(bitAnd(amount, ${LOW_MASK}), ${condition})${low}, sumIf(bitShiftRight(amount, ${LOW_BITS}), ${condition})${high}`;
}

/** A sum from the two columns of `sumSql`. */
export function toSum(low: unknown, high: unknown): bigint {
  return toBigInt(low) + (toBigInt(high) << LOW_BITS);
}

/** Sorts by such a sum: by what is above 128 bits, then by what is below. */
export function sumOrder(low: string, high: string, direction: 'ASC' | 'DESC'): string {
  return `${high} + bitShiftRight(${low}, ${LOW_BITS}) ${direction}, bitAnd(${low}, ${LOW_MASK}) ${direction}`;
}

/** Contracts sort by their bytes, before assets that are texts, as their keys do. */
export const ASSET_ORDER = 'length(asset) NOT IN (0, 20), asset';
