import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { describe, expect, test } from 'vitest';
import { encodeCsvRow } from '../csv.ts';
import { findXmlFault } from '../testing/check-xml.ts';
import {
  ALICE,
  accountFlow,
  bitcoinFlow,
  HOSTILE,
  SEED,
  sampleEdge,
  sampleNode,
  TXID,
} from '../testing/sample-flow.ts';
import type { ChainNumbers } from './etherscan-case.ts';
import { createFlowCells, FLOW_EDGE_COLUMNS, listFlowFacts, listFlowRows } from './flow-csv.ts';
import { selectFlow, toSelectedDocument } from './flow-selection.ts';
import { writeGexf } from './gexf.ts';
import { writeGraphml } from './graphml.ts';
import { I2_COLUMNS, writeI2Csv } from './i2-csv.ts';
import { writeTraceLog } from './trace-log.ts';
import { writeEtherscan } from './write-etherscan.ts';

const FACTS = { documentHash: 'ab'.repeat(32), at: 1_767_225_600, software: 'Trailmark test' };
const CHAINS: ChainNumbers = {
  find: (number) => (number === 1 ? 'eth' : undefined),
  of: (chain) => (chain === 'eth' ? 1 : undefined),
  name: () => 'ethereum',
};
const whole = (document: FlowDocument) => selectFlow(document, undefined);
const join = (parts: Iterable<string>): string => [...parts].join('');

describe('a selection', () => {
  test('takes the payments between the chosen nodes and nothing else', () => {
    const selection = selectFlow(bitcoinFlow(), [`a:btc:${SEED}`, `t:btc:${TXID}`]);
    expect(selection.edges.map(({ id }) => id)).toEqual(['spend:1']);
    const part = toSelectedDocument(selection);
    expect(Object.keys(part.nodes)).toHaveLength(2);
    expect(Object.keys(part.marks)).toEqual([`a:btc:${SEED}`]);
  });

  test('of everything is the document itself', () => {
    const document = bitcoinFlow();
    expect(toSelectedDocument(whole(document))).toBe(document);
  });
});

