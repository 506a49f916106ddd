import { AppLink } from '../../../components/app-link.tsx';
import { Empty } from '../../../components/empty.tsx';
import { clearAccountFilters, isAccountFiltered } from './account-filters.ts';
import type { AccountPlace } from './account-place.ts';

export interface NoAccountRowsProps {
  readonly place: AccountPlace;
  /** "transaction", "transfer". */
  readonly what: string;
}

/** No rows: because of the filters, or because nothing is held. */
export function NoAccountRows({ place, what }: NoAccountRowsProps) {
  if (!isAccountFiltered(place.search))
    return <Empty>No {what} of this address is in the heights held. That does not show that there is none.</Empty>;
  return (
    <Empty
      action={
        <AppLink className="tm-btn sm" href={place.linkTo(clearAccountFilters())}>
          Clear filters
        </AppLink>
      }
    >
      No {what} in the heights held matches these filters.
    </Empty>
  );
}
