import { randomInt, randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import { MAX_IDENTIFIERS } from '@trailmark/api/contract/interest';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  countFiled,
  findInterest,
  hasInterestNumber,
  insertInterest,
  insertTags,
  listNamedKeys,
  type NewInterest,
} from '@trailmark/store/cases/deconfliction/interest-rows';
import { sealBytes } from '../cases/case-key.ts';
import { openCase, readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { compareInterest } from './compare-interest.ts';
import { readIdentifiers } from './read-identifiers.ts';
import { toDay, toInterest } from './read-interests.ts';
import { expandKeys, type InterestContext, sealKey, toTags } from './tags.ts';

type Body = RouteInput<Contract['fileInterest']>['body'];

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const OF_AGENCY = 5_000;
const LONGEST_YEARS = 5;

function checkReview(casework: CaseworkContext, reviewOn: string): void {
  const now = casework.now();
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + LONGEST_YEARS);
  if (reviewOn > toDay(now) && reviewOn <= toDay(latest)) return;
  throw new AppError('invalid', `The review is on a day after today, and within ${LONGEST_YEARS} years.`, {
    context: { field: 'reviewOn' },
  });
}

/** Quotas bind each question to a case: who would try every address is stopped long before. */
function checkQuota({ ofCase, ofAgency }: { ofCase: number; ofAgency: number }, added: number): void {
  const isCase = ofCase + added > MAX_IDENTIFIERS;
  if (!isCase && ofAgency + added <= OF_AGENCY) return;
  const [limit, whose] = isCase ? [MAX_IDENTIFIERS, 'This case'] : [OF_AGENCY, 'Your agency'];
  throw new AppError('unavailable', `${whose} files at most ${limit} identifiers in 24 hours. File the others later.`, {
    context: { reason: 'quota' },
  });
}

/** Resolves what was typed against what the case names, and refuses the rest. */
async function resolve(context: InterestContext, caller: Caller, body: Body) {
  const found = readIdentifiers(body.identifiers);
  return readCases(context.casework, caller, async (tx) => {
    const row = await openCase(tx, body.case, 'write');
    const candidates = found.identifiers.flatMap(({ keys }) => keys);
    const named = candidates.length === 0 ? new Set<string>() : await listNamedKeys(tx, body.case, candidates);
    const kept = found.identifiers.filter(({ keys }) => keys.some((key) => named.has(key)));
    const others = found.identifiers.filter(({ keys }) => !keys.some((key) => named.has(key)));
    const since = new Date(context.casework.now().getTime() - DAY_MS);
    return {
      row,
      texts: kept.map(({ text }) => text),
      keys: [...new Set(kept.flatMap(({ keys }) => keys.filter((key) => named.has(key))))],
      refused: [
        ...found.refused,
        ...others.map(({ text }) => ({ text, reason: 'The case does not name it. Add it to the case first.' })),
      ],
      filed: await countFiled(tx, { caseId: body.case, agency: row.agency }, since),
    };
  });
}

const DRAWS = 50;

/** A number that the agency has not given to an interest before. Throws `unavailable` where 50 draws find none. */
export async function drawNumber(
  tx: Transaction,
  agency: string,
  at: Date,
  draw: () => number = () => randomInt(100_000),
): Promise<string> {
  for (let i = 0; i < DRAWS; i++) {
    const number = `I-${at.getUTCFullYear()}-${String(draw()).padStart(5, '0')}`;
    if (!(await hasInterestNumber(tx, agency, number))) return number;
  }
  throw new AppError('unavailable', 'No number of this year is free at the moment. Try again.');
}

function toNewInterest(
  { casework }: InterestContext,
  caller: Caller,
  body: Body,
  texts: readonly string[],
): Omit<NewInterest, 'number'> {
  const [id, own, at] = [randomUUID(), ownAccount(caller), casework.now()];
  const seal = (about: string, text: string) => sealBytes(sealKey(casework), about, Buffer.from(text));
  return {
    ...{ id, agency: own.agency, caseId: body.case, accountId: own.id, filedAt: at },
    legalBasis: body.legalBasis,
    predicate: body.predicate,
    suspicion: seal(`suspicion:${id}`, body.suspicion),
    confidence: body.confidence,
    sensitivity: body.sensitivity,
    radius: body.radius,
    hops: body.radius === 'hops' ? Math.max(1, body.hops) : 0,
    identifiers: seal(`identifiers:${id}`, texts.join('\n')),
    identifierCount: texts.length,
    contact: body.contact,
    reviewOn: body.reviewOn,
  };
}

/**
 * Files an interest and compares it with those of other agencies. With entries that are silent the server does nothing here:
 * they are compared later, so that the answer and the work for it are the same with and without one.
 */
export async function fileInterest(
  context: InterestContext,
  caller: Caller,
  body: Body,
): Promise<RouteOutput<Contract['fileInterest']>> {
  const { casework } = context;
  checkReview(casework, body.reviewOn);
  const { texts, keys, refused, filed } = await resolve(context, caller, body);
  if (texts.length === 0) {
    const why = refused[0] ? ` ${refused[0].text.slice(0, 80)}: ${refused[0].reason}` : '';
    throw new AppError('invalid', `No identifier of this case is in the text.${why}`, {
      context: { field: 'identifiers' },
    });
  }
  checkQuota(filed, texts.length);
  const { agency } = ownAccount(caller);
  const number = await casework.store.transact(SYSTEM, (tx) => drawNumber(tx, agency, casework.now()));
  const interest = { ...toNewInterest(context, caller, body, texts), number };
  const grades = await expandKeys(context, keys, interest);
  const isSilent = body.sensitivity === 'silent';
  const entry = {
    action: 'case.interest.file',
    object: { kind: 'case', id: body.case },
    details: { interest: interest.id, number: interest.number, identifiers: texts.length, radius: body.radius },
  };
  await act(
    casework,
    caller,
    entry,
    async (tx) => {
      await insertInterest(tx, interest);
      await insertTags(tx, { id: interest.id, agency: interest.agency, isSilent }, toTags(casework, grades));
      await compareInterest(casework, tx, interest);
    },
    SYSTEM,
  );
  const row = await readCases(casework, caller, (tx) => findInterest(tx, interest.id));
  if (!row) throw new AppError('internal', 'The interest that was filed is gone.');
  const quota = { used: filed.ofCase + texts.length, limit: MAX_IDENTIFIERS };
  return { interest: await toInterest(context, row), refused: refused.slice(0, 200), quota };
}
