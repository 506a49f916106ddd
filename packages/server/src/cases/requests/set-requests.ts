import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import type { RouteInput } from '@trailmark/api/route';
import type { CaseRight } from '@trailmark/core/case';
import { nextStatesOf, type RequestState } from '@trailmark/core/case-request';
import { AppError } from '@trailmark/core/errors';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { refreshNextDue } from '@trailmark/store/cases/agency-cases/due-rows';
import { putCaseText } from '@trailmark/store/cases/agency-cases/identifier-rows';
import { findItem } from '@trailmark/store/cases/agency-cases/item-rows';
import {
  countRequests,
  insertRequest,
  insertRequestStep,
  type RequestChange,
  type RequestRow,
  updateRequestDraft,
  updateRequestProgress,
} from '@trailmark/store/cases/agency-cases/request-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { requireAuthority } from '../authorities.ts';
import { actOnCase, checkVersion } from '../case-scope.ts';
import { toDay } from '../case-view.ts';
import { requestPacketItem } from '../item-kinds/request-packet.ts';
import { getRequestRow, readRequest } from './read-requests.ts';

type DraftBody = RouteInput<Contract['setCaseRequest']>['body'];
type StepBody = RouteInput<Contract['stepCaseRequest']>['body'];
type UpdateBody = RouteInput<Contract['updateCaseRequest']>['body'];

const MAX_REQUESTS = 1_000;

async function checkPacket(tx: Transaction, id: string, item: string): Promise<void> {
  const row = await findItem(tx, id, item);
  if (!row) throw new AppError('not-found', 'There is no such item in this case.');
  if (row.kind !== requestPacketItem.id) {
    throw new AppError('invalid', 'A request is drafted from a pinned request packet of this case.', {
      context: { field: 'item' },
    });
  }
  if (row.withdrawnAt) throw new AppError('conflict', 'This packet was withdrawn. Pin the one that is to be sent.');
}

async function writeDraft(tx: Transaction, row: RequestChange, named: DraftBody['row']): Promise<void> {
  if (named) {
    const present = await getRequestRow(tx, row.caseId, named.id);
    checkVersion(present.version, named.version);
    if (present.state !== 'drafted') {
      throw new AppError('conflict', 'Only a draft is changed. What was approved is what is sent.');
    }
    return updateRequestDraft(tx, row);
  }
  if ((await countRequests(tx, row.caseId)) >= MAX_REQUESTS) {
    throw new AppError('conflict', `A case has ${MAX_REQUESTS} requests at most.`);
  }
  await insertRequest(tx, row);
}

interface Entered {
  readonly id: string;
  readonly request: string;
  readonly at: Date;
}

async function settle(tx: Transaction, { id, at }: Pick<Entered, 'id' | 'at'>): Promise<void> {
  await refreshNextDue(tx, id);
  await touchCase(tx, id, at);
}

/** Drafts a request from a pinned packet, or changes a draft. */
export function setRequest(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { row: named, item: itemId, ...body }: DraftBody,
): Promise<CaseRequest> {
  const [by, at, request] = [ownAccount(caller).id, casework.now(), named?.id ?? randomUUID()];
  const details = ({ number }: CaseRequest) => ({ request, number, isNew: named === undefined });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'request.draft', details },
    async (tx, { agency, role }) => {
      await checkPacket(tx, id, itemId);
      await writeDraft(tx, { ...body, itemId, id: request, caseId: id, agency, by, at }, named);
      if (!named) {
        const step = { id: randomUUID(), requestId: request, state: 'drafted', on: toDay(at), note: '' } as const;
        await insertRequestStep(tx, { ...step, caseId: id, agency, authorityId: null, by, at });
      }
      const source = { caseId: id, agency, source: request };
      await putCaseText(tx, source, 'request', [body.recipient, body.basis, body.note].join('\n'));
      await settle(tx, { id, at });
      return readRequest(tx, id, request, { account: by, role });
    },
  );
}

const NOT_NEXT: Readonly<Record<RequestState, string>> = {
  drafted: 'This request is a draft. Its next step is approval by another person.',
  approved: 'This request is approved. Its next step is to be sent.',
  sent: 'This request was sent. It can be acknowledged, answered or refused.',
  acknowledged: 'This request was acknowledged. It can be answered or refused.',
  answered: 'This request was answered, which is its last step.',
  refused: 'This request was refused, which is its last step.',
  withdrawn: 'This request was withdrawn, which is its last step.',
};

