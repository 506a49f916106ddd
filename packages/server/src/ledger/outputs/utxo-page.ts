import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord, UnspentOutput } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { decodeCursor, encodeCursor } from '../../answers/cursor.ts';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import { countConfirmations, spanOf, toEnvelope } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import type { NamedOwner } from './owner-input.ts';

type UtxoPage = RouteOutput<Contract['listAddressUtxos']>;

function toUtxo(
  ledger: ServedOutputs,
  output: UnspentOutput,
  record: TransactionRecord | undefined,
  pricer: Pricer,
): UtxoPage['items'][number] {
  if (!record)
    throw new AppError('inconsistent', 'The index lists an unspent output whose transaction it does not hold.');
  const height = positionHeight(output.position);
  const block = ledger.reader.block(height);
  const confirmations = countConfirmations(ledger.reader, height);
  const moment = { time: block?.time ?? null, timeEstimated: block?.timeEstimated ?? false };
  const isMature = !record.isCoinbase || confirmations > ledger.chain.coinbaseMaturity;
  return {
    txid: record.txid,
    vout: output.vout,
    value: output.value,
    fiat: pricer.value(output.value, moment),
    height,
    ...moment,
    confirmations,
    isCoinbase: record.isCoinbase,
    spendable: output.isSpendable && isMature,
  };
}

/** A page of unspent outputs, oldest first. */
export async function readUtxoPage(
  ledger: ServedOutputs,
  self: NamedOwner,
  page: {
    readonly key: string;
    readonly cursor: string | undefined;
    readonly limit: number;
    readonly read: ReadOptions;
    readonly pricer: Pricer;
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
  const items = outputs.map((output, i) => toUtxo(ledger, output, records[i], page.pricer));
  return {
    ...toEnvelope(ledger, [], spanOf(items)),
    prices: { version: page.pricer.version },
    items,
    next: last ? encodeCursor(page.key, [last.position, last.vout]) : null,
  };
}
