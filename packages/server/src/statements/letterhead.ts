import { findProfile } from '@trailmark/store/cases/accounts/session-rows';
import { caseScope, openCase } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';

/** Who a document is written for, and in which case: what its first page shows. */
export interface StatementLetterhead {
  readonly agency: string | undefined;
  readonly unit: string | undefined;
  /** In the order they are shown. */
  readonly particulars: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The agency of the caller, the case that is named, and who prepares the document. Throws `not-found` for a case that the caller may
 * not see, and `forbidden` where nothing may be taken out of it.
 */
export function readLetterhead(
  casework: CaseworkContext,
  caller: Caller,
  caseId: string | undefined,
): Promise<StatementLetterhead> {
  const { id, name } = ownAccount(caller);
  return casework.store.transact({ ...caseScope(caller), at: casework.now() }, async (tx) => {
    const profile = await findProfile(tx, id);
    const row = caseId === undefined ? undefined : await openCase(tx, caseId, 'export');
    return {
      agency: profile?.agencyName,
      unit: row?.unit || undefined,
      particulars: [
        ...(row ? [{ name: 'Case', value: `${row.number} ${row.title}`.slice(0, 200) }] : []),
        ...(row?.reference ? [{ name: 'Reference', value: row.reference }] : []),
        { name: 'Prepared by', value: name },
      ],
    };
  });
}
