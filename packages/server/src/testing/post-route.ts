import { type Contract, contract, type RouteName } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import type { SampleApp } from './sample-app.ts';

type Answering = { [N in RouteName]: Contract[N] extends { readonly output: unknown } ? N : never }[RouteName];

/** Sends JSON as a stranger's program would, defaults left out, and decodes the answer. Throws what the server refuses with. */
export async function postRoute<N extends Answering>(
  { request }: Pick<SampleApp, 'request'>,
  name: N,
  body: unknown,
): Promise<RouteOutput<Contract[N]>> {
  const route = contract[name];
  const response = await request(routeUrl(route, {}), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const answer = (await response.json()) as { readonly detail?: string };
  if (response.status !== 200) throw new Error(answer.detail ?? `Status ${response.status}`);
  return (route as { output: { decode(value: unknown): unknown } }).output.decode(answer) as RouteOutput<Contract[N]>;
}
