import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { type CaseDetailRow, findCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { insertNotice, listOverlaps, type OverlapRow } from '@trailmark/store/cases/agency-cases/overlap-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { FindOverlaps } from './case-items.ts';
import { nameKeys } from './item-kinds/identifiers.ts';

const SYSTEM = { kind: 'system' } as const;

const maySee = ({ policy, readers }: OverlapRow, account: string): boolean =>
  policy === 'open' || readers.includes(account);

/** What somebody who adds something learns of the other cases: of a sealed one nothing, and never how many there are. */
function toOverlaps(rows: readonly OverlapRow[], account: string): CaseOverlap[] {
  const seen = rows.filter((row) => maySee(row, account));
  const isHidden = rows.some((row) => !maySee(row, account) && row.policy === 'need-to-know');
  return [
    ...seen.map(({ id, number, title, keys }): CaseOverlap => {
      return { kind: 'case', id, number, title, what: nameKeys(keys) };
    }),
    ...(isHidden ? [{ kind: 'contact-the-custodian' } as const] : []),
  ];
}

/** Tells the owners of another case what the policy of this one lets them know. */
async function tellOwners(
  tx: Transaction,
  own: CaseDetailRow,
  { id: caseId, owners, keys }: OverlapRow,
  { account, at }: { readonly account: string; readonly at: Date },
): Promise<void> {
  const facts = { keys, case: own.policy === 'open' ? { id: own.id, number: own.number, title: own.title } : null };
  for (const owner of owners.filter((other) => other !== account)) {
    await insertNotice(tx, { caseId, agency: own.agency, account: owner, kind: 'overlap', facts, at });
  }
}

/** Of a sealed case nobody but its own members is ever told; the owner of one is told of everything that touches it. */
const isTold = (own: CaseDetailRow, other: OverlapRow): boolean => own.policy !== 'sealed' || other.policy === 'sealed';

/** Finds the other cases of the agency that name the same, and tells each side what it may know. */
export function createOverlaps(casework: CaseworkContext, account: string): FindOverlaps {
  return ({ id, agency }, identifiers) =>
    casework.store.transact(SYSTEM, async (tx) => {
      const rows = await listOverlaps(tx, { id, agency }, identifiers);
      const own = await findCase(tx, id);
      const at = casework.now();
      for (const row of rows) if (own && isTold(own, row)) await tellOwners(tx, own, row, { account, at });
      return toOverlaps(rows, account);
    });
}
