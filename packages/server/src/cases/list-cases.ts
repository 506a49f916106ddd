import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { CaseStatus } from '@trailmark/core/case';
import { CASE_STATUSES } from '@trailmark/core/case';
import { AppError } from '@trailmark/core/errors';
import {
  type CaseFilter,
  findCasesByWords,
  listCases,
  listWorkload,
} from '@trailmark/store/cases/agency-cases/case-rows';
import { listOutcome, type OutcomeRow } from '@trailmark/store/cases/agency-cases/money-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readCases } from './case-scope.ts';
import { listTemplates } from './case-templates.ts';
import { toCaseHead, toDay, toSeconds } from './case-view.ts';

type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;
type FilterQuery = RouteInput<Contract['getCaseFigures']>['query'];

const DAY_MS = 86_400_000;

function toStatuses(text: string | undefined): readonly CaseStatus[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((word) => {
    const status = CASE_STATUSES.find((known) => known === word);
    if (status) return status;
    throw new AppError('invalid', `A case has one of these as its status: ${CASE_STATUSES.join(', ')}.`);
  });
}

function toFilter({ status, dueWithin, own, ...rest }: FilterQuery, now: Date): CaseFilter {
  const { type, priority, unit, tag, lead } = rest;
  const dueBy = dueWithin === undefined ? undefined : toDay(new Date(now.getTime() + dueWithin * DAY_MS));
  return { statuses: toStatuses(status), type, priority, unit, tag, lead, isOwn: own === 'yes', dueBy };
}

/** A page of the cases that the reader may see, with the figures of everything the filter lets through. */
export function listCasePage(
  casework: CaseworkContext,
  caller: Caller,
  { sort, offset, limit, ...query }: RouteInput<Contract['listCases']>['query'],
): Promise<Answer<'listCases'>> {
  const now = casework.now();
  const templates = listTemplates(casework.filesDir);
  return readCases(casework, caller, async (tx) => {
    const filter = { ...toFilter(query, now), among: await findCasesByWords(tx, query.words) };
    const { rows, totals } = await listCases(tx, filter, { sort, offset, limit }, now);
    const { oldestAt, lossUsd, securedUsd, ...counts } = totals;
    return {
      items: rows.map((row) => toCaseHead(row, templates)),
      totals: {
        ...counts,
        lossUsd: BigInt(lossUsd),
        securedUsd: BigInt(securedUsd),
        oldestAt: oldestAt && toSeconds(oldestAt),
      },
      today: toDay(now),
    };
  });
}

const NOTHING = { loss: 0n, traced: 0n, frozen: 0n, seized: 0n, returned: 0n };

function toOutcome(rows: readonly OutcomeRow[]) {
  const assets = new Map<string, Answer<'getCaseFigures'>['assets'][number]>();
  const usd = { ...NOTHING };
  for (const { stage, asset, symbol, decimals, amount, usd: value } of rows) {
    const sums = assets.get(asset) ?? { asset, symbol, decimals, ...NOTHING };
    sums[stage] += BigInt(amount);
    usd[stage] += BigInt(value ?? '0');
    assets.set(asset, sums);
  }
  return { assets: [...assets.values()], usd };
}

/** Outcome and workload over the same cases as the list. */
export function readCaseFigures(
  casework: CaseworkContext,
  caller: Caller,
  query: FilterQuery,
  priceVersion: string,
): Promise<Answer<'getCaseFigures'>> {
  const now = casework.now();
  return readCases(casework, caller, async (tx) => {
    const filter = { ...toFilter(query, now), among: await findCasesByWords(tx, query.words) };
    const rows = await listOutcome(tx, filter);
    const workload = await listWorkload(tx, filter, now);
    return {
      ...toOutcome(rows),
      unpriced: rows.reduce((sum, { unpriced }) => sum + unpriced, 0),
      workload: workload.map(({ leadId, lead, ...counts }) => ({
        lead: leadId === null ? null : { id: leadId, name: lead ?? 'Former account' },
        ...counts,
      })),
      prices: priceVersion,
    };
  });
}