describe('the table of payments', () => {
  const selection = whole(bitcoinFlow());
  const rows = listFlowRows(selection).map(createFlowCells(selection));

  test('has one cell a column, and each fee once', () => {
    expect(rows.map(({ length }) => length)).toEqual([28, 28, 28]);
    expect(FLOW_EDGE_COLUMNS).toHaveLength(28);
    const [kind, , , , , , , , , , , amount, units] = rows[2] ?? [];
    expect([kind, amount, units]).toEqual(['fee', { number: '0.00010000' }, { number: '10000' }]);
  });

  test('amounts in, out and fees add up', () => {
    const units = rows.map((row) => BigInt((row[12] as { number: string }).number));
    expect(units[0]).toBe((units[1] ?? 0n) + (units[2] ?? 0n));
  });

  test('a label that is a formula is text in the file', () => {
    expect(encodeCsvRow(rows[0] ?? [])).not.toMatch(/(?:^|,)"?=/);
    expect(encodeCsvRow(rows[1] ?? [])).toContain(`"'=cmd()`);
  });

  test('the head says what was taken and on which tip it rests', () => {
    const facts = new Map(listFlowFacts(selection, FACTS));
    expect(facts.get('nodes')).toBe('3 of 3');
    expect(facts.get('as_of')).toBe('170 00ab labels-3');
    expect(facts.get('gap')).toBe('Heights 5 to 9 are not held.');
  });
});

describe('i2 rows', () => {
  const text = join(writeI2Csv(whole(bitcoinFlow()), FACTS));

  test('begin with the names of the columns, one row per payment', () => {
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe(I2_COLUMNS.join(','));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('Crypto address,Victim wallet,Exhibit E1. victim,');
    expect(lines[1]).toContain('2009-01-03,18:15:05');
  });
});

describe.each([
  ['GraphML', writeGraphml],
  ['GEXF', writeGexf],
] as const)('%s', (_name, write) => {
  test('is well-formed whatever labels say', () => {
    const xml = join(write(whole(bitcoinFlow()), FACTS));
    expect(findXmlFault(xml)).toBeUndefined();
    expect(xml).not.toContain('<script>');
    expect(xml).toContain('=cmd()&lt;/node&gt;&lt;script&gt;&quot;\ufffd');
  });

  test('says nothing about what is not known', () => {
    const xml = join(write(whole(accountFlow()), FACTS));
    expect(xml).not.toMatch(/first_time">(?:null|undefined|<)|value="(?:null|undefined|NaN)"/);
    expect(xml).not.toMatch(/<data key="n_height">|for="height" value/);
  });

  test('of 5,000 nodes takes less than a second of processor', async () => {
    const nodes = Array.from({ length: 5_000 }, (_, i) => sampleNode({ id: `a:btc:n${i}`, text: `n${i}`, hop: i % 9 }));
    const edges = nodes
      .slice(1)
      .map((node, i) => sampleEdge({ id: `transfer:${i}`, from: nodes[i]?.id ?? '', to: node.id, amount: String(i) }));
    const document = {
      ...bitcoinFlow(),
      nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
      edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    };
    let xml = '';
    const writeAll = () => {
      xml = join(write(whole(document), FACTS));
    };
    expect(await countCpuMs(writeAll)).toBeLessThan(1_000);
    expect(xml.match(/<edge /g)).toHaveLength(4_999);
  });
});

test('GraphML types its keys, and the weight is a double next to the exact amount', () => {
  const xml = join(writeGraphml(whole(accountFlow()), FACTS));
  expect(xml).toContain('<key id="n_hop" for="node" attr.name="hop" attr.type="long"/>');
  expect(xml).toContain('<data key="e_weight">5000</data>');
  expect(xml).toContain('<data key="e_amount">5000.000000</data>');
});

test('GEXF carries the places of the canvas with y upwards', () => {
  const xml = join(writeGexf(whole(bitcoinFlow()), FACTS));
  expect(xml).toContain('<viz:position x="160" y="-33.333" z="0"/>');
  expect(xml).toContain('<viz:color r="31" g="95" b="175"/>');
});

test('a trace log holds what a replay is sent, and the hash of the document', () => {
  const log = JSON.parse(writeTraceLog(whole(bitcoinFlow()), FACTS)) as Record<string, unknown>;
  expect(log).toMatchObject({ format: 'trailmark-trace-log', version: 1, documentHash: FACTS.documentHash });
  expect(log.entries).toEqual(bitcoinFlow().log);
});

describe('an Etherscan Flow case', () => {
  interface Case {
    readonly nodes: readonly Record<string, unknown>[];
    readonly edges: readonly Record<string, unknown>[];
    readonly _meta: { readonly gaps: readonly Record<string, unknown>[] };
  }
  const write = (document: FlowDocument) => JSON.parse(writeEtherscan(whole(document), FACTS, CHAINS)) as Case;

  test('writes exact amounts, and the contract of a token', () => {
    const { nodes, edges } = write(accountFlow());
    expect(nodes[0]).toMatchObject({ id: 'n1', address: ALICE, chainid: 1, hop: 0, label: null, role: 'unknown_eoa' });
    expect(edges[0]).toMatchObject({
      amount: '0.000000000000092695',
      token: 'ETH',
      token_address: null,
      type: 'transfer',
    });
    expect(edges[1]).toMatchObject({ amount: '5000.000000', token: 'USDT', type: 'token_transfer', block: 19_420_000 });
    expect(edges[1]?.txhash).toBe(`0x${'ab'.repeat(32)}`);
  });

  test('names what it has no place for as a gap', () => {
    const { nodes, _meta } = write(bitcoinFlow());
    expect(nodes).toEqual([]);
    expect(_meta.gaps.map(({ detail }) => detail)).toContain(`Left out: address on btc, ${SEED}`);
  });

  test('keeps to the alphabet of the schema whatever labels say', () => {
    const document = accountFlow();
    const marked = { ...document, marks: { [`a:eth:${ALICE}`]: { label: HOSTILE, note: '<b>x</b>'.repeat(90) } } };
    const { label, notes } = write(marked).nodes[0] ?? {};
    for (const text of [label, notes] as string[]) {
      expect(text).not.toMatch(/<!--[\s\S]*?-->|<![A-Za-z][^>]*>|<\/?[A-Za-z][^>]*>/);
      expect(text).not.toMatch(/\p{Cc}/u);
      expect(text.length).toBeLessThanOrEqual(200);
    }
  });
});
