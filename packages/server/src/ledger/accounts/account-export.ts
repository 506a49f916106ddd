import { type TransferRow, transferRow } from '@trailmark/api/contract/ledger-wire';
import { compileEncoder } from '@trailmark/api/encoder';
import type { MovePlace } from '@trailmark/core/account-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { AddressExport, ExportQuery } from '../address-export.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { readAccount, readAccountFilter } from './account-input.ts';
import { openView } from './account-view.ts';
import { MOVE_COLUMNS, toMoveCells } from './export-columns.ts';
import { toAccountEnvelope } from './holdings.ts';
import { readMovesPage } from './moves.ts';
import { toFetchedGaps } from './page-gaps.ts';
import { spanOfSums } from './sum-span.ts';

const encodeRow = compileEncoder(transferRow);

/** Every transfer of an address of an account chain as a file. Throws `invalid` for what cannot be requested. */
export async function openAccountExport(
  ledger: ServedAccounts,
  knowledge: Knowledge,
  address: string,
  query: ExportQuery,
  limit: number,
  read: ReadOptions,
): Promise<AddressExport<TransferRow, MovePlace>> {
  const { chain, reader } = ledger;
  const self = readAccount(ledger, address);
  const filter = readAccountFilter(ledger, query);
  const { currency } = query;
  const [view, fetched, sums] = await Promise.all([
    openView(ledger, knowledge, { contracts: [], currency }, read),
    reader.addressCoverage(self.key, read),
    reader.totals([self.key], read),
  ]);
  const { version } = view.assets.prices;
  const tokens = knowledge.tokens.version;
  return {
    address: self.address,
    title: 'moves of an address, folded ones included',
    unit: `${chain.symbol}, ${chain.decimals} decimals; tokens by the decimals of each, where they are known`,
    envelope: toAccountEnvelope(ledger, toFetchedGaps(fetched), spanOfSums([...sums.values()]), fetched),
    versions: [
      ['prices', version],
      ['known_tokens', tokens],
    ],
    about: { prices: { version }, tokens: { version: tokens } },
    readPage: (after, scope) => readMovesPage(ledger, knowledge, { self, filter, after, limit, currency }, scope),
    upTo: ledger.reader.tip()?.height,
    columns: MOVE_COLUMNS,
    toCells: (row) => toMoveCells(row, chain),
    encode: encodeRow,
  };
}
