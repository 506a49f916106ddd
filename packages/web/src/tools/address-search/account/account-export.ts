import { contract } from '@trailmark/api/contract';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { routeUrl } from '@trailmark/api/route-call';
import { formatPlural } from '../../../format/number.ts';
import { EXPORT_FORMATS, type ExportLinks } from '../export-links.ts';
import { isAccountFiltered, toAccountQuery } from './account-filters.ts';
import type { AccountPlace } from './account-place.ts';

/** Download links of every move of the address under the filters of the page, folded ones included. */
export function createAccountExport(
  { chain, address, search }: Pick<AccountPlace, 'chain' | 'address' | 'search'>,
  asset: AssetReference | undefined,
  currency: string,
  moveCount: number,
): ExportLinks {
  const query = toAccountQuery(search, asset);
  return {
    label: isAccountFiltered(search) ? 'Export all matching' : `Export all ${formatPlural(moveCount, 'move')}`,
    links: EXPORT_FORMATS.map((format) => ({
      format,
      href: routeUrl(contract.exportAddress, { params: { chain, address }, query: { ...query, currency, format } }),
    })),
  };
}
