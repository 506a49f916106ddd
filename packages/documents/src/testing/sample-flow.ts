import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import type { KnownParty } from '@trailmark/core/trace/known-party';

export const SEED = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
export const RECEIVER = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
export const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
export const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const DEPOSIT = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
export const USDT = 'eth:0xdac17f958d2ee523a2206206994597c13d831ec7';
const TIME = 1_231_006_505;

export const sampleNode = (node: Partial<FlowNode> & Pick<FlowNode, 'id' | 'text'>): FlowNode =>
  createNode(node.id, { kind: 'address', ...node });

export const sampleEdge = (edge: Partial<FlowEdge> & Pick<FlowEdge, 'id' | 'from' | 'to' | 'amount'>): FlowEdge =>
  createEdge(edge.from, edge.to, edge.amount, { kind: 'transfer', firstTime: TIME, lastTime: TIME, ...edge });

const table = <T extends { readonly id: string }>(items: readonly T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.id, item]));

const NORTHGATE: KnownParty = {
  kind: 'service',
  name: 'Northgate Exchange',
  category: 'exchange',
  basis: 'claim',
  source: 'directory',
  asOf: '2026-01-02',
  confidence: 80,
  key: 'northgate',
  via: undefined,
};

/** A label that tries to be markup, a formula and a control sequence. */
export const HOSTILE = '=cmd()</node><script>"\u0000\u202e&';

/** One payment through a transaction with its fee, towards a service whose label is hostile. */
export function bitcoinFlow(): FlowDocument {
  const [seed, transaction, receiver] = [`a:btc:${SEED}`, `t:btc:${TXID}`, `a:btc:${RECEIVER}`];
  return {
    ...createFlowDocument('Loss of 3 March'),
    nodes: table([
      sampleNode({ id: seed, text: SEED, hop: 0, isSeed: true, firstTime: TIME, lastTime: TIME }),
      sampleNode({
        id: transaction,
        kind: 'transaction',
        text: TXID,
        hop: 1,
        fee: '10000',
        height: 170,
        firstTime: TIME,
        lastTime: TIME,
      }),
      sampleNode({
        id: receiver,
        text: RECEIVER,
        hop: 1,
        party: NORTHGATE,
        stops: [{ reason: 'service', asset: 'btc', amount: '4999990000', count: 1, detail: 'A service pools funds.' }],
      }),
    ]),
    edges: table([
      sampleEdge({
        id: 'spend:1',
        kind: 'spend',
        from: seed,
        to: transaction,
        amount: '5000000000',
        tainted: '5000000000',
        refs: [`${TXID}:0`],
      }),
      sampleEdge({
        id: 'output:1',
        kind: 'output',
        from: transaction,
        to: receiver,
        amount: '4999990000',
        refs: [`${TXID}:0`],
        basis: 'fact',
      }),
    ]),
    places: { [seed]: { x: 0, y: 100 }, [transaction]: { x: 80, y: 100 }, [receiver]: { x: 160, y: 33.333 } },
    marks: {
      [seed]: { label: 'Victim wallet', colour: 'blue', exhibit: 1, role: 'victim' },
      [receiver]: { label: HOSTILE, note: 'Ask for records' },
    },
    exhibits: 1,
    log: [
      {
        number: 1,
        at: TIME,
        action: 'trace',
        request: '{}',
        resultHash: '0'.repeat(64),
        asOf: '170 00ab labels-3',
        nodes: 3,
        edges: 2,
      },
    ],
    gaps: ['Heights 5 to 9 are not held.'],
  };
}

/** Two payments on an account chain: coins and a token. */
export function accountFlow(): FlowDocument {
  const [alice, deposit] = [`a:eth:${ALICE}`, `a:eth:${DEPOSIT}`];
  const hash = 'ab'.repeat(32);
  return {
    ...createFlowDocument('Case Harbour'),
    nodes: table([
      sampleNode({ id: alice, text: ALICE, chain: 'eth', hop: 0, isSeed: true }),
      sampleNode({ id: deposit, text: DEPOSIT, chain: 'eth', hop: 1 }),
    ]),
    edges: table([
      sampleEdge({
        id: 'transfer:1',
        from: alice,
        to: deposit,
        asset: 'eth',
        amount: '92695',
        refs: [`${hash}#0`],
        firstHeight: 19_420_000,
      }),
      sampleEdge({
        id: 'transfer:2',
        from: alice,
        to: deposit,
        asset: USDT,
        amount: '5000000000',
        refs: [`${hash}#1`],
        firstHeight: 19_420_000,
      }),
    ]),
    assets: { [USDT]: { id: USDT, symbol: 'USDT', decimals: 6, isVerified: true } },
    places: { [alice]: { x: 0, y: 0 }, [deposit]: { x: 360, y: 0 } },
    marks: { [deposit]: { label: 'Deposit', role: 'cex_deposit' } },
  };
}
