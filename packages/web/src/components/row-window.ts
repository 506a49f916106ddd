import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/react-virtual';

/** Which of many rows are near the window, by their measured heights. */
export type RowWindow = Virtualizer<Window, Element>;

export interface RowWindowOptions {
  readonly count: number;
  readonly rowHeight: number;
  /** Distance of the first row from the top of the page. */
  readonly scrollMargin: number;
  readonly measure: (row: Element) => number;
  readonly onChange: () => void;
}

function toOptions({ count, rowHeight, scrollMargin, measure, onChange }: RowWindowOptions) {
  return {
    count,
    scrollMargin,
    estimateSize: () => rowHeight,
    overscan: 12,
    measureElement: measure,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange,
  };
}

/** A window over no rows yet. */
export function createRowWindow(options: RowWindowOptions): RowWindow {
  return new Virtualizer<Window, Element>(toOptions(options));
}

/** Informs a window of the new state of the table. */
export function updateRowWindow(rowWindow: RowWindow, options: RowWindowOptions): void {
  rowWindow.setOptions(toOptions(options));
}
