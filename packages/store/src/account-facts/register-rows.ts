import type { AddressCoverage } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { addressCoverageTable, tokensTable } from './account-tables.ts';
import { TableWriter } from './column-writer.ts';
import { SAID_DECIMALS, SAID_HEIGHT, SAID_NAME, SAID_SYMBOL } from './reads/account-register.ts';

/** Rows of `tokens`: what contracts state about themselves, under one version. */
export function tokenRows(tokens: readonly TokenMetadata[], version: number): TableWriter {
  const table = new TableWriter(tokensTable);
  for (const { contract, symbol, name, decimals, height, balanceFault } of tokens) {
    table.rows++;
    table.column('contract').hex(contract);
    table.column('version').u64(version);
    table
      .column('flags')
      .u8(
        (symbol === undefined ? 0 : SAID_SYMBOL) |
          (name === undefined ? 0 : SAID_NAME) |
          (decimals === undefined ? 0 : SAID_DECIMALS) |
          (height === undefined ? 0 : SAID_HEIGHT),
      );
    table.column('symbol').text(symbol ?? '');
    table.column('token_name').text(name ?? '');
    table.column('decimals').u8(decimals ?? 0);
    table.column('height').u32(height ?? 0);
    table.column('balance_fault').text(balanceFault ?? '');
  }
  return table;
}

/** The row of `address_coverage` that says what was fetched of an address. */
export function coverageRow(coverage: AddressCoverage): TableWriter {
  const table = new TableWriter(addressCoverageTable);
  table.rows = 1;
  table.column('address').hex(coverage.address);
  table.column('source').text(coverage.source);
  table.column('fetched_at').u64(coverage.fetchedAt);
  table.column('from_height').u32(coverage.fromHeight);
  table.column('to_height').u32(coverage.toHeight);
  table.column('holds').u8(coverage.holds);
  table.column('is_complete').u8(coverage.isComplete ? 1 : 0);
  table.column('note_said').u8(coverage.note === undefined ? 0 : 1);
  table.column('note').text(coverage.note ?? '');
  return table;
}
