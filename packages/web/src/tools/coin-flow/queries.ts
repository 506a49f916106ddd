import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouteName } from '@trailmark/api/contract';
import { type FlowHistory, flowRoutes } from '@trailmark/api/contract/flow';
import { asFlowDocument } from '@trailmark/api/contract/flow-wire';
import { traceRoutes } from '@trailmark/api/contract/trace';
import type { Route, RouteOutput } from '@trailmark/api/route';
import { type CallInput, createRouteCaller } from '@trailmark/api/route-call';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { fetchLongWork } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';

const routes = { ...flowRoutes, ...traceRoutes };
type FlowRoutes = typeof routes;
type Name = keyof FlowRoutes & RouteName;
export type FlowAnswer<N extends keyof FlowRoutes> = RouteOutput<FlowRoutes[N]>;

const call = createRouteCaller(fetchLongWork);

/** Calls a route of coin flow; such work may take minutes. */
export function callFlow<N extends Name>(name: N, input: CallInput<FlowRoutes[N]>): Promise<FlowAnswer<N>> {
  return call<Route>(routes[name], input as CallInput<Route>) as never;
}

/** Prepared cases over the data that comes along. */
export function startersQuery() {
  return queryOptions({
    queryKey: ['flow-starters'],
    queryFn: ({ signal }) => callFlow('listFlowStarters', { signal }),
  });
}

/** Tracing methods, what each does, and the default stop rules. */
export function methodsQuery() {
  return queryOptions({
    queryKey: ['trace-methods'],
    queryFn: ({ signal }) => callFlow('listTraceMethods', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function flowsQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: ['flows', text],
    queryFn: ({ pageParam, signal }) =>
      callFlow('listFlows', { query: { text: text || undefined, cursor: pageParam }, signal }),
    ...CURSOR_PAGES,
    placeholderData: keepPreviousData,
  });
}

export interface OpenedFlow {
  readonly head: FlowAnswer<'getFlow'>['head'];
  readonly document: FlowDocument;
  readonly history: FlowHistory;
}

/** The draft of a branch. Requested once: from then on the page has what is newest, and saves it. */
export function flowQuery(flow: string, branch: string | undefined) {
  return queryOptions({
    queryKey: ['flow', flow, 'draft', branch ?? ''],
    queryFn: async ({ signal }): Promise<OpenedFlow> => {
      const answer = await callFlow('getFlow', { params: { flow }, query: { branch }, signal });
      return { ...answer, document: asFlowDocument(answer.document) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** What is known of a flow in addition to a version of it; never the draft that a page has edited since. */
export function headQuery(flow: string, branch: string | undefined) {
  return queryOptions({
    queryKey: ['flow', flow, 'head', branch ?? ''],
    queryFn: async ({ signal }) => (await callFlow('getFlow', { params: { flow }, query: { branch }, signal })).head,
    gcTime: 0,
  });
}

export function versionsQuery(flow: string) {
  return queryOptions({
    queryKey: ['flow', flow, 'versions'],
    queryFn: ({ signal }) => callFlow('listFlowVersions', { params: { flow }, signal }),
  });
}

export function versionQuery(flow: string, version: number) {
  return queryOptions({
    queryKey: ['flow', flow, 'version', version],
    queryFn: async ({ signal }) => {
      const answer = await callFlow('getFlowVersion', { params: { flow, version }, signal });
      return { version: answer.version, document: asFlowDocument(answer.document) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function versionComparisonQuery(flow: string, branch: string, a: number, b: number) {
  return queryOptions({
    queryKey: ['flow', flow, 'comparison', branch, a, b],
    queryFn: ({ signal }) => callFlow('compareFlowVersions', { params: { flow }, query: { a, b, branch }, signal }),
    gcTime: 0,
  });
}
