import type { Contract } from '@trailmark/api/contract';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import type { RouteOutput } from '@trailmark/api/route';
import { rightsOf } from '@trailmark/core/case';
import { nextStatesOf } from '@trailmark/core/case-request';
import { AppError } from '@trailmark/core/errors';
import type { CaseDetailRow } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  countRequests,
  findRequest,
  listRequestAssets,
  listRequestSteps,
  listRequests,
  type RequestAssetRow,
  type RequestRow,
  type StepRow,
} from '@trailmark/store/cases/agency-cases/request-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { openCase, readCases } from '../case-scope.ts';
import { toDay, toSeconds } from '../case-view.ts';
import { toWithdrawal } from '../people/read-people.ts';
import type { CountTabs } from '../read-case.ts';

/** `R-1`. */
export function toRequestNumber({ number }: Pick<RequestRow, 'number'>): string {
  return `R-${number}`;
}

function toStep({ state, on, at, by, note, authority }: StepRow): CaseRequest['steps'][number] {
  return { state, on, at: toSeconds(at), by, note, authority };
}

function toAsset(row: RequestAssetRow): CaseRequest['assets'][number] {
  const { id, outcome, asset, symbol, decimals, day, source, addedBy } = row;
  return {
    ...{ id, outcome, asset, symbol, decimals, day, source, addedBy },
    amount: BigInt(row.amount),
    isInMoney: row.moneyId !== null,
    addedAt: toSeconds(row.addedAt),
    withdrawn: toWithdrawal(row),
  };
}

interface Parts {
  readonly steps: readonly StepRow[];
  readonly assets: readonly RequestAssetRow[];
}

/** Who reads decides what is offered: who drafted a request does not approve it. */
interface Reader {
  readonly account: string;
  readonly role: CaseDetailRow['role'];
}

function toRequest(row: RequestRow, { steps, assets }: Parts, { account, role }: Reader): CaseRequest {
  const { id, recipient, kind, basis, note, state, dueOn, remindOn, version } = row;
  const { itemId, itemNumber, itemTitle: title, itemHash: hash, isItemWithdrawn: isWithdrawn } = row;
  return {
    ...{ id, recipient, kind, basis, note, state, dueOn, remindOn, version },
    number: toRequestNumber(row),
    item: { id: itemId, number: `A-${itemNumber}`, title, hash, isWithdrawn },
    next: [...nextStatesOf(state)],
    mayApprove: state === 'drafted' && rightsOf(role).includes('review') && !row.drafters.includes(account),
    files: [...row.files],
    steps: steps.filter(({ requestId }) => requestId === id).map(toStep),
    assets: assets.filter(({ requestId }) => requestId === id).map(toAsset),
  };
}

async function partsOf(tx: Transaction, id: string): Promise<Parts> {
  return { steps: await listRequestSteps(tx, id), assets: await listRequestAssets(tx, id) };
}

/** The register of a case, by number. */
export function readRequests(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listCaseRequests']>> {
  const account = ownAccount(caller).id;
  return readCases(casework, caller, async (tx) => {
    const { role } = await openCase(tx, id, 'read');
    const [rows, parts] = [await listRequests(tx, id), await partsOf(tx, id)];
    return { items: rows.map((row) => toRequest(row, parts, { account, role })), today: toDay(casework.now()) };
  });
}

/** Throws `not-found`. */
export async function getRequestRow(tx: Transaction, id: string, request: string): Promise<RequestRow> {
  const row = await findRequest(tx, id, request);
  if (!row) throw new AppError('not-found', 'There is no such request in this case.');
  return row;
}

/** One request as its reader sees it. */
export async function readRequest(tx: Transaction, id: string, request: string, reader: Reader): Promise<CaseRequest> {
  return toRequest(await getRequestRow(tx, id, request), await partsOf(tx, id), reader);
}

export const countCaseRequests: CountTabs = async (tx, id) => ({ requests: await countRequests(tx, id) });
