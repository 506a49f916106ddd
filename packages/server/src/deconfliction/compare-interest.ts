import { randomUUID } from 'node:crypto';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findParty, insertConflict, insertConflictMessage } from '@trailmark/store/cases/deconfliction/conflict-rows';
import {
  findInterest,
  insertRelease,
  insertRequest,
  listMatches,
  type Match,
  type NewInterest,
  takeRequests,
} from '@trailmark/store/cases/deconfliction/interest-rows';
import { sealBytes } from '../cases/case-key.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeMatch, firstStep, notifyOwner } from './notify-owner.ts';
import { toDay } from './read-interests.ts';
import { sealKey } from './tags.ts';

const SYSTEM = { kind: 'system' } as const;
const SETTLED_AT_ONCE = 100;

interface Filed extends Pick<NewInterest, 'id' | 'agency' | 'sensitivity'> {}

/** What an open entry shows at once is a release, and is in the record of its case. */
async function logFirstRelease(tx: Transaction, interest: string, other: string, at: Date): Promise<void> {
  const [row, party] = [await findInterest(tx, interest), await findParty(tx, other)];
  if (!row || !party) return;
  const release = { at, toWhom: party.agencyName, what: 'Name of the agency and contact route', why: row.predicate };
  await insertRelease(tx, row, release);
}

async function meet(
  casework: CaseworkContext,
  tx: Transaction,
  own: Filed,
  match: Match,
  knownTo: 'a' | 'b' | null,
): Promise<void> {
  const [id, at] = [randomUUID(), casework.now()];
  const { grade, count } = match;
  const [aStep, bStep] = [firstStep(own.sensitivity, grade), firstStep(match.sensitivity, grade)];
  const sides = { aInterest: own.id, aAgency: own.agency, bInterest: match.interest, bAgency: match.agency };
  if (!(await insertConflict(tx, { id, ...sides, grade, count, aStep, bStep, knownTo, at }))) return;
  if (knownTo === null) {
    const text = describeMatch(grade);
    const sealed = sealBytes(sealKey(casework), `conflict:${id}`, Buffer.from(text));
    await insertConflictMessage(tx, id, { side: 'server', sealed, at });
    if (Math.min(aStep, bStep) >= 2) {
      await logFirstRelease(tx, own.id, match.interest, at);
      await logFirstRelease(tx, match.interest, own.id, at);
    }
  }
  if (knownTo !== 'b') await notifyOwner(tx, own.id, { id, grade }, at);
  if (knownTo !== 'a') await notifyOwner(tx, match.interest, { id, grade }, at);
}

/** Compares an interest with those of other agencies that are not silent; silent ones are compared later, whether there are any or not. */
export async function compareInterest(casework: CaseworkContext, tx: Transaction, own: Filed): Promise<void> {
  const at = casework.now();
  for (const match of await listMatches(tx, { ...own, today: toDay(at) }, 'known')) {
    await meet(casework, tx, own, match, own.sensitivity === 'silent' ? 'a' : null);
  }
  await insertRequest(tx, own.id, at);
}

async function settleSome(casework: CaseworkContext, tx: Transaction): Promise<number> {
  const taken = await takeRequests(tx, SETTLED_AT_ONCE);
  for (const id of taken) {
    const row = await findInterest(tx, id);
    // Nobody learns of a silent interest but its owner: not even the owner of another silent one.
    if (!row || row.sensitivity === 'silent') continue;
    const own = { id, agency: row.agency, today: toDay(casework.now()) };
    for (const match of await listMatches(tx, own, 'silent')) await meet(casework, tx, row, match, 'b');
  }
  return taken.length;
}

/** Notifies the owners of silent entries who searched for the same: them, and nobody else. */
export async function settleInterestRequests(casework: CaseworkContext): Promise<void> {
  while ((await casework.store.transact(SYSTEM, (tx) => settleSome(casework, tx))) === SETTLED_AT_ONCE);
}
