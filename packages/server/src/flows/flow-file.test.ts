import { FLOW_FILE_FORMATS, type FlowFileFormat } from '@trailmark/api/contract/flow';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import { ACCOUNT_CHAIN_IDS, OUTPUT_CHAIN_IDS } from '@trailmark/core/chain';
import { describeFlowAsset } from '@trailmark/core/flow/flow-asset';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { encodeGraphsense } from '@trailmark/documents/flow-files/graphsense-codec';
import {
  ALICE,
  accountFlow,
  bitcoinFlow,
  DEPOSIT,
  RECEIVER,
  SEED,
  USDT,
} from '@trailmark/documents/testing/sample-flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashContent } from '../answers/content-hash.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { type Asker, openAsker } from '../testing/ask.ts';
import type { ContestedLabel } from './contested-labels.ts';
import { writeFlowFile } from './flow-file-export.ts';
import { readFlowFile } from './flow-file-import.ts';
import { buildForeignDocument } from './foreign-document.ts';

const MADE = { at: 1_767_225_600, software: 'Trailmark test' };
const TETHER = { id: USDT, symbol: 'USDT', decimals: 6, isVerified: true };

async function write(
  format: FlowFileFormat,
  document: FlowDocument,
  only?: readonly string[],
  contested: readonly ContestedLabel[] = [],
) {
  const { name, mediaType, chunks } = await writeFlowFile(format, { document, only, paper: 'a4', contested }, MADE);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { name, mediaType, bytes: Buffer.concat(parts) };
}

const read = (name: string, bytes: Buffer | string) => readFlowFile(name, Buffer.from(bytes).toString('base64'));

function importForeign(name: string, bytes: Buffer | string) {
  const file = read(name, bytes);
  if (file.format === 'trailmark') throw new Error('a foreign file was expected');
  const findToken = (id: string) => (id === USDT ? TETHER : undefined);
  return buildForeignDocument({ name, fileHash: file.fileHash, at: MADE.at, flow: file.flow, findToken });
}

