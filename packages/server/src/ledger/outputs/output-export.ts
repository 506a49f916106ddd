import { type OutputHistoryRow, outputHistoryRow } from '@trailmark/api/contract/history';
import { compileEncoder } from '@trailmark/api/encoder';
import type { Position } from '@trailmark/core/position';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import type { AddressExport, ExportQuery } from '../address-export.ts';
import { toEnvelope } from '../answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import { EXPORT_COLUMNS, toExportCells } from './export-columns.ts';
import { readHistoryPage } from './history.ts';
import { readHistoryFilter, readOwner } from './owner-input.ts';

const encodeRow = compileEncoder(outputHistoryRow);

/** The history of an address of a chain of outputs as a file. Throws `invalid` for what cannot be requested. */
export function openOutputExport(
  ledger: ServedOutputs,
  { prices }: Pick<Knowledge, 'prices'>,
  address: string,
  query: ExportQuery,
  limit: number,
): AddressExport<OutputHistoryRow, Position> {
  const { chain } = ledger;
  const self = readOwner(ledger, address);
  const filter = readHistoryFilter(ledger, query);
  const pricer = createPricer(prices(), chain, query.currency);
  return {
    address: self.address,
    title: 'address history',
    unit: `${chain.symbol}, ${chain.decimals} decimals`,
    envelope: toEnvelope(ledger),
    versions: [['prices', pricer.version]],
    about: { prices: { version: pricer.version } },
    readPage: (after, read) => readHistoryPage(ledger, { self, filter, after, limit, pricer }, read),
    // The newest come first otherwise, before any block can arrive; a bound would hide running balances.
    upTo: query.order === 'oldest' ? ledger.reader.tip()?.height : undefined,
    columns: EXPORT_COLUMNS,
    toCells: (row) => toExportCells(row, chain.decimals),
    encode: encodeRow,
  };
}
