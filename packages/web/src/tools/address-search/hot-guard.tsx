import { AppLink } from '../../components/app-link.tsx';
import { formatCount } from '../../format/number.ts';

export interface HotGuardProps {
  readonly place: { readonly linkTo: (patch: { readonly load: '1' }) => string };
  readonly transactionCount: number;
}

/** Replaces the rows of a very long history until a filter narrows it. */
export function HotGuard({ place, transactionCount }: HotGuardProps) {
  return (
    <div className="as-guard">
      <p>
        <b>This address has {formatCount(transactionCount)} transactions.</b> Narrow the history with a date, a height,
        an amount or a counterparty above; the figures and charts of this page cover all of it.
      </p>
      <AppLink className="tm-btn" href={place.linkTo({ load: '1' })}>
        Load first page anyway
      </AppLink>
    </div>
  );
}
