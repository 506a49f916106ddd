import type { statementRecordsRoutes } from '@trailmark/api/contract/statement-records';
import type { RouteOutput } from '@trailmark/api/route';
import type { DateOrder, RecordField, RecordMapping } from '@trailmark/core/statement/records';

type Records = (typeof statementRecordsRoutes)['matchStatementRecords'];
export type RecordsAnswer = RouteOutput<Records>;
export type Mapping = RecordsAnswer['mapping'];

export const FIELD_WORDS: Readonly<Record<RecordField, string>> = {
  time: 'Time',
  txid: 'Transaction id',
  asset: 'Asset',
  amount: 'Amount',
  'amount-in': 'Amount in',
  'amount-out': 'Amount out',
  direction: 'Deposit or withdrawal',
  fee: 'Fee',
  address: 'Address',
  note: 'Note',
  ignore: 'Not read',
};

export const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  'day-first': '03/04 is 3 April',
  'month-first': '03/04 is March 4',
};

export const SIDE_WORDS: Readonly<Record<RecordMapping['side'], string>> = {
  service: 'the service: its deposit left the set',
  set: 'the set: a deposit came into it',
};

const KEY = 'recordMappings';
/** Layouts remembered in this browser. */
const MOST = 30;

function readAll(): Readonly<Record<string, Mapping>> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found !== null && typeof found === 'object' ? (found as Record<string, Mapping>) : {};
  } catch {
    return {};
  }
}

const layoutOf = (header: readonly string[]) => header.join('\u0001').slice(0, 2_000);

/** The mapping that a person chose for a file with these columns, where one did. The server checks it like any other. */
export function recallMapping(header: readonly string[]): Mapping | undefined {
  const found = readAll()[layoutOf(header)];
  return found?.fields?.length === header.length ? found : undefined;
}

export function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const others = Object.entries(readAll()).filter(([layout]) => layout !== layoutOf(header));
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [layoutOf(header), mapping]])),
    );
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
}
