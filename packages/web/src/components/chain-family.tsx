import { type RouteComponent, useParams } from '@tanstack/react-router';
import { isAccountChainId } from '@trailmark/core/chain';

/** One route, two screens: one for chains of outputs, one for chains of accounts. Only the one that is needed is loaded. */
export function byFamily(OutputScreen: RouteComponent, AccountScreen: RouteComponent): RouteComponent {
  return function FamilyScreen() {
    const { chain } = useParams({ strict: false });
    return chain !== undefined && isAccountChainId(chain) ? <AccountScreen /> : <OutputScreen />;
  };
}
