import { contract } from '@trailmark/api/contract';
import { routeUrl } from '@trailmark/api/route-call';
import type { ChainId } from '@trailmark/core/chain';
import { traitsOf } from '../../format/chain-traits.ts';
import { formatPlural } from '../../format/number.ts';
import type { Pinnable } from '../../parts/cases/add-to-case.tsx';
import { isFiltered, toHistoryQuery } from './filters.ts';
import type { AddressHistorySearch } from './search.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportLinks {
  /** "Export all 94 rows": the count only where it is known without asking. */
  readonly label: string;
  readonly links: readonly { readonly format: ExportFormat; readonly href: string }[];
  /** What a case keeps of such a file. */
  readonly toPinned: (format: ExportFormat) => Pinnable;
}

export interface ExportTarget {
  readonly chain: ChainId;
  readonly address: string;
  /** Of what amounts are bounded in; undefined while no asset is chosen. */
  readonly decimals: number | undefined;
  readonly currency: string;
}

/** Download links of the whole history under the filters of the page, in the order of the page; `total` counts its lines. */
export function createExportLinks(
  { chain, address, decimals, currency }: ExportTarget,
  search: AddressHistorySearch,
  total: number,
): ExportLinks {
  const traits = traitsOf(chain);
  const filters = { ...toHistoryQuery(search, decimals), currency };
  // A file has a line per transaction on chains of one asset, a line per transfer on the others.
  const noun = traits.hasTokens ? 'move' : 'row';
  const hrefOf = (format: ExportFormat): string => {
    const query = { ...filters, format };
    return traits.hasOutputs
      ? routeUrl(contract.exportAddress, { params: { chain: traits.id, address }, query })
      : routeUrl(contract.exportAddress, { params: { chain: traits.id, address }, query });
  };
  return {
    label: isFiltered(search) ? 'Export all matching' : `Export all ${formatPlural(total, noun)}`,
    links: EXPORT_FORMATS.map((format) => ({ format, href: hrefOf(format) })),
    toPinned: (format) => ({
      kind: 'export',
      input: {
        params: { chain: traits.id, address },
        query: Object.fromEntries(new URLSearchParams(hrefOf(format).split('?')[1])),
      },
      what: `the ${format.toUpperCase()} file of the history of ${address}, by its request and the hash of its rows,`,
    }),
  };
}