describe('an exported file', () => {
  test.each(FLOW_FILE_FORMATS)('of format %s has a name with hash and time, and content', async (format) => {
    const document = format === 'etherscan' ? accountFlow() : bitcoinFlow();
    const { name, bytes } = await write(format, document);
    expect(name).toMatch(new RegExp(`^coin-flow-${hashContent(document).slice(0, 8)}-20260101-000000\\.[a-z0-9.]+$`));
    expect(bytes.length).toBeGreaterThan(100);
  });

  test('as CSV states what it is of, and the digest of its rows', async () => {
    const text = (await write('csv', bitcoinFlow())).bytes.toString();
    expect(text).toContain(`document_sha256,${hashContent(bitcoinFlow())}\r\n`);
    expect(text).toMatch(/\r\nrows,3\r\nsha256_of_rows,[0-9a-f]{64}\r\n$/);
  });

  const CONTESTED = {
    chain: 'btc',
    address: RECEIVER,
    name: 'Northgate Exchange',
    note: 'contested by the agency; open',
  };

  test.each(['csv', 'graphml', 'gexf', 'i2'] as const)(
    'of format %s notes a name that the agency contests',
    async (format) => {
      const document = { ...bitcoinFlow(), marks: {} };
      const text = async (...contested: readonly ContestedLabel[]) =>
        (await write(format, document, undefined, contested)).bytes.toString();
      const noted = await text(CONTESTED);
      expect(noted).toContain('Northgate Exchange (contested by the agency; open)');
      expect(noted.match(/Northgate Exchange(?! \(contested)/g)).toBeNull();
      expect(noted).toContain(hashContent(document));
      // Another name, of another label, or of another address: nothing is known against it.
      for (const other of [{ name: 'Southgate' }, { address: SEED }, { chain: 'ltc' }])
        expect(await text({ ...CONTESTED, ...other })).toBe(await text());
    },
  );

  test('that is the document itself, as JSON, has no note', async () => {
    const noted = await write('json', bitcoinFlow(), undefined, [CONTESTED]);
    expect(noted.bytes).toEqual((await write('json', bitcoinFlow())).bytes);
  });

  test('as PDF is one, whatever labels say', async () => {
    const { bytes } = await write('pdf', bitcoinFlow());
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(bytes.toString('latin1')).not.toMatch(/\/(?:JavaScript|JS|URI|Launch)\b/);
  });

  test('of no node is refused', async () => {
    await expect(write('csv', bitcoinFlow(), [])).rejects.toThrow('nothing to export');
  });

  test('of a document that contradicts itself is refused', async () => {
    const document = bitcoinFlow();
    await expect(write('gexf', { ...document, nodes: {} })).rejects.toThrow('not among the nodes');
  });
});

describe('our own JSON', () => {
  test('comes back as the same document', async () => {
    const document = bitcoinFlow();
    const file = read('flow.json', (await write('json', document)).bytes);
    expect(file).toMatchObject({ format: 'trailmark', refused: [] });
    if (file.format === 'trailmark') expect(hashContent(file.document)).toBe(hashContent(document));
  });

  test('with fields nobody knows loses those and says how many', () => {
    const file = read(
      'flow.json',
      JSON.stringify({ ...bitcoinFlow(), future: 1, log: [{ ...bitcoinFlow().log[0], more: 2 }] }),
    );
    expect(file).toMatchObject({ refused: [{ what: '2 fields' }] });
  });

  test('with an address whose checksum fails is refused', () => {
    const text = JSON.stringify(bitcoinFlow()).replaceAll(SEED, `${SEED.slice(0, -1)}b`);
    expect(() => read('flow.json', text)).toThrow('not a valid Bitcoin address');
  });

  test.each([
    ['nonsense', 'not json', 'does not unpack'],
    ['another JSON', '{"a":1}', 'is no coin flow'],
    ['JSON nested without end', `{"a":${'['.repeat(5_000)}`, 'nests deeper'],
    ['a trace log', '{"format":"trailmark-trace-log"}', 'This is a trace log'],
    ['a flow of another version', '{"format":"trailmark-flow","version":9}', 'cannot be read'],
  ])('%s is refused with a reason', (_what, text, sentence) => {
    expect(() => read('flow.json', text)).toThrow(sentence);
  });

  test('a file larger than is read is refused before it is parsed', () => {
    expect(() => readFlowFile('a.json', 'A'.repeat(23_000_000))).toThrow('up to 16 MiB');
  });
});

describe('an Etherscan Flow case', () => {
  test('comes back with the same addresses, amounts and transactions, as claims', async () => {
    const document = accountFlow();
    const back = importForeign('case.json', (await write('etherscan', document)).bytes);
    expect(back.refused).toEqual([]);
    expect(Object.keys(back.document.nodes)).toEqual(Object.keys(document.nodes));
    expect(back.document.places).toEqual(document.places);
    const amounts = (of: FlowDocument) =>
      Object.values(of.edges)
        .map(({ asset, amount }) => [asset, amount])
        .sort();
    expect(amounts(back.document)).toEqual(amounts(document));
    for (const edge of Object.values(back.document.edges)) {
      expect(edge).toMatchObject({ basis: 'claim', refs: ['ab'.repeat(32)], firstHeight: 19_420_000, tainted: null });
      expect(edge.rule).toMatch(/^case\.json: (?:token_)?transfer$/);
    }
    expect(back.document.marks[`a:eth:${DEPOSIT}`]).toEqual({ label: 'Deposit', role: 'cex_deposit' });
    expect(back.document.log).toMatchObject([{ action: 'import', nodes: 2, edges: 2 }]);
  });

  test('comes back with amounts that a table stated, which have no contract', async () => {
    const flow = accountFlow();
    const edges = Object.fromEntries(
      Object.entries(flow.edges).map(([id, edge]) => [id, { ...edge, asset: 'eth:usd' }]),
    );
    const document = { ...flow, edges };
    const back = importForeign('case.json', (await write('etherscan', document)).bytes);
    expect(back.refused).toEqual([]);
    expect(Object.values(back.document.edges).map(({ asset, amount }) => [asset, amount])).toEqual(
      Object.values(document.edges).map(({ asset, amount }) => [asset, amount]),
    );
  });

  test('written again says the same', async () => {
    const first = (await write('etherscan', accountFlow())).bytes;
    const again = (await write('etherscan', importForeign('case.json', first).document)).bytes;
    const graph = (bytes: Buffer) => {
      const { nodes, edges } = JSON.parse(bytes.toString()) as { nodes: object[]; edges: object[] };
      return { nodes, edges };
    };
    expect(graph(again).nodes).toEqual(graph(first).nodes);
    expect(graph(again).edges).toEqual(
      expect.arrayContaining(
        graph(first).edges.map((edge) => expect.objectContaining({ ...edge, id: expect.any(String) })),
      ),
    );
  });

  const caseOf = (edge: object, address = ALICE) => {
    const node = { chainid: 1, role: 'wallet', hop: 0, x: 0, y: 0 };
    const nodes = [
      { ...node, id: 'n1', address },
      { ...node, id: 'n2', address: DEPOSIT },
    ];
    const edges = [
      {
        id: 'e1',
        source: 'n1',
        target: 'n2',
        amount: '1',
        token: 'ETH',
        type: 'transfer',
        txhash: '0x',
        chainid: 1,
        ...edge,
      },
    ];
    return JSON.stringify({ id: 'case-1', name: 'x', schemaVersion: 1, nodes, edges, _meta: {} });
  };

  test.each([
    ['no amount', { amount: null }, 'does not say how much'],
    ['an amount in words', { amount: '1e18' }, 'does not say how much'],
    ['more decimals than the coin has', { amount: `0.${'1'.repeat(19)}` }, 'decimal places'],
    ['a token named by its symbol alone', { token: 'USDT' }, 'without its contract'],
    ['a token whose decimals nobody knows', { token: 'X', token_address: DEPOSIT }, 'are not known here'],
    ['an end that is not there', { target: 'n9' }, 'not drawn'],
    ['another chain', { chainid: 999_999 }, 'not known here'],
  ])('a payment with %s is refused, and the rest drawn', (_what, edge, reason) => {
    const { document, refused } = importForeign('case.json', caseOf(edge));
    expect(Object.keys(document.nodes)).toHaveLength(2);
    expect(Object.keys(document.edges)).toHaveLength(0);
    expect(refused.map((item) => item.reason).join(' ')).toContain(reason);
  });

  test('an address whose spelling breaks its checksum is refused', () => {
    const wrong = ALICE.replace('dA6', 'da6');
    const { document, refused } = importForeign('case.json', caseOf({}, wrong));
    expect(Object.keys(document.nodes)).toEqual([`a:eth:${DEPOSIT}`]);
    expect(refused[0]?.reason).toContain('is not an address of Ethereum');
  });

  test('a private key among the addresses is refused and not repeated', () => {
    const key = `0x${'1f'.repeat(32)}`;
    const { refused } = importForeign('case.json', caseOf({}, key));
    expect(JSON.stringify(refused)).not.toContain(key.slice(2, 30));
  });
});

describe('a GraphSense file', () => {
  test('comes back with the same nodes, places and names', async () => {
    const document = bitcoinFlow();
    const back = importForeign('graph.gs', (await write('gs', document)).bytes).document;
    expect(Object.keys(back.nodes).sort()).toEqual(Object.keys(document.nodes).sort());
    expect(back.places).toEqual(document.places);
    expect(back.edges).toEqual({});
    expect(back.marks[`a:btc:${SEED}`]).toEqual({ label: 'Victim wallet', colour: 'blue' });
    expect(back.gaps[0]).toContain('names addresses and transactions, not payments');
  });

  test('with an address of another chain than it says is refused there', () => {
    const bytes = encodeGraphsense(['pathfinder', '1', 'x', [[['ltc', SEED], 0, 0, false]], [], []]);
    const { document, refused } = importForeign('graph.gs', bytes as Buffer);
    expect(document.nodes).toEqual({});
    expect(refused[0]?.reason).toContain('This is a Bitcoin address, not a Litecoin one');
  });
});

test('coins are written as the chains themselves define them', () => {
  for (const id of OUTPUT_CHAIN_IDS) {
    const { symbol, decimals } = getChain(id);
    expect(describeFlowAsset(undefined, id)).toMatchObject({ symbol, decimals });
  }
  for (const id of ACCOUNT_CHAIN_IDS) {
    const { symbol, decimals } = getAccountChain(id);
    expect(describeFlowAsset(undefined, id)).toMatchObject({ symbol, decimals });
  }
});

describe('over HTTP', () => {
  let casework: TestCaseworkContext;
  let lead: Asker;
  beforeAll(async () => {
    casework = await createTestCaseworkContext();
    lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
  });
  afterAll(() => casework.close());

  test('a file is read, and nothing is taken for the name of a format', async () => {
    const content = Buffer.from(JSON.stringify(accountFlow())).toString('base64');
    const { status, body } = await lead.post('/flow-file-imports', { name: 'flow.json', content });
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    expect(body).toMatchObject({ format: 'trailmark', refused: [] });
    expect(hashContent(body.document as FlowDocument)).toBe(hashContent(accountFlow()));
  });

  test('a file that is none is refused with a sentence', async () => {
    const { status, body } = await lead.post('/flow-file-imports', { name: 'flow.gs', content: 'AAAA' });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('does not unpack')]);
  });

  test('a document is written as JSON', async () => {
    const { status, body } = await lead.post('/flow-files/json', { document: accountFlow() });
    expect([status, body.format]).toEqual([200, 'trailmark-flow']);
  });
});
