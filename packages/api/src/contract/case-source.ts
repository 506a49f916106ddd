import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams } from './case.ts';
import { why, withdrawal } from './case-text.ts';
import { sourceId } from './source.ts';

const tag = CASES_TAG;

const caseSource = z.object({
  id: z.uuid(),
  source: sourceId,
  name: z.string(),
  /** Null for a source that this installation does not have. */
  chain: chainId.nullable(),
  why: z.string(),
  /** Type and number of the authority it was allowed under; null where none was needed. */
  authority: z.string().nullable(),
  allowedAt: unixSeconds,
  allowedBy: z.string(),
  ended: withdrawal,
});
const caseSources = z.object({ items: z.array(caseSource) });
export type CaseSources = z.output<typeof caseSources>;

export const listCaseSources = defineRoute({
  method: 'GET',
  path: '/cases/:case/sources',
  tag,
  summary: 'External sources that a case allows, and those it allowed before, with the reasons',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: caseSources,
});

export const allowCaseSource = defineRoute({
  method: 'POST',
  path: '/cases/:case/sources',
  tag,
  summary: 'Allow an external source in a case, with the reason; under an authority where the case needs one',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({ source: sourceId, why }),
  output: caseSources,
});

export const endCaseSource = defineRoute({
  method: 'POST',
  path: '/cases/:case/sources/:source/end',
  tag,
  summary: 'Allow an external source no longer; it stays readable, with the reason',
  access: 'allowed',
  audit: 'act',
  params: caseParams.extend({ source: sourceId }),
  body: z.object({ why }),
  output: caseSources,
});

export const caseSourceRoutes = { allowCaseSource, endCaseSource, listCaseSources };
