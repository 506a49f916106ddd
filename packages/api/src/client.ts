import { type Contract, contract, type RouteName } from './contract.ts';
import type { Route, RouteOutput } from './route.ts';
import { type CallInput, createRouteCaller } from './route-call.ts';

export interface ApiClient {
  call<N extends RouteName>(name: N, input: CallInput<Contract[N]>): Promise<RouteOutput<Contract[N]>>;
}

/** A typed client of the contract. Throws AppError with the server's kind and sentence. */
export function createApiClient(fetcher: (url: string, init: RequestInit) => Promise<Response>): ApiClient {
  const callRoute = createRouteCaller(fetcher);
  const call = (name: RouteName, input: CallInput<Route>) => callRoute<Route>(contract[name], input);
  return { call: call as ApiClient['call'] };
}
