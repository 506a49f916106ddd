import type { FlowDocument, FlowFilters } from '@trailmark/core/flow/flow-document';
import { placeInTime, type TimedPayment, type TimeSpan } from '@trailmark/drawing/flow/timeline-layout';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import type { FlowDraft } from '../../../graph/flow-history.ts';

/** Payments of a document in time, one for each: of the two halves through a transaction only the outputs that are drawn. */
export function listTimed(document: FlowDocument) {
  const whole = { ...document, filters: { ...document.filters, fromTime: null, toTime: null } };
  return placeInTime(withoutSpends(visibleGraph(whole, 'transactions').edges));
}

/** Spends of a transaction whose outputs are there say the same payment again. */
export function withoutSpends(edges: readonly TimedPayment['edge'][]): readonly TimedPayment['edge'][] {
  const paying = new Set(edges.flatMap(({ edge }) => (edge.kind === 'output' ? [edge.from] : [])));
  return edges.filter(({ edge }) => edge.kind !== 'spend' || !paying.has(edge.to));
}

/** The part of a span that the filters let through. */
export function windowOf({ fromTime, toTime }: Pick<FlowFilters, 'fromTime' | 'toTime'>, span: TimeSpan): TimeSpan {
  const from = Math.min(span.to, Math.max(span.from, fromTime ?? span.from));
  return { from, to: Math.max(from, Math.min(span.to, toTime ?? span.to)) };
}

/** The window as filters: an end of the span is no filter, so that later payments are not left out. */
export function toTimeFilters({ from, to }: TimeSpan, span: TimeSpan): Pick<FlowFilters, 'fromTime' | 'toTime'> {
  return {
    fromTime: from <= span.from ? null : Math.round(from),
    toTime: to >= span.to ? null : Math.round(to),
  };
}

/** An act that sets the window. */
export function setWindow(next: TimeSpan, span: TimeSpan): (draft: FlowDraft) => void {
  return (draft) => {
    Object.assign(draft.filters, toTimeFilters(next, span));
  };
}

export type Grip = 'from' | 'to' | 'both';

/** The window after a grip was moved by so many seconds; it never turns over and never leaves the span. */
export function moveWindow(window: TimeSpan, grip: Grip, by: number, span: TimeSpan): TimeSpan {
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  if (grip === 'from') return { ...window, from: clamp(window.from + by, span.from, window.to) };
  if (grip === 'to') return { ...window, to: clamp(window.to + by, window.from, span.to) };
  const shift = clamp(by, span.from - window.from, span.to - window.to);
  return { from: window.from + shift, to: window.to + shift };
}
