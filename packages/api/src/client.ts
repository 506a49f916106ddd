import type { ChainFamily, ChainId, FamilyOf } from '@trailmark/core/chain';
import { type Contract, contract, type RouteName } from './contract.ts';
import type { Route, RouteOutput } from './route.ts';
import { type CallInput, createRouteCaller } from './route-call.ts';

/** The forms of an answer that chains of a family have; answers without a family stay as they are. */
export type OfFamily<Output, F extends ChainFamily> = Output extends { readonly family: ChainFamily }
  ? Extract<Output, { readonly family: F }>
  : Output;

interface OfChain<C extends ChainId> {
  readonly params?: { readonly chain?: C };
}

export interface ApiClient {
  /** The answer has the form of the family of the chain that is named, as far as its type says. */
  call<N extends RouteName, C extends ChainId = ChainId>(
    name: N,
    input: CallInput<Contract[N]> & OfChain<C>,
  ): Promise<OfFamily<RouteOutput<Contract[N]>, FamilyOf<C>>>;
}

/** A typed client of the contract. Throws AppError with the server's kind and sentence. */
export function createApiClient(fetcher: (url: string, init: RequestInit) => Promise<Response>): ApiClient {
  const callRoute = createRouteCaller(fetcher);
  const call = (name: RouteName, input: CallInput<Route>) => callRoute<Route>(contract[name], input);
  return { call: call as ApiClient['call'] };
}
