import { CLUSTER_VIEWS, type ClusterView } from '@trailmark/core/cluster';
import { AppLink } from '../../components/app-link.tsx';

/** The two partitions by name, and what each may be used for. */
export const VIEW_NAMES: Readonly<Record<ClusterView, { readonly name: string; readonly use: string }>> = {
  conservative: {
    name: 'Conservative',
    use: 'Conservative: common-input ownership, CoinJoins excluded; suitable for evidence.',
  },
  expanded: { name: 'Expanded', use: 'Expanded: change links as well; for finding leads only.' },
};

export interface ViewSwitchProps {
  readonly view: ClusterView;
  readonly toHref: (view: ClusterView) => string;
  /** Next to the name: the size of the cluster in that view. */
  readonly counts?: Readonly<Partial<Record<ClusterView, string>>>;
}

/** Both views by name; the one that is shown is marked. */
export function ViewSwitch({ view, toHref, counts = {} }: ViewSwitchProps) {
  return (
    <nav className="tm-seg xl-views" aria-label="View">
      {CLUSTER_VIEWS.map((each) => (
        <AppLink
          key={each}
          href={toHref(each)}
          aria-current={each === view ? 'true' : undefined}
          title={VIEW_NAMES[each].use}
        >
          {VIEW_NAMES[each].name}
          {counts[each] && <span className="tm-t3">{counts[each]}</span>}
        </AppLink>
      ))}
    </nav>
  );
}
