import { type Contract, contract, type RouteName } from '@trailmark/api/contract';
import { type Route, type RouteOutput, type Schema, zodOf } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import { z } from 'zod';
import type { SampleApp } from './sample-app.ts';

type Answering = { [N in RouteName]: Contract[N] extends { readonly output: unknown } ? N : never }[RouteName];

/** Sends JSON as a stranger's program would, defaults left out, and decodes the answer. Throws what the server refuses with. */
export async function postRoute<N extends Answering>(
  { request }: Pick<SampleApp, 'request'>,
  name: N,
  body: unknown,
): Promise<RouteOutput<Contract[N]>> {
  const route: Route = contract[name];
  const response = await request(routeUrl(route, {}), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const answer = (await response.json()) as { readonly detail?: string };
  if (response.status !== 200) throw new Error(answer.detail ?? `Status ${response.status}`);
  return z.decode(zodOf(route.output as Schema), answer as never) as RouteOutput<Contract[N]>;
}
