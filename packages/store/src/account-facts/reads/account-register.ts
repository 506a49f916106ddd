import type { AccountKey, AddressCoverage } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import { type AccountScope, ask } from './account-scope.ts';

/** Contracts requested in one query: they travel as text. */
const BATCH = 1_000;

/** Bits of `tokens.flags`. */
export const SAID_SYMBOL = 1;
export const SAID_NAME = 2;
export const SAID_DECIMALS = 4;
export const SAID_HEIGHT = 8;

function toToken([contract, flags, symbol, name, decimals, height, fault]: readonly unknown[]): TokenMetadata {
  const said = Number(flags);
  return {
    contract: String(contract),
    symbol: said & SAID_SYMBOL ? String(symbol) : undefined,
    name: said & SAID_NAME ? String(name) : undefined,
    decimals: said & SAID_DECIMALS ? Number(decimals) : undefined,
    height: said & SAID_HEIGHT ? Number(height) : undefined,
    ...(fault === '' ? {} : { balanceFault: String(fault) }),
  };
}

/** The latest that each contract stated about itself, and the latest fault found; contracts never queried are absent. */
export async function readTokens(
  scope: AccountScope,
  contracts: readonly string[],
  options?: ReadOptions,
): Promise<Map<string, TokenMetadata>> {
  const found = new Map<string, TokenMetadata>();
  for (let from = 0; from < contracts.length; from += BATCH) {
    const rows = await ask(
      scope,
      `SELECT lower(hex(contract)), argMax(flags, version), argMax(symbol, version), argMax(token_name, version),
         argMax(decimals, version), argMax(height, version), argMaxIf(balance_fault, version, balance_fault != '')
       FROM ${scope.database}.tokens WHERE contract IN (SELECT unhex(arrayJoin({contracts:Array(String)}))) GROUP BY contract`,
      { contracts: contracts.slice(from, from + BATCH) },
      options,
    );
    for (const row of rows) found.set(String(row[0]), toToken(row));
  }
  return found;
}

/** Addresses requested in one query: their text stays below what a server takes as one parameter. */
const COVERED_AT_ONCE = 1_000;

/** What was fetched on demand of addresses, newest first. A line that was written twice counts once. */
export async function readAddressCoverages(
  scope: AccountScope,
  addresses: readonly AccountKey[],
  options?: ReadOptions,
): Promise<Map<AccountKey, AddressCoverage[]>> {
  const found = new Map<AccountKey, AddressCoverage[]>();
  const distinct = [...new Set(addresses)];
  for (let from = 0; from < distinct.length; from += COVERED_AT_ONCE) {
    const rows = await ask(
      scope,
      `SELECT DISTINCT lower(hex(address)), source, fetched_at, from_height, to_height, holds, is_complete, note_said, note
       FROM ${scope.database}.address_coverage WHERE address IN (SELECT unhex(arrayJoin({addresses:Array(String)})))
       ORDER BY fetched_at DESC, source, from_height`,
      { addresses: distinct.slice(from, from + COVERED_AT_ONCE) },
      options,
    );
    for (const row of rows) {
      const coverage = toCoverage(row);
      const own = found.get(coverage.address);
      if (own) own.push(coverage);
      else found.set(coverage.address, [coverage]);
    }
  }
  return found;
}

function toCoverage(row: readonly unknown[]): AddressCoverage {
  const [address, source, fetchedAt, fromHeight, toHeight, holds, isComplete, noteSaid, note] = row;
  return {
    address: String(address),
    source: String(source),
    fetchedAt: Number(fetchedAt),
    fromHeight: Number(fromHeight),
    toHeight: Number(toHeight),
    holds: Number(holds),
    isComplete: Number(isComplete) === 1,
    note: Number(noteSaid) === 1 ? String(note) : undefined,
  };
}