/** Four eyes: approval is never by somebody who wrote the draft, whatever their role. */
function checkFourEyes({ drafters }: RequestRow, account: string): void {
  if (!drafters.includes(account)) return;
  throw new AppError(
    'forbidden',
    'Somebody else approves a request than those who drafted it. Ask a reviewer of the case.',
  );
}

/** The chain that a packet is about. */
function chainOf({ itemInput }: RequestRow): string | undefined {
  const { params } = (itemInput ?? {}) as { readonly params?: { readonly chain?: unknown } };
  return typeof params?.chain === 'string' ? params.chain : undefined;
}

/** Id of the authority that allows a step; null for a step that needs none. Throws `forbidden` and `conflict`. */
async function allowStep(
  tx: Transaction,
  id: string,
  row: RequestRow,
  { to, by, at }: { readonly to: RequestState; readonly by: string; readonly at: Date },
): Promise<string | null> {
  if (!nextStatesOf(row.state).includes(to)) throw new AppError('conflict', NOT_NEXT[row.state]);
  if (to === 'approved') checkFourEyes(row, by);
  if (to === 'approved' || to === 'sent') await checkPacket(tx, id, row.itemId);
  if (to !== 'sent') return null;
  const authority = await requireAuthority(tx, id, 'request', at, { chain: chainOf(row) });
  return authority?.id ?? null;
}

/** The day of a step: not in the future, and not before the step that it follows. */
async function checkDay(
  tx: Transaction,
  id: string,
  row: RequestRow,
  { on, at }: { readonly on: string; readonly at: Date },
): Promise<void> {
  const field = { context: { field: 'on' } };
  if (on > toDay(at))
    throw new AppError('invalid', 'A step is entered when it was done: its day is not in the future.', field);
  const { steps } = await readRequest(tx, id, row.id, { account: '', role: null });
  if (steps.some((step) => on < step.on))
    throw new AppError('invalid', 'The day of a step is not before that of the step it follows.', field);
}

/** Takes the next step of a request. */
export function stepRequest(
  casework: CaseworkContext,
  caller: Caller,
  { id, request }: { readonly id: string; readonly request: string },
  { version, to, note, on: given }: StepBody,
): Promise<CaseRequest> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const on = given ?? toDay(at);
  const right: CaseRight = to === 'approved' ? 'review' : 'write';
  const details = ({ number }: CaseRequest) => ({ request, number, to, on });
  return actOnCase(casework, caller, { id, right, action: 'request.step', details }, async (tx, { agency, role }) => {
    const row = await getRequestRow(tx, id, request);
    checkVersion(row.version, version);
    if (to === 'withdrawn' && note.length < 3) {
      throw new AppError('invalid', 'A withdrawal takes a reason.', { context: { field: 'note' } });
    }
    const authorityId = await allowStep(tx, id, row, { to, by, at });
    await checkDay(tx, id, row, { on, at });
    await insertRequestStep(tx, {
      ...{ id: randomUUID(), requestId: request, state: to, on, note, caseId: id, agency, authorityId, by, at },
    });
    const { dueOn, remindOn, files } = row;
    await updateRequestProgress(tx, { id: request, state: to, dueOn, remindOn, files, by, at });
    await settle(tx, { id, at });
    return readRequest(tx, id, request, { account: by, role });
  });
}

/** Sets when the answer is due, when to remind, and the files of the answer, whatever its state. */
export function updateRequest(
  casework: CaseworkContext,
  caller: Caller,
  { id, request }: { readonly id: string; readonly request: string },
  { version, dueOn, remindOn, files }: UpdateBody,
): Promise<CaseRequest> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = ({ number }: CaseRequest) => ({ request, number });
  return actOnCase(
    casework,
    caller,
    { id, right: 'write', action: 'request.update', details },
    async (tx, { role }) => {
      const row = await getRequestRow(tx, id, request);
      checkVersion(row.version, version);
      const unique = [...new Set(files)];
      await updateRequestProgress(tx, { id: request, state: row.state, dueOn, remindOn, files: unique, by, at });
      await settle(tx, { id, at });
      return readRequest(tx, id, request, { account: by, role });
    },
  );
}
