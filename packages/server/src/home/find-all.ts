import type { Found } from '@trailmark/api/contract/home';
import type { Handlers } from '../http/mount.ts';
import type { RequestScope } from '../http/request-scope.ts';

export type FindTools = Pick<Handlers, 'search' | 'searchLabels' | 'listCases' | 'listFlows'>;

const IDENTIFIERS_SHOWN = 10;
const CLAIMS_SHOWN = 6;
const CASES_SHOWN = 5;
const FLOWS_SHOWN = 5;
/** Longer texts are identifiers or pasted prose, and no name of anything. */
const LONGEST_NAME = 120;
const SHORTEST_NAME = 2;

async function findNamed({ searchLabels, listCases, listFlows }: FindTools, q: string, scope: RequestScope) {
  const [labels, cases, flows] = await Promise.all([
    searchLabels({ params: {}, query: { q, limit: CLAIMS_SHOWN + 1 }, body: {} }, scope),
    listCases({ params: {}, query: { words: q, sort: 'changed', offset: 0, limit: CASES_SHOWN }, body: {} }, scope),
    listFlows({ params: {}, query: { text: q }, body: {} }, scope),
  ]);
  return {
    organisations: labels.actors,
    claims: labels.claims.slice(0, CLAIMS_SHOWN).map(({ network, address, label, category, source }) => ({
      network,
      address,
      label,
      category,
      source,
    })),
    hasMoreClaims: labels.claims.length > CLAIMS_SHOWN,
    cases: cases.items.map(({ id, number, title, status }) => ({ id, number, title, status })),
    caseCount: cases.totals.count,
    flows: flows.items.slice(0, FLOWS_SHOWN).map(({ id, title, savedAt }) => ({ id, title, savedAt })),
  };
}

const NOTHING_NAMED = { organisations: [], claims: [], hasMoreClaims: false, cases: [], caseCount: 0, flows: [] };

/**
 * Whatever a text names, each tool answering under the caller's own rights. A text that is an identifier is also looked for in
 * cases, which name it.
 */
export async function findAll(tools: FindTools, text: string, scope: RequestScope): Promise<Found> {
  const q = text.trim();
  const isName = q.length >= SHORTEST_NAME && q.length <= LONGEST_NAME;
  const [identifiers, named] = await Promise.all([
    tools.search({ params: {}, query: { q: q || ' ', limit: IDENTIFIERS_SHOWN }, body: {} }, scope),
    isName ? findNamed(tools, q, scope) : NOTHING_NAMED,
  ]);
  return { identifiers, ...named };
}
