import type { Transaction } from '@trailmark/store/cases/casework';
import { type InterestRow, listNamedKeys } from '@trailmark/store/cases/deconfliction/interest-rows';
import { openBytes } from '../cases/case-key.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readIdentifiers } from './read-identifiers.ts';
import { sealKey } from './tags.ts';

/** Identifiers of an interest in the spelling of its case, as it names them now. */
export async function readKeys(casework: CaseworkContext, tx: Transaction, row: InterestRow): Promise<string[]> {
  const text = openBytes(sealKey(casework), `identifiers:${row.id}`, row.identifiers).toString('utf8');
  const candidates = readIdentifiers(text).identifiers.flatMap(({ keys }) => keys);
  const named = await listNamedKeys(tx, row.caseId, candidates);
  return [...new Set(candidates)].filter((key) => named.has(key));
}
