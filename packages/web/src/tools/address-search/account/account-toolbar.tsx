import type { AssetReference } from '@trailmark/api/contract/account-wire';
import type { AccountSummary } from '../../../account-api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { useValues } from '../../../prices.ts';
import { ExportMenu } from '../export-menu.tsx';
import { createAccountExport } from './account-export.ts';
import { AccountFilterBar } from './account-filter-bar.tsx';
import type { AccountPlace } from './account-place.ts';

export interface AccountToolbarProps {
  readonly place: AccountPlace;
  readonly summary: AccountSummary;
  readonly asset: AssetReference | undefined;
}

/** Filters left; the switch for folded rows and the export right. */
export function AccountToolbar({ place, summary, asset }: AccountToolbarProps) {
  const { currency } = useValues();
  const isShown = place.search.folded !== undefined;
  const target = { chain: place.chain, address: summary.address, search: place.search };
  return (
    <div className="as-toolbar">
      <AccountFilterBar place={place} asset={asset} />
      <span className="tm-row">
        <AppLink className="tm-btn quiet sm" href={place.linkTo({ folded: isShown ? undefined : '1' })}>
          {isShown ? 'Fold noise' : 'Show folded'}
        </AppLink>
        <ExportMenu {...createAccountExport(target, asset, currency, summary.totals?.moveCount ?? 0)} />
      </span>
    </div>
  );
}
