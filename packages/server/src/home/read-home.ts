import type { homeRoutes } from '@trailmark/api/contract/home';
import type { RouteOutput } from '@trailmark/api/route';
import { listWaiting, type WaitingRow } from '@trailmark/store/cases/home/waiting-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import type { Handlers } from '../http/mount.ts';
import type { RequestScope } from '../http/request-scope.ts';

type Home = RouteOutput<(typeof homeRoutes)['getHome']>;
type Waiting = Home['waiting'][number];
export type HomeTools = Pick<Handlers, 'listAlerts' | 'listJobs' | 'listFlows'>;

/** More than anybody works through: the screen shows the first and counts all. */
const WORK_SHOWN = 200;
const ALERTS_SHOWN = 50;
const JOBS_READ = 50;
const JOBS_SHOWN = 4;
const FLOWS_SHOWN = 6;

function toWork({ kind, caseId, caseTitle, title, dueOn }: WaitingRow): Waiting {
  const words = kind === 'request' ? `Approve the request to ${title}` : title;
  return { kind, title: words, detail: caseTitle, id: caseId, dueOn, at: null };
}

async function readAlerts(tools: HomeTools, scope: RequestScope): Promise<Waiting[]> {
  const query = { view: 'new', offset: 0, limit: ALERTS_SHOWN } as const;
  const { items } = await tools.listAlerts({ params: {}, query, body: {} }, scope);
  return items.map(({ id, title, summary, case: of, raisedAt }) => ({
    kind: 'alert',
    title,
    detail: of ? of.title : summary,
    id,
    dueOn: null,
    at: raisedAt,
  }));
}

/** Jobs of the last day that came to an end. */
async function readEndedJobs(tools: HomeTools, scope: RequestScope, now: Date): Promise<Waiting[]> {
  const query = { scope: 'own', state: 'any', limit: JOBS_READ } as const;
  const { items } = await tools.listJobs({ params: {}, query, body: {} }, scope);
  const since = now.getTime() - 24 * 3_600_000;
  const ended = items.flatMap(({ id, title, status, failure, result, endedAt }) => {
    if (endedAt === null || Date.parse(endedAt) < since || status === 'cancelled') return [];
    const detail = status === 'failed' ? (failure ?? 'It failed.') : (result?.sentence ?? 'Finished');
    return [{ kind: 'job', title, detail, id, dueOn: null, at: Math.floor(Date.parse(endedAt) / 1000) } as const];
  });
  return ended.slice(0, JOBS_SHOWN);
}

/** What waits for the caller, by kind: work with its day first, then alerts, then ended jobs. */
export async function readHome(casework: CaseworkContext, tools: HomeTools, scope: RequestScope): Promise<Home> {
  const now = casework.now();
  const [work, alerts, jobs, flows] = await Promise.all([
    readOwn(casework, scope.caller, (tx) => listWaiting(tx, WORK_SHOWN)),
    readAlerts(tools, scope),
    readEndedJobs(tools, scope, now),
    tools.listFlows({ params: {}, query: {}, body: {} }, scope),
  ]);
  return {
    waiting: [...work.map(toWork), ...alerts, ...jobs],
    flows: flows.items
      .slice(0, FLOWS_SHOWN)
      .map(({ id, title, savedAt, savedBy, nodeCount }) => ({ id, title, savedAt, savedBy, nodeCount })),
    today: now.toISOString().slice(0, 10),
  };
}
