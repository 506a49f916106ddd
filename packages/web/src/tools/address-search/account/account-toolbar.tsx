import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { AccountSummary } from '../../../account-api.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { formatCount } from '../../../format/number.ts';
import { useValues } from '../../../prices.ts';
import { ExportMenu } from '../export-menu.tsx';
import { createAccountExport } from './account-export.ts';
import { AccountFilterBar } from './account-filter-bar.tsx';
import type { AccountPlace } from './account-place.ts';

export interface AccountToolbarProps {
  readonly place: AccountPlace;
  readonly summary: AccountSummary;
  readonly asset: AssetReference | undefined;
  /** How many of the rows that were read are worth noise. */
  readonly folded: number;
}

/** Filters left; the switch for folded rows and the export right. */
export function AccountToolbar({ place, summary, asset, folded }: AccountToolbarProps) {
  const { currency } = useValues();
  const isShown = place.search.folded !== undefined;
  const target = { chain: place.chain, address: summary.address, search: place.search };
  return (
    <div className="as-toolbar">
      <AccountFilterBar place={place} asset={asset} />
      <span className="tm-row">
        {(isShown || folded > 0) && (
          <AppLink className="tm-btn quiet sm" href={place.linkTo({ folded: isShown ? undefined : '1' })}>
            {isShown ? 'Fold noise' : `Show ${formatCount(folded)} folded`}
          </AppLink>
        )}
        <ExportMenu
          {...createAccountExport(target, asset, currency, summary.totals?.moveCount ?? 0)}
          alsoHeld="folded rows included"
        />
      </span>
    </div>
  );
}
