import { ADDRESS, always } from './call.ts';

/** A set of one address. */
const stated = { subjects: [{ kind: 'address', chain: 'btc', text: ADDRESS }] };

const lost = { ...stated, victims: [{ name: 'Customer 7' }] };

/** Wallet statements. */
export const STATEMENTS = {
  runStatement: always({ body: stated }),
  listStatementLines: always({ body: { request: stated } }),
  exportStatement: always({ params: { format: 'csv' }, body: { request: stated } }),
  listVictimLosses: always({ body: lost }),
  exportVictimLosses: always({ params: { format: 'csv' }, body: { request: lost } }),
  matchStatementRecords: always({ body: { request: stated, text: 'Date,Amount\n2024-01-01,1' } }),
} as const;
