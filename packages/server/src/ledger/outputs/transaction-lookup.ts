import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { decodeTransaction, type Transaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import { formatCount } from '../../answers/format-count.ts';
import { getHoldings } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import { describeVanished } from './evidence.ts';

/** A transaction the index or the overlay knows. */
export interface FoundTransaction {
  readonly record: TransactionRecord;
  /** Every position at which this txid was mined, ascending; empty while unconfirmed. */
  readonly positions: readonly Position[];
  readonly unconfirmed: UnconfirmedTransaction | undefined;
}

function choosePosition(positions: readonly Position[], height: number | undefined): Position | undefined {
  return height === undefined ? positions.at(-1) : positions.find((position) => positionHeight(position) === height);
}

/** The position at which a txid was mined, the latest copy unless a height is named; undefined if it was not. */
export async function findPosition(
  ledger: ServedOutputs,
  txid: string,
  height: number | undefined,
  read: ReadOptions,
): Promise<{ position: Position | undefined; positions: readonly Position[] }> {
  const positions = (await ledger.reader.positionsOf([txid], read)).get(txid) ?? [];
  return { position: choosePosition(positions, height), positions };
}

/** What `not-found` states about a transaction: that the index may not hold it, if it may not. */
export function absentTransaction(ledger: ServedOutputs, height?: number): AppError {
  const place = height === undefined ? '' : ` at height ${formatCount(height)}`;
  const { coverage } = getHoldings(ledger.reader);
  const scope = coverage.complete ? '' : ` ${coverage.summary} It may be in a block outside of it.`;
  return new AppError(
    'not-found',
    `No ${ledger.chain.name} transaction with this id${place} is in this index.${scope}`,
  );
}

/** What `not-found` states about a transaction that was mined, but not where it was looked for. */
function minedElsewhere(positions: readonly Position[], height: number): AppError {
  const heights = positions.map((position) => formatCount(positionHeight(position))).join(' and ');
  return new AppError(
    'not-found',
    `This transaction is not in block ${formatCount(height)}. It is in block ${heights}.`,
  );
}

/** Says of a transaction that was seen and is not on the chain what became of it. */
async function explainAbsence(
  ledger: ServedOutputs,
  txid: string,
  height: number | undefined,
  read: ReadOptions,
): Promise<AppError> {
  const absent = absentTransaction(ledger, height);
  const [last] = height === undefined ? await ledger.reader.vanished(txid, read) : [];
  return last ? new AppError('not-found', `${absent.message} ${describeVanished(last)}`) : absent;
}

/** Looks in the index first, then among the unconfirmed. Throws `not-found`. */
export async function getTransaction(
  ledger: ServedOutputs,
  txid: string,
  height: number | undefined,
  read: ReadOptions,
): Promise<FoundTransaction> {
  const { position, positions } = await findPosition(ledger, txid, height, read);
  if (position !== undefined) {
    const [record] = await ledger.reader.records([position], read);
    if (!record)
      throw new AppError('inconsistent', 'The index names a place for this transaction and holds nothing there.');
    return { record, positions, unconfirmed: undefined };
  }
  const unconfirmed = height === undefined ? ledger.overlay?.get(txid) : undefined;
  if (height !== undefined && positions.length > 0) throw minedElsewhere(positions, height);
  if (!unconfirmed) throw await explainAbsence(ledger, txid, height, read);
  return { record: unconfirmed.record, positions: [], unconfirmed };
}

/** Raw bytes of a found transaction; undefined where the source carried none. */
export async function findRaw(
  ledger: ServedOutputs,
  found: FoundTransaction,
  read: ReadOptions,
): Promise<Uint8Array | undefined> {
  if (found.unconfirmed) return found.unconfirmed.raw;
  if (!found.record.hasRaw) return undefined;
  return (await ledger.reader.rawTransactions([found.record.position], read)).get(found.record.position);
}

/** Raw bytes that must be there. Throws `not-found` naming the source that carried none. */
export async function getRaw(ledger: ServedOutputs, found: FoundTransaction, read: ReadOptions): Promise<Uint8Array> {
  const raw = await findRaw(ledger, found, read);
  if (raw) return raw;
  const source = ledger.reader.block(positionHeight(found.record.position))?.source ?? 'its source';
  throw new AppError('not-found', `The raw bytes of this transaction are not stored: "${source}" carries none.`);
}

/** Decodes raw bytes by a chain's rules. */
export function decodeRaw(chain: UtxoChain, raw: Uint8Array): Transaction {
  return decodeTransaction(raw, { mweb: chain.mweb, cashTokens: chain.cashTokens });
}
