import { type RefObject, useEffect, useLayoutEffect, useReducer, useState } from 'react';
import type { RowWindow, RowWindowOptions } from './row-window.ts';

const ROW_HEIGHT = 33;
/** Shorter tables are painted whole, so that the browser's own search finds every row. */
const VIRTUAL_FROM = 120;

type Windows = typeof import('./row-window.ts');

export interface VisibleRows {
  /** More rows than are painted at once; they are, once, before `measure` is there. */
  readonly isLong: boolean;
  readonly indexes: readonly number[];
  /** Height left out above and below, pixels. */
  readonly above: number;
  readonly below: number;
  readonly measure: ((row: Element | null) => void) | undefined;
  readonly scrollTo: (index: number) => void;
}

/** Height of a row together with the expanded one below it. */
function measureWithDetail(row: Element): number {
  const next = row.nextElementSibling;
  const detail = next?.classList.contains('detail') ? next.getBoundingClientRect().height : 0;
  return row.getBoundingClientRect().height + detail;
}

/** What paints long tables in part is loaded with the first long table. */
function useWindows(isLong: boolean): Windows | undefined {
  const [windows, setWindows] = useState<Windows>();
  useEffect(() => {
    if (!isLong || windows) return undefined;
    let isCurrent = true;
    void import('./row-window.ts').then(({ createRowWindow, updateRowWindow }) => {
      if (isCurrent) setWindows({ createRowWindow, updateRowWindow });
    });
    return () => {
      isCurrent = false;
    };
  }, [isLong, windows]);
  return isLong ? windows : undefined;
}

function useRowWindow(windows: Windows | undefined, options: Omit<RowWindowOptions, 'onChange'>) {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  const [rowWindow, setRowWindow] = useState<RowWindow>();
  const all = { ...options, onChange: renew };
  if (windows && !rowWindow) setRowWindow(windows.createRowWindow(all));
  if (windows && rowWindow) windows.updateRowWindow(rowWindow, all);
  // The library's own hook for React does the same two things.
  useLayoutEffect(() => rowWindow?._didMount(), [rowWindow]);
  useLayoutEffect(() => rowWindow?._willUpdate());
  return windows ? rowWindow : undefined;
}

/** Rows to paint, with the height left out above and below. */
export function useVisibleRows(count: number, body: RefObject<HTMLTableSectionElement | null>): VisibleRows {
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setScrollMargin((before) => (Math.abs(before - top) > 1 ? top : before));
  });
  const isLong = count > VIRTUAL_FROM;
  const windows = useWindows(isLong);
  const options = { count, rowHeight: ROW_HEIGHT, scrollMargin, measure: measureWithDetail };
  const rowWindow = useRowWindow(windows, options);
  if (!rowWindow) {
    const indexes = Array.from({ length: count }, (_, i) => i);
    return { isLong, indexes, above: 0, below: 0, measure: undefined, scrollTo: () => undefined };
  }
  const items = rowWindow.getVirtualItems();
  return {
    isLong,
    indexes: items.map((item) => item.index),
    above: (items[0]?.start ?? scrollMargin) - scrollMargin,
    below: rowWindow.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: rowWindow.measureElement,
    scrollTo: (index) => rowWindow.scrollToIndex(index, { align: 'auto' }),
  };
}
