import { describe, expect, test } from 'vitest';
import { oldGraphFile, pathfinderFile, repeatedFile } from '../testing/graphsense-vectors.ts';
import { accountFlow, bitcoinFlow, RECEIVER, SEED, TXID } from '../testing/sample-flow.ts';
import { selectFlow } from './flow-selection.ts';
import { capForeignText } from './foreign-flow.ts';
import { decodeGraphsense, encodeGraphsense } from './graphsense-codec.ts';
import { readGraphsense } from './read-graphsense.ts';
import { writeGraphsense } from './write-graphsense.ts';

describe('the packing of .gs files', () => {
  test('reads what GraphSense packed, and packs the same bytes', () => {
    for (const file of [pathfinderFile(), oldGraphFile(), repeatedFile()]) {
      expect(Buffer.compare(encodeGraphsense(decodeGraphsense(file)), file)).toBe(0);
    }
    expect(decodeGraphsense(repeatedFile())).toEqual(['1.0.0', ['a'.repeat(50)]]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a code', Buffer.alloc(6)],
    ['a code that stands for nothing yet', Buffer.from(Uint32Array.of(87, 999).buffer)],
    ['text that is not Base64', Buffer.from(Uint32Array.of(0, 1, 2).buffer)],
  ])('refuses %s', (_what, file) => {
    expect(() => decodeGraphsense(file)).toThrow(/does not unpack|not JSON/);
  });

  test('refuses a small file that unpacks to gigabytes', () => {
    const codes = Uint32Array.from({ length: 60_000 }, (_, i) => (i === 0 ? 65 : 255 + i));
    expect(() => decodeGraphsense(Buffer.from(codes.buffer))).toThrow('unpacks to more than 48 MiB');
  });

  test('refuses lists nested a million deep', () => {
    const deep = encodeGraphsense([0]);
    expect(deep.length).toBeGreaterThan(0);
    const text = '['.repeat(1_000_000);
    const file = Buffer.from(Uint32Array.from(Buffer.from(Buffer.from(text).toString('base64'))).buffer);
    expect(() => decodeGraphsense(file)).toThrow('nests deeper');
  });
});

describe('a Pathfinder graph', () => {
  test('gives addresses and transactions with places, names and colours', () => {
    const { title, nodes, refused } = readGraphsense(pathfinderFile());
    expect(title).toBe('Röhre');
    expect(
      nodes.map(({ kind, chain, text, place, isSeed, label, colour }) => ({
        kind,
        chain,
        text,
        place,
        isSeed,
        label,
        colour,
      })),
    ).toEqual([
      {
        kind: 'address',
        chain: 'btc',
        text: SEED,
        place: { x: 0, y: 100 },
        isSeed: true,
        label: 'first coin',
        colour: 'blue',
      },
      {
        kind: 'address',
        chain: 'eth',
        text: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
        place: { x: 160, y: 0 },
        isSeed: false,
        label: null,
        colour: null,
      },
      {
        kind: 'transaction',
        chain: 'btc',
        text: TXID,
        place: { x: 80, y: 100 },
        isSeed: false,
        label: null,
        colour: null,
      },
    ]);
    expect(refused.map(({ what }) => what)).toEqual(['t1abc', '0xaa_T4', '1 relations']);
  });

  test('comes back from a file as it went into it', () => {
    const document = bitcoinFlow();
    const { title, nodes } = readGraphsense(writeGraphsense(selectFlow(document, undefined)));
    expect(title).toBe(document.title);
    for (const node of nodes) {
      const id = `${node.kind === 'address' ? 'a' : 't'}:${node.chain}:${node.text}`;
      expect(node.place).toEqual(document.places[id]);
      expect(node.isSeed).toBe(document.nodes[id]?.isSeed);
      expect(node.label).toBe(capForeignText(document.marks[id]?.label, 120));
      expect(node.colour).toBe(document.marks[id]?.colour ?? null);
    }
    expect(nodes.map(({ text }) => text).sort()).toEqual([RECEIVER, SEED, TXID].sort());
  });

  test('names pairs that paid each other, without transactions on account chains', () => {
    const data = decodeGraphsense(writeGraphsense(selectFlow(accountFlow(), undefined))) as unknown[][];
    expect(data[6]).toHaveLength(1);
    expect(data[6]?.[0]).toMatchObject({ 2: [] });
  });

  test('is not written of a chain that GraphSense does not have', () => {
    const document = bitcoinFlow();
    const [first] = Object.values(document.nodes);
    const other = { ...document, nodes: { x: { ...first, id: 'x', chain: 'doge' as const } } };
    expect(() => writeGraphsense(selectFlow(other as typeof document, undefined))).toThrow('GraphSense has no doge');
  });
});

describe('other versions', () => {
  test('a graph of version 1.0 gives addresses, and clusters by the address they are named for', () => {
    const { nodes } = readGraphsense(oldGraphFile());
    expect(nodes.map(({ text, label }) => [text, label])).toEqual([
      [SEED, 'own name'],
      [RECEIVER, 'Cluster of GraphSense'],
    ]);
  });

  test('a graph of version 0.5 gives addresses with the names the user gave', () => {
    const tag = { isUserDefined: true, keyspace: 'BTC', address: SEED, label: 'own name' };
    const store = [[{ tags: [{ isUserDefined: false }, tag] }], []];
    const drawing = [
      0,
      0,
      0,
      0,
      [],
      [
        [
          [SEED, '0', 'btc'],
          [10, 20, 1, -2, '#1f5faf'],
        ],
      ],
    ];
    const { nodes } = readGraphsense(encodeGraphsense(['0.5.1 abc', store, drawing, [0, 0, []]]));
    expect(nodes).toMatchObject([{ text: SEED, place: { x: 11, y: 18 }, label: 'own name', colour: 'blue' }]);
  });

  test.each([
    [['2.0.0', []], 'version "2.0.0"'],
    [['pathfinder', '7', 'x', [], [], []], 'version "7"; version "1" can be read'],
  ])('%j is refused by its name', (data, sentence) => {
    expect(() => readGraphsense(encodeGraphsense(data))).toThrow(sentence);
  });

  test('a file with parts of another kind is refused, not half read', () => {
    expect(() => readGraphsense(encodeGraphsense(['pathfinder', '1', 'x', 'no list', [], []]))).toThrow(
      'is not a list',
    );
  });
});
