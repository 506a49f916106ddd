import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { byFamily } from '../../components/chain-family.tsx';
import type { PublicLayoutRoute } from '../../layouts.tsx';
import { withChain } from '../../route-params.ts';
import { explorerAddressSearch, trackSearch, transactionSearch } from '../../search-params.ts';

const OutputAddress = lazyRouteComponent(() => import('./address-screen.tsx'), 'AddressScreen');
const AccountAddress = lazyRouteComponent(() => import('./account/account-address-screen.tsx'), 'AccountAddressScreen');
const OutputTransaction = lazyRouteComponent(() => import('./transaction-screen.tsx'), 'TransactionScreen');
const AccountTransaction = lazyRouteComponent(
  () => import('./account/account-transaction-screen.tsx'),
  'AccountTransactionScreen',
);
const OutputBlock = lazyRouteComponent(() => import('./block-screen.tsx'), 'BlockScreen');
const AccountBlock = lazyRouteComponent(() => import('./account/account-block-screen.tsx'), 'AccountBlockScreen');

/** The explorer. */
export function createTrackRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/Track',
      validateSearch: trackSearch,
      component: lazyRouteComponent(() => import('./track-screen.tsx'), 'TrackScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/address/$address',
      params: { parse: withChain },
      validateSearch: explorerAddressSearch,
      component: byFamily(OutputAddress, AccountAddress),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/tx/$txid',
      params: { parse: withChain },
      validateSearch: transactionSearch,
      component: byFamily(OutputTransaction, AccountTransaction),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/block/$block',
      params: { parse: withChain },
      component: byFamily(OutputBlock, AccountBlock),
    }),
  ] as const;
}
