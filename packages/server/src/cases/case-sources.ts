import { randomUUID } from 'node:crypto';
import type { CaseSources } from '@trailmark/api/contract/case-source';
import { AppError } from '@trailmark/core/errors';
import { getOnDemandSource, listOnDemandSources } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import { touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type CaseSourceRow,
  endCaseSource,
  insertCaseSource,
  isSourceAllowed,
  listCaseSources,
} from '@trailmark/store/cases/agency-cases/case-source-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { AllowFetch } from '../sources/fetch-case.ts';
import { requireAuthority } from './authorities.ts';
import { actOnCase, openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';

const ACT = 'external-source';

function toCaseSource({ sourceId, endedAt, endedBy, endedWhy, ...row }: CaseSourceRow): CaseSources['items'][number] {
  const { id, why, authority, allowedAt, allowedBy } = row;
  const known = listOnDemandSources().find((source) => source.id === sourceId);
  return {
    ...{ id, source: sourceId, name: known?.name ?? sourceId, chain: known?.chain ?? null, why, authority, allowedBy },
    allowedAt: toSeconds(allowedAt),
    ended: endedAt && { at: toSeconds(endedAt), by: endedBy ?? 'Former account', why: endedWhy ?? '' },
  };
}

const readIn = async (tx: Transaction, id: string): Promise<CaseSources> => ({
  items: (await listCaseSources(tx, id)).map(toCaseSource),
});

/** The sources that a case allows, and those it allowed before. */
export function readCaseSources(casework: CaseworkContext, caller: Caller, id: string): Promise<CaseSources> {
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    return readIn(tx, id);
  });
}

interface SourceChange {
  readonly id: string;
  readonly source: string;
  readonly why: string;
}

/** Allows a source in a case. Throws `forbidden` without the authority that the case needs, and `conflict` where it is allowed. */
export function allowSource(
  casework: CaseworkContext,
  caller: Caller,
  { id, source, why }: SourceChange,
): Promise<CaseSources> {
  const { name, chain } = getOnDemandSource(source);
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = () => ({ source: name });
  return actOnCase(casework, caller, { id, right: 'law', action: 'source.allow', details }, async (tx, { agency }) => {
    if (await isSourceAllowed(tx, id, source)) throw new AppError('conflict', `This case allows ${name} already.`);
    const authority = await requireAuthority(tx, id, ACT, at, { chain });
    const row = { id: randomUUID(), caseId: id, agency, source, why, authorityId: authority?.id ?? null, at, by };
    await insertCaseSource(tx, row);
    await touchCase(tx, id, at);
    return readIn(tx, id);
  });
}

/** Allows a source no longer. */
export function endSource(
  casework: CaseworkContext,
  caller: Caller,
  { id, source, why }: SourceChange,
): Promise<CaseSources> {
  const [by, at] = [ownAccount(caller).id, casework.now()];
  const details = () => ({ source });
  return actOnCase(casework, caller, { id, right: 'law', action: 'source.end', details }, async (tx) => {
    if (!(await endCaseSource(tx, { caseId: id, source, why, by, at }))) {
      throw new AppError('not-found', 'This case does not allow that source.');
    }
    await touchCase(tx, id, at);
    return readIn(tx, id);
  });
}

/** The gate of fetches that name a case: the right to write in it, its list where the source is limited to cases, its authority. */
export const allowFetch: AllowFetch = (casework, caller, { id, source, address, isLimited }) => {
  const details = () => ({ source: source.name, ...(address !== undefined && { address }) });
  return actOnCase(casework, caller, { id, right: 'write', action: 'source.fetch', details }, async (tx) => {
    if (isLimited && !(await isSourceAllowed(tx, id, source.id))) {
      throw new AppError(
        'forbidden',
        `This case does not allow ${source.name}, so no request was made. A legal adviser or an owner of the case can allow it.`,
        { context: { reason: 'case-source' } },
      );
    }
    await requireAuthority(tx, id, ACT, casework.now(), { chain: source.chain, address });
  });
};
