import type { homeRoutes } from '@trailmark/api/contract/home';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { type FindTools, findAll } from '../../home/find-all.ts';
import { type HomeTools, readHome } from '../../home/read-home.ts';
import { clearVisits, keepVisit, pinVisit, readVisits } from '../../home/visits.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';

export interface HomeDeps {
  readonly casework: CaseworkContext;
  readonly knowledge: Knowledge;
}

/** One box for everything, what a person opened last, and what waits for them. `tools` answer the parts. */
export function createHomeHandlers(
  { casework, knowledge }: HomeDeps,
  tools: FindTools & HomeTools,
): Pick<Handlers, keyof typeof homeRoutes> {
  return {
    find: ({ query }, scope) => findAll(tools, query.q, scope),
    listVisits: (_, { caller }) => readVisits(casework, knowledge, caller),
    keepVisit: ({ body }, { caller }) => keepVisit(casework, caller, body),
    pinVisit: ({ body }, { caller }) => pinVisit(casework, knowledge, caller, body),
    clearVisits: (_, { caller }) => clearVisits(casework, knowledge, caller),
    getHome: (_, scope) => readHome(casework, tools, scope),
  };
}
