import { useMe } from '../session.ts';

/** Says on every page of a demonstration that it is one. */
export function DemoBanner() {
  if (!useMe()?.site.isDemo) return null;
  return (
    <p className="tm-demo" role="note">
      Demonstration: people and agencies are fictional. The ledger is real.
    </p>
  );
}
