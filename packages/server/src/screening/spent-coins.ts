import type { UnreadPart } from '@trailmark/analysis/screening/measure-exposure';
import { AppError } from '@trailmark/core/errors';
import { groupDigits as count } from '@trailmark/core/group-digits';
import type { OutputLedger, RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { MAX_SEEDS, type TraceSeed } from '@trailmark/core/trace/trace-request';

/** The coins a transaction spends, and what of them no trace begins with. */
export interface SpentCoins {
  readonly seeds: readonly TraceSeed[];
  readonly unread: UnreadPart | undefined;
}

function refuse(text: string): never {
  throw new AppError('invalid', text);
}

/** All that it spends; of inputs without a value what it paid, its fee included. */
function sumSpent({ inputs, outputs, fee = 0n }: TransactionRecord): bigint {
  const values = inputs.flatMap(({ value }) => value ?? []);
  const known = values.reduce((sum, value) => sum + value, 0n);
  const paid = outputs.reduce((sum, { value }) => sum + value, fee);
  return values.length === inputs.length || known > paid ? known : paid;
}

function describeUnread({ inputs }: TransactionRecord, indexed: number): string | undefined {
  const rest = 'the rest is in the table as not read';
  if (indexed > MAX_SEEDS)
    return `The transaction spends ${count(inputs.length)} outputs: the ${MAX_SEEDS} largest were followed, and ${rest}.`;
  if (indexed === inputs.length) return undefined;
  return `The transaction spends ${count(inputs.length)} outputs, of which ${count(indexed)} are indexed: ${rest}.`;
}

const bySize = (a: RecordInput, b: RecordInput): number =>
  (a.value ?? 0n) === (b.value ?? 0n) ? 0 : (a.value ?? 0n) > (b.value ?? 0n) ? -1 : 1;

/**
 * The coins a transaction spends, from its record. Rejects with `not-found` for one that is not indexed, and `invalid` for one that
 * spends nothing of the index: whom it paid is then not known to a trace.
 */
export async function readSpentCoins(reader: OutputLedger, txid: string, read: ReadOptions): Promise<SpentCoins> {
  const position = (await reader.positionsOf([txid], read)).get(txid)?.at(-1);
  const [record] = position === undefined ? [] : await reader.records([position], read);
  if (!record) throw new AppError('not-found', `The transaction ${txid} is not indexed.`);
  if (record.isCoinbase)
    refuse(`The transaction ${txid} creates its coins and spends none: screen the addresses it paid.`);
  const indexed = record.inputs.filter(({ source, owner }) => source !== undefined && owner !== undefined);
  if (indexed.length === 0)
    refuse(`The transaction ${txid} spends nothing that is indexed: screen the addresses it paid.`);
  const begun = indexed.toSorted(bySize).slice(0, MAX_SEEDS);
  const sources = [...new Set(begun.flatMap(({ source }) => source ?? []))];
  const records = await reader.records(sources, read);
  const txidAt = new Map(sources.map((source, at) => [source, records[at]?.txid]));
  const seeds = begun.flatMap(({ source, vout }): TraceSeed[] => {
    const from = source === undefined ? undefined : txidAt.get(source);
    return from === undefined ? [] : [{ kind: 'output', txid: from, vout }];
  });
  const sentence = describeUnread(record, indexed.length);
  return { seeds, unread: sentence === undefined ? undefined : { whole: sumSpent(record), sentence } };
}
