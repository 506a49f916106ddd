import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord, UnspentOutput } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { PagedList } from '../../answers/paged-list.ts';
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

/** The unspent outputs of an owner, oldest first. */
export function listUtxos(
  ledger: ServedOutputs,
  { id, owner }: NamedOwner,
  pricer: Pricer,
): PagedList<Omit<UtxoPage, 'next'>> {
  return {
    key: ['utxos', ledger.id, id],
    placeLength: 2,
    async readPage(place, limit, read) {
      const [position, vout] = place ?? [];
      const after = position === undefined || vout === undefined ? undefined : { position, vout };
      const found = await ledger.reader.unspent(owner, { after, limit: limit + 1 }, read);
      const outputs = found.slice(0, limit);
      const positions = outputs.map((output) => output.position);
      const records = await ledger.reader.records(positions, read);
      const items = outputs.map((output, i) => toUtxo(ledger, output, records[i], pricer));
      const last = found.length > limit ? outputs.at(-1) : undefined;
      return {
        page: { ...toEnvelope(ledger, [], spanOf(items)), prices: { version: pricer.version }, items },
        next: last && [last.position, last.vout],
      };
    },
  };
}
