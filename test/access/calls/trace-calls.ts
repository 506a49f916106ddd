import { ADDRESS, always, OTHER } from './call.ts';

const traced = { chain: 'btc' as const, seeds: [{ kind: 'address' as const, address: ADDRESS }] };

const logged = {
  ...{ number: 1, at: 1, action: 'trace' as const, request: JSON.stringify({ request: traced }) },
  ...{ resultHash: '0'.repeat(64), asOf: 'height 0', nodes: 0, edges: 0 },
};

/** Traces, paths and pieces of graphs. */
export const TRACES = {
  getTraceLine: always({}),
  listTraceMethods: always({}),
  listFlowStarters: always({}),
  runTrace: always({ body: { request: traced } }),
  streamTrace: always({ body: { request: traced } }),
  replayFlow: always({ body: { log: [logged] } }),
  findCrossings: always({
    body: { chain: 'btc', direction: 'forward', leaves: [{ ref: `${'0'.repeat(64)}:0`, asset: '', amount: '1' }] },
  }),
  findPaths: always({ body: { chain: 'btc', from: ADDRESS } }),
  compareMethods: always({ body: { request: traced } }),
  exportTraceAudit: always({ body: { request: traced } }),
  addToFlow: always({ body: { chain: 'btc', items: [ADDRESS] } }),
  expandFlow: always({ body: { chain: 'btc', node: ADDRESS, direction: 'forward' } }),
  linkFlow: always({ body: { chain: 'btc', a: ADDRESS, b: OTHER } }),
  describeFlowParties: always({ body: { chain: 'btc', addresses: [ADDRESS] } }),
} as const;
