import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord, UnspentOutput } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import { positionHeight } from '@trailmark/core/position';
import type { Ledger } from '../ledgers.ts';
import { countConfirmations, spanOf, toEnvelope } from './answer.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { NamedOwner } from './owner-input.ts';

type UtxoPage = RouteOutput<Contract['listAddressUtxos']>;

function toUtxo(
  ledger: Ledger,
  output: UnspentOutput,
  record: TransactionRecord | undefined,
): UtxoPage['items'][number] {
  if (!record)
    throw new AppError('inconsistent', 'The index lists an unspent output whose transaction it does not hold.');
  const height = positionHeight(output.position);
  const block = ledger.reader.block(height);
  const confirmations = countConfirmations(ledger.reader, height);
  const isMature = !record.isCoinbase || confirmations > ledger.chain.coinbaseMaturity;
  return {
    txid: record.txid,
    vout: output.vout,
    value: output.value,
    height,
    time: block?.time ?? null,
    timeEstimated: block?.timeEstimated ?? false,
    confirmations,
    isCoinbase: record.isCoinbase,
    spendable: output.isSpendable && isMature,
  };
}

/** A page of unspent outputs, oldest first. */
export async function readUtxoPage(
  ledger: Ledger,
  self: NamedOwner,
  page: {
    readonly key: string;
    readonly cursor: string | undefined;
    readonly limit: number;
    readonly read: ReadOptions;
  },
): Promise<UtxoPage> {
  const [position, vout] = decodeCursor(page.key, page.cursor, 2) ?? [];
  const after = position === undefined || vout === undefined ? undefined : { position, vout };
  const found = await ledger.reader.unspent(self.owner, { after, limit: page.limit + 1 }, page.read);
  const outputs = found.slice(0, page.limit);
  const records = await ledger.reader.records(
    outputs.map((output) => output.position),
    page.read,
  );
  const last = found.length > page.limit ? outputs.at(-1) : undefined;
  const items = outputs.map((output, i) => toUtxo(ledger, output, records[i]));
  return {
    ...toEnvelope(ledger, [], spanOf(items)),
    items,
    next: last ? encodeCursor(page.key, [last.position, last.vout]) : null,
  };
}
