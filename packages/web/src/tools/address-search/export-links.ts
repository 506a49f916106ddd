import { contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import type { OutputChainId } from '@trailmark/core/chain';
import { formatCount } from '../../format/number.ts';
import { isFiltered, toHistoryQuery } from './filters.ts';
import type { AddressHistorySearch } from './search.ts';

type ExportQuery = Partial<RouteInput<typeof contract.exportAddress>['query']>;

/** Address of the streamed export, for a plain download link. */
function exportUrl(chain: OutputChainId, address: string, query: ExportQuery): string {
  return routeUrl(contract.exportAddress, { params: { chain, address }, query });
}

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportLinks {
  /** "Export all 94 rows": the count only where it is known without asking. */
  readonly label: string;
  readonly links: readonly { readonly format: ExportFormat; readonly href: string }[];
}

/** Download links of the whole history under the filters of the page, in the order of the page. */
export function createExportLinks(
  target: {
    readonly chain: OutputChainId;
    readonly address: string;
    readonly decimals: number;
    readonly currency: string;
  },
  search: AddressHistorySearch,
  totalRows: number,
): ExportLinks {
  const query = toHistoryQuery(search, target.decimals);
  return {
    label: isFiltered(search)
      ? 'Export all matching'
      : `Export all ${formatCount(totalRows)} ${totalRows === 1 ? 'row' : 'rows'}`,
    links: EXPORT_FORMATS.map((format) => ({
      format,
      href: exportUrl(target.chain, target.address, { ...query, currency: target.currency, format }),
    })),
  };
}
