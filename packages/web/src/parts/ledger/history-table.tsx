import { useRouter } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { foldNoise } from '../../components/account/fold-noise.ts';
import { CurrencyLine } from '../../components/currency-select.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { LabelScope } from '../../components/label-scope.tsx';
import { FoldedRows } from '../../components/ledger/folded-rows.tsx';
import { createHistoryColumns, type HistoryColumnOptions, rowUrl } from '../../components/ledger/history-columns.tsx';
import type { IdSet } from '../../components/use-id-set.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { FOLDING } from '../../format/folding.ts';
import type { LedgerRow } from '../../format/ledger-row.ts';
import type { LedgerSummary } from '../../format/ledger-summary.ts';
import { useLabels } from '../../labels.ts';

export interface HistoryTableProps
  extends Pick<HistoryColumnOptions, 'order' | 'orderHref' | 'values' | 'linkAddress' | 'hasFees' | 'hasRunning'> {
  readonly summary: LedgerSummary;
  readonly rows: readonly LedgerRow[];
  /** The page with what is folded, row by row. */
  readonly unfoldHref: string;
  readonly isUnfolded: boolean;
  readonly isUpdating: boolean;
  /** On pages for visitors: only labels that may be shown to them. */
  readonly publicOnly?: boolean;
  /** Rows that open in place, with what they show; absent: a row opens its transaction. */
  readonly opening?: { readonly opened: IdSet; readonly detail: (row: LedgerRow) => ReactElement } | undefined;
  /** Rows chosen with `x`. */
  readonly selected?: IdSet | undefined;
}

function describeKeys({ opening, selected }: Pick<HistoryTableProps, 'opening' | 'selected'>): string {
  return `Enter opens ${opening ? 'a row' : 'one'}${selected ? ', x selects it' : ''}.`;
}

function useColumns(props: HistoryTableProps) {
  const { summary, order, orderHref, values, linkAddress, hasFees, hasRunning, opening } = props;
  const { has: isOpen, toggle: onToggle } = opening?.opened ?? {};
  return useMemo(
    () =>
      createHistoryColumns({
        chain: summary.chain,
        order,
        orderHref,
        values,
        linkAddress,
        hasFees,
        hasRunning,
        expand: isOpen && onToggle && { isOpen, onToggle },
      }),
    [summary.chain, order, orderHref, values, linkAddress, hasFees, hasRunning, isOpen, onToggle],
  );
}

/** The lines of a history with the labels of whom they name; what is dust or noise is folded, never left out. */
export function HistoryTable(props: HistoryTableProps) {
  const { summary, rows, unfoldHref, isUnfolded, isUpdating, publicOnly = false, opening, selected } = props;
  const { chain, address } = summary;
  const router = useRouter();
  const columns = useColumns(props);
  const { least } = FOLDING[traitsOf(chain).folds];
  const items = useMemo(() => foldNoise(rows, ({ id }) => id, isUnfolded, least), [rows, isUnfolded, least]);
  const isOpening = opening !== undefined;
  const shown = useMemo(
    () => [address, ...rows.flatMap(({ parties, moved }) => (isOpening ? [...parties, ...moved] : parties))],
    [address, rows, isOpening],
  );
  const labels = useLabels(chain, shown, { publicOnly });
  return (
    <LookAlikeScope values={shown}>
      <LabelScope labels={labels}>
        <CurrencyLine values={props.values} />
        <DataTable
          caption={`Transactions of ${address}. ${describeKeys(props)}`}
          columns={columns}
          rows={items}
          rowId={({ id }) => id}
          onOpen={(item) => {
            if (item.kind !== 'row') return;
            if (opening) opening.opened.toggle(item.id);
            else void router.navigate({ href: rowUrl(chain, item.row) });
          }}
          {...(isOpening && { opensOnClick: true })}
          onSelect={selected && ((item) => (item.kind === 'row' ? selected.toggle(item.id) : undefined))}
          selectedIds={selected?.ids}
          detail={(item) => (item.kind === 'row' && opening?.opened.has(item.id) ? opening.detail(item.row) : null)}
          fullRow={(item) =>
            item.kind === 'fold' ? <FoldedRows chain={chain} fold={item} showHref={unfoldHref} /> : null
          }
          isUpdating={isUpdating}
        />
      </LabelScope>
    </LookAlikeScope>
  );
}
