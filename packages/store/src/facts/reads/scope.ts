import type { OutputChainId } from '@trailmark/core/chain';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerKey } from '@trailmark/core/owner';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { LookupFiles } from '../../lookup/lookup-files.ts';
import type { BlockIndex } from '../block-index.ts';
import type { FactsClient, FactsParameter } from '../client.ts';

/** What every read needs. */
export interface ReadScope {
  readonly facts: FactsClient;
  readonly chain: OutputChainId;
  readonly database: string;
  readonly blocks: BlockIndex;
  readonly lookup: LookupFiles;
}

/** First position above everything indexed. Rows beyond it are of a batch that is being committed, or taken back. */
export function indexedEnd(scope: ReadScope): Position {
  return toPosition((scope.blocks.tip?.height ?? -1) + 1, 0);
}

/** Condition and parameters that select one owner's entries; `tag` keeps the parameters of two owners apart. */
export function ownerCondition(
  scope: ReadScope,
  owner: Owner,
  tag = '',
): { sql: string; parameters: Record<string, FactsParameter> } {
  const key = ownerKey(owner);
  return {
    sql: `prefix = {prefix${tag}:UInt64} AND rest = {rest${tag}:UInt128} AND position < {indexedEnd:UInt64}`,
    parameters: { [`prefix${tag}`]: key.prefix, [`rest${tag}`]: key.rest, indexedEnd: indexedEnd(scope) },
  };
}

/** Rows of a batch in hand, and records of a removed block, may be in the store; only indexed heights count. */
export function isIndexed(scope: ReadScope, position: Position): boolean {
  return scope.blocks.storedHash(positionHeight(position)) !== undefined;
}

/** The positions in their order, undefined in place of those not indexed. */
export function indexedPositions(scope: ReadScope, positions: readonly Position[]): (Position | undefined)[] {
  return positions.map((position) => (isIndexed(scope, position) ? position : undefined));
}

export function indexedRecord(scope: ReadScope, position: Position): TransactionRecord | undefined {
  return isIndexed(scope, position) ? scope.lookup.record(position) : undefined;
}

export function toBigInt(value: unknown): bigint {
  return BigInt(value as string);
}

export function signalOf(options: ReadOptions | undefined): { signal?: AbortSignal | undefined } {
  return { signal: options?.signal };
}
