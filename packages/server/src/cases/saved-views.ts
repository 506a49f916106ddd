import { randomUUID } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { deleteSavedView, insertSavedView, listSavedViews } from '@trailmark/store/cases/agency-cases/view-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { caseScope, readCases } from './case-scope.ts';

const MAX_VIEWS = 30;

async function listIn(tx: Transaction) {
  return { items: await listSavedViews(tx) };
}

export function readSavedViews(casework: CaseworkContext, caller: Caller) {
  return readCases(casework, caller, listIn);
}

/** Keeps a filter for its owner. Throws `conflict` at the limit. */
export function keepSavedView(
  casework: CaseworkContext,
  caller: Caller,
  { name, query }: { readonly name: string; readonly query: string },
) {
  const { id: account, agency } = ownAccount(caller);
  const work = async (tx: Transaction) => {
    if ((await listSavedViews(tx)).length >= MAX_VIEWS) {
      throw new AppError('conflict', `You keep ${MAX_VIEWS} views, which is the limit. Remove one first.`);
    }
    await insertSavedView(tx, { id: randomUUID(), agency, account, name, query, at: casework.now() });
    return listIn(tx);
  };
  return act(casework, caller, { action: 'case-view.save' }, work, caseScope(caller));
}

export function forgetSavedView(casework: CaseworkContext, caller: Caller, id: string) {
  const work = async (tx: Transaction) => {
    if (!(await deleteSavedView(tx, id))) throw new AppError('not-found', 'You keep no such view.');
    return listIn(tx);
  };
  return act(
    casework,
    caller,
    { action: 'case-view.remove', object: { kind: 'case-view', id } },
    work,
    caseScope(caller),
  );
}
