import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { hasUnreviewed } from '@trailmark/store/cases/agency-cases/emergency-rows';
import {
  deletePurge,
  findPurge,
  findRetention,
  insertHold,
  insertPurge,
  listHolds,
  releaseHold,
  updateRetention,
} from '@trailmark/store/cases/agency-cases/retention-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { actOnCase, openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

type Retention = RouteOutput<Contract['getCaseRetention']>;
type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

async function readIn(tx: Transaction, id: string, account: string): Promise<Retention> {
  const holds = await listHolds(tx, id);
  const purge = await findPurge(tx, id);
  return {
    retainUntil: await findRetention(tx, id),
    holds: holds.map(({ placedAt, releasedAt, releasedBy, releasedWhy, ...hold }) => ({
      ...hold,
      placedAt: toSeconds(placedAt),
      released: releasedAt && { at: toSeconds(releasedAt), by: releasedBy ?? 'Former account', why: releasedWhy ?? '' },
    })),
    purge: purge
      ? {
          reason: purge.reason,
          askedAt: toSeconds(purge.askedAt),
          askedBy: purge.askedBy,
          isOwn: purge.askedById === account,
        }
      : null,
  };
}

export function readRetention(casework: CaseworkContext, caller: Caller, id: string): Promise<Retention> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return readIn(tx, id, ownAccount(caller).id);
  });
}

interface LawAct {
  readonly id: string;
  readonly action: string;
  readonly details?: Readonly<Record<string, string | null>>;
}

function actByLaw(
  casework: CaseworkContext,
  caller: Caller,
  { id, action, details = {} }: LawAct,
  work: (tx: Transaction, agency: string) => Promise<void>,
): Promise<Retention> {
  return actOnCase(
    casework,
    caller,
    { id, right: 'law', action, isAfterRecord: true, details: () => details },
    async (tx, { agency }) => {
      await work(tx, agency);
      return readIn(tx, id, ownAccount(caller).id);
    },
  );
}

export function setRetention(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { retainUntil }: Body<'setCaseRetention'>,
): Promise<Retention> {
  const act = { id, action: 'retention', details: { until: retainUntil } };
  return actByLaw(casework, caller, act, (tx) => updateRetention(tx, id, retainUntil));
}

/** Puts the case on hold, which ends a requested purge. */
export function placeHold(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { reason, authority }: Body<'placeCaseHold'>,
): Promise<Retention> {
  const account = ownAccount(caller).id;
  return actByLaw(casework, caller, { id, action: 'hold.place' }, async (tx, agency) => {
    await insertHold(tx, { id: randomUUID(), caseId: id, agency, account, reason, authority, at: casework.now() });
    await deletePurge(tx, id);
  });
}

export function endHold(
  casework: CaseworkContext,
  caller: Caller,
  { id, hold, why }: { readonly id: string; readonly hold: string; readonly why: string },
): Promise<Retention> {
  const release = { by: ownAccount(caller).id, why, at: casework.now() };
  return actByLaw(casework, caller, { id, action: 'hold.release', details: { hold } }, async (tx) => {
    if (!(await releaseHold(tx, { caseId: id, hold }, release))) {
      throw new AppError('not-found', 'There is no such hold in force.');
    }
  });
}

/** Throws `conflict` while something keeps the case: a hold, or a retention that has not ended. */
export async function checkPurgeable(tx: Transaction, id: string, today: string): Promise<void> {
  const [hold] = (await listHolds(tx, id)).filter(({ releasedAt }) => releasedAt === null);
  if (hold) {
    const by = hold.authority ? ` of ${hold.authority}` : '';
    throw new AppError(
      'conflict',
      `A legal hold${by} is in force since ${hold.placedAt.toISOString().slice(0, 10)}. Release it first.`,
    );
  }
  if (await hasUnreviewed(tx, id)) {
    throw new AppError('conflict', 'The review of an emergency access to this case is open. Close it first.');
  }
  const until = await findRetention(tx, id);
  if (until !== null && until > today) {
    throw new AppError('conflict', `The case is to be kept until ${until}. It can be purged after that day.`);
  }
}

export function askPurge(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { reason }: Body<'askCasePurge'>,
): Promise<Retention> {
  const [account, at] = [ownAccount(caller).id, casework.now()];
  return actByLaw(casework, caller, { id, action: 'purge.ask' }, async (tx, agency) => {
    await checkPurgeable(tx, id, at.toISOString().slice(0, 10));
    if (await findPurge(tx, id))
      throw new AppError('conflict', 'A purge was requested already. Another person decides on it.');
    await insertPurge(tx, { caseId: id, agency, account, reason, at });
  });
}
