import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { AccountChainId, ChainFamily, OutputChainId } from '@trailmark/core/chain';
import type { RequestScope } from './request-scope.ts';

/** The questions that chains of both families answer. */
export type LedgerQuestion =
  | 'getAddress'
  | 'listAddressTransactions'
  | 'listAddressTransfers'
  | 'listAddressAssets'
  | 'listAddressCounterparties'
  | 'listAddressLinks'
  | 'getAddressActivity'
  | 'getTransaction'
  | 'listBlocks'
  | 'getBlock'
  | 'listBlockTransactions';

interface ChainIds {
  readonly outputs: OutputChainId;
  readonly accounts: AccountChainId;
}

/** What a family is asked: the input of the route, about one of its chains. */
export type LedgerInput<N extends LedgerQuestion, F extends ChainFamily> = Omit<RouteInput<Contract[N]>, 'params'> & {
  readonly params: Omit<RouteInput<Contract[N]>['params'], 'chain'> & { readonly chain: ChainIds[F] };
};

/** The answer in the form of a family. */
export type LedgerAnswer<N extends LedgerQuestion, F extends ChainFamily> = OfFamily<RouteOutput<Contract[N]>, F>;

/** How the chains of one family answer each question. */
export type LedgerAnswers<F extends ChainFamily> = {
  readonly [N in LedgerQuestion]: (input: LedgerInput<N, F>, scope: RequestScope) => Promise<LedgerAnswer<N, F>>;
};
