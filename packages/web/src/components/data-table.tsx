import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ColumnHeader, type ColumnSort } from './column-header.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

/** Where a column goes in the two-line row of a phone; columns without a place are left to the detail row. */
export type NarrowPlace = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

export interface DataColumn<Row> {
  readonly id: string;
  /** Text or a control such as `ZoneSwitch`; the unit belongs here ("Amount, BTC"). */
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers right, everything else left. */
  readonly align?: 'right';
  readonly sort?: ColumnSort;
  readonly narrow?: NarrowPlace;
  /** Any CSS length; absent: as wide as its content needs. */
  readonly width?: string;
  /** Dropped at 1024 px and below. */
  readonly isMinor?: boolean;
}

export interface DataTableProps<Row> {
  /** Says what the rows are, for screen readers. */
  readonly caption: string;
  /** Keep stable between renders (module constant or memo). */
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Enter on a row. */
  readonly onOpen?: (row: Row) => void;
  /** A second row below, for rows that are expanded. */
  readonly detail?: (row: Row) => ReactElement | null;
  /** Replaces the whole row by one cell: folded groups and gaps. */
  readonly fullRow?: (row: Row) => ReactElement | null;
  readonly selectedId?: string | undefined;
  /** Several selected rows, each chosen with `x`; takes the place of `selectedId`. */
  readonly selectedIds?: ReadonlySet<string> | undefined;
  readonly onSelect?: ((row: Row) => void) | undefined;
  /** A click anywhere in a row that is not a link or a control does what Enter does. */
  readonly opensOnClick?: boolean;
  /** Old rows stay while new ones load, at 60 %. */
  readonly isUpdating?: boolean;
}

/** Painting only some rows must not move the columns: their widths are kept from when all rows were painted. */
function useFixedColumns(isLong: boolean, isVirtual: boolean, body: RefObject<HTMLTableSectionElement | null>) {
  const widths = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const table = body.current?.closest('table');
    if (!(isLong && table && table.offsetWidth > 0)) return;
    const headers = [...table.querySelectorAll<HTMLElement>('thead th')];
    if (!isVirtual) {
      widths.current = headers.map((header) => `${(100 * header.offsetWidth) / table.offsetWidth}%`);
      return;
    }
    for (const [i, header] of headers.entries()) header.style.width = widths.current[i] ?? 'auto';
    table.style.tableLayout = 'fixed';
  }, [isLong, isVirtual, body]);
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, [role="note"]') !== null;
}

function hasMarkedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

interface BodyRowProps {
  readonly cells: readonly { readonly id: string; readonly content: ReactNode }[];
  readonly index: number;
  readonly isFocusable: boolean;
  readonly isSelected: boolean;
  readonly columns: readonly { readonly narrow?: NarrowPlace; readonly align?: 'right'; readonly isMinor?: boolean }[];
  readonly whole: ReactElement | null;
  readonly extra: ReactElement | null;
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  readonly onFocus: () => void;
  readonly onClick: (() => void) | undefined;
}

interface DetailRowProps {
  readonly span: number;
  readonly measure: BodyRowProps['measure'];
  readonly children: ReactElement;
}

/** The expanded part of a row; its height changes while it loads, and counts for the row above it. */
function DetailRow({ span, measure, children }: DetailRowProps) {
  const detail = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = detail.current?.previousElementSibling;
    if (!(measure && detail.current && row instanceof HTMLTableRowElement)) return undefined;
    const observer = new ResizeObserver(() => measure(row));
    observer.observe(detail.current);
    return () => {
      observer.disconnect();
      if (row.isConnected) measure(row);
    };
  }, [measure]);
  return (
    <tr ref={detail} className="detail">
      <td colSpan={span}>{children}</td>
    </tr>
  );
}

function BodyRow(props: BodyRowProps) {
  const { cells, index, isFocusable, isSelected, columns, whole, extra, measure, onFocus, onClick } = props;
  const tone = whole ? 'fold' : isSelected ? 'sel' : undefined;
  return (
    <>
      <tr
        data-index={index}
        ref={measure}
        tabIndex={isFocusable ? 0 : -1}
        className={tone}
        aria-rowindex={measure ? index + 2 : undefined}
        onFocus={onFocus}
        onClick={onClick && ((event) => (isControl(event.target) || hasMarkedText() ? undefined : onClick()))}
      >
        {whole ? (
          <td colSpan={columns.length}>{whole}</td>
        ) : (
          cells.map((cell, i) => (
            <td key={cell.id} data-narrow={columns[i]?.narrow} className={cellClass(columns[i])}>
              {cell.content}
            </td>
          ))
        )}
      </tr>
      {extra && (
        <DetailRow span={columns.length} measure={measure}>
          {extra}
        </DetailRow>
      )}
    </>
  );
}

function useRowKeys<Row>(
  rows: readonly Row[],
  scrollTo: (index: number) => void,
  { onOpen, onSelect }: Pick<DataTableProps<Row>, 'onOpen' | 'onSelect'>,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const focusRow = (index: number) => {
    setActive(index);
    scrollTo(index);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const row = rows[active];
    if (step !== undefined) {
      event.preventDefault();
      focusRow(Math.min(rows.length - 1, Math.max(0, active + step)));
    } else if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement && row) {
      onOpen?.(row);
    } else if (event.key === 'x' && row) {
      onSelect?.(row);
    }
  };
  return { body, active: Math.min(active, rows.length - 1), setActive, onKeyDown };
}

/** The one table: 32 px rows, sticky header, `j` `k` `Enter` `x` while it has the focus, two-line rows on a phone. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, onOpen, detail, fullRow, selectedId, selectedIds, isUpdating = false } = props;
  const scroller = useRef<(index: number) => void>(() => undefined);
  const { body, active, setActive, onKeyDown } = useRowKeys(rows, (index) => scroller.current(index), props);
  const { isLong, indexes, above, below, measure, scrollTo } = useVisibleRows(rows.length, body);
  useFixedColumns(isLong, measure !== undefined, body);
  useEffect(() => {
    scroller.current = scrollTo;
  });
  return (
    <table className={`tm-tbl${isUpdating ? ' updating' : ''}`} aria-busy={isUpdating}>
      <caption className="tm-sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHeader key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        <Spacer height={above} />
        {indexes.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          const id = rowId(row);
          return [
            <BodyRow
              key={id}
              cells={columns.map((column) => ({ id: column.id, content: column.cell(row) }))}
              index={index}
              isFocusable={index === active}
              isSelected={selectedIds?.has(id) ?? id === selectedId}
              columns={columns}
              whole={fullRow?.(row) ?? null}
              extra={detail?.(row) ?? null}
              measure={measure}
              onFocus={() => setActive(index)}
              onClick={props.opensOnClick && onOpen ? () => onOpen(row) : undefined}
            />,
          ];
        })}
        <Spacer height={below} />
      </tbody>
    </table>
  );
}

interface CellLook {
  readonly align?: 'right';
  readonly isMinor?: boolean;
}

function cellClass(column: CellLook | undefined): string | undefined {
  return [column?.align === 'right' && 'tm-r', column?.isMinor && 'minor'].filter(Boolean).join(' ') || undefined;
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? <tr className="space" style={{ height }} /> : null;
}
