import { FLOW_MODES, FLOW_VIEWS, type FlowView } from '@trailmark/core/flow/flow-document';
import { TRACE_DIRECTIONS } from '@trailmark/core/trace/trace-request';
import { z } from 'zod';
import { chainField, lenient, numberField } from '../../search-params.ts';

/** State of the start page in the address bar; other tools lead here with `start`. */
export const coinFlowSearch = z.object({
  /** An address, a txid, `txid:vout`, or several. */
  start: lenient(z.string().max(2_000)),
  chain: lenient(chainField),
  direction: lenient(z.enum(TRACE_DIRECTIONS)),
  /** Method and limits as pairs, `method=haircut/1&hops=4`: see `read-rules.ts`. */
  rules: lenient(z.string().max(400)),
});
export type CoinFlowSearch = z.output<typeof coinFlowSearch>;

/** What can be at the side of the canvas, in addition to the details of the selection. */
export const FLOW_PANELS = [
  'add',
  'methods',
  'audit',
  'versions',
  'paths',
  'ends',
  'filters',
  'gaps',
  'log',
  'settings',
] as const;
export type FlowPanel = (typeof FLOW_PANELS)[number];

function isNarrow(): boolean {
  return window.matchMedia('(max-width: 760px)').matches;
}

/** On a phone the table comes first; a view that the address names is shown anywhere. */
export function shownView({ view }: { readonly view?: FlowView | undefined }): FlowView {
  return view ?? (isNarrow() ? 'table' : 'graph');
}

/** What is next to a flow that has just been traced: on a phone its ends, as nothing is next to it there by default. */
export function firstPanel(hasEnds: boolean): FlowPanel | undefined {
  return hasEnds && isNarrow() ? 'ends' : undefined;
}

export const flowSearch = z.object({
  branch: lenient(z.string().max(60)),
  version: lenient(numberField),
  view: lenient(z.enum(FLOW_VIEWS)),
  mode: lenient(z.enum(FLOW_MODES)),
  /** Id of the selected node or edge. */
  node: lenient(z.string().max(700)),
  panel: lenient(z.enum(FLOW_PANELS)),
});
export type FlowSearch = z.output<typeof flowSearch>;
