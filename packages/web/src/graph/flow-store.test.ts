import { flowHistory } from '@trailmark/api/contract/flow';
import { flowDocument } from '@trailmark/api/contract/flow-wire';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode, createTree } from '@trailmark/core/flow/testing/flow-parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FlowStore } from './flow-store.ts';

const LOG = { at: 1_700_000_000, action: 'trace', request: '{}', resultHash: '00', asOf: '1 00' } as const;
const open = () => new FlowStore(createFlowDocument('Test'), undefined, { now: () => 1_700_000_000 });
const withoutCounter = (store: FlowStore) => ({ ...store.document, exhibits: 0 });

type Act = (store: FlowStore) => Promise<void> | void;
const ids = ['a:btc:seed', 't:btc:1', 'a:btc:x', 'a:btc:y'];
const id = fc.constantFrom(...ids);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(id, fc.string({ maxLength: 8 })).map(
    ([at, label]): Act =>
      (store) =>
        store.act('Label', (draft) => {
          draft.marks[at] = { ...draft.marks[at], label };
        }),
  ),
  id.map(
    (at): Act =>
      (store) =>
        store.act('Hide', (draft) => {
          if (draft.hidden.includes(at)) draft.hidden = draft.hidden.filter((each) => each !== at);
          else draft.hidden.push(at);
        }),
  ),
  id.map(
    (at): Act =>
      (store) =>
        store.exhibit([at]),
  ),
  id.map(
    (at): Act =>
      (store) =>
        store.act('Remove', (draft) => {
          delete draft.marks[at];
          delete draft.places[at];
        }),
  ),
  fc.integer({ min: 1, max: 6 }).map(
    (size): Act =>
      (store) =>
        store.addGraph('Trace', createTree(size), LOG),
  ),
  fc.constantFrom('align-x', 'align-y', 'spread').map(
    (how): Act =>
      (store) =>
        store.arrange(how as 'spread', ids),
  ),
  fc.tuple(id, fc.integer({ min: -500, max: 500 })).map(
    ([at, x]): Act =>
      (store) =>
        store.move({ [at]: { x, y: x } }, 'transactions'),
  ),
  fc.constant<Act>((store) => store.relayout()),
);

describe('the undo of a canvas', () => {
  it('leads back through everything and on again to identical documents, also after a reload in the middle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), fc.nat(), async (acts, cut) => {
        const store = open();
        const seen = [withoutCounter(store)];
        for (const each of acts) {
          const before = store.history.cursor;
          await each(store);
          if (store.history.cursor > before) seen.push(withoutCounter(store));
        }
        const back = cut % seen.length;
        for (let i = 0; i < back; i += 1) store.undo();
        expect(withoutCounter(store)).toEqual(seen.at(-1 - back));
        const [document, history] = JSON.parse(JSON.stringify([store.document, store.history]));
        const again = new FlowStore(document, flowHistory.parse(history));
        while (again.canUndo) again.undo();
        expect(withoutCounter(again)).toEqual(seen[0]);
        for (const then of seen.slice(1)) {
          again.redo();
          expect(withoutCounter(again)).toEqual(then);
        }
        expect(again.canRedo).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps places as they come back from being saved, a little left of the middle too', async () => {
    const store = open();
    await store.addGraph('Trace', createTree(2), LOG);
    const [id = ''] = Object.keys(store.document.nodes);
    store.move({ [id]: { x: Math.round(-0.4), y: 5 } }, 'transactions');
    expect(JSON.parse(JSON.stringify(store.document.places))).toEqual(store.document.places);
  });

  it('takes back a bulk addition as one step', async () => {
    const store = open();
    await store.addGraph('Trace forward', createTree(40), LOG);
    expect(Object.keys(store.document.nodes)).toHaveLength(121);
    expect(flowDocument.safeParse(store.document).error).toBeUndefined();
    expect(store.document.log).toMatchObject([{ number: 1, nodes: 121, edges: 120 }]);
    expect(store.undoLabel).toBe('Trace forward');
    store.undo();
    expect(store.document).toEqual(createFlowDocument('Test'));
  });

  it('keeps three hundred steps', () => {
    const store = open();
    for (let i = 0; i < 320; i += 1)
      store.act('Name', (draft) => {
        draft.title = `Title ${i}`;
      });
    expect(store.history.entries).toHaveLength(300);
    while (store.canUndo) store.undo();
    expect(store.document.title).toBe('Title 19');
  });

  it('forgets what was undone once something else is done', () => {
    const store = open();
    store.act('One', (draft) => {
      draft.title = 'One';
    });
    store.undo();
    store.act('Two', (draft) => {
      draft.title = 'Two';
    });
    expect(store.canRedo).toBe(false);
    expect(store.history.entries.map(({ label }) => label)).toEqual(['Two']);
  });

  it('counts nothing that changed nothing', () => {
    const store = open();
    store.act('Nothing', () => undefined);
    expect(store.canUndo).toBe(false);
  });
});

describe('a canvas', () => {
  it('never gives the number of an exhibit twice, not even after undo', async () => {
    const store = open();
    await store.addGraph('Trace', createTree(2), LOG);
    const [first, second] = Object.keys(store.document.nodes) as [string, string];
    store.exhibit([first]);
    store.undo();
    store.exhibit([second]);
    expect(store.document.marks).toEqual({ [second]: { exhibit: 2 } });
    expect(store.document.exhibits).toBe(2);
  });

  it('moves nothing that is there when something is added', async () => {
    const store = open();
    await store.addGraph('Trace', createTree(3), LOG);
    const before = store.document.places;
    await store.addGraph('Trace on', createTree(30), LOG);
    expect(store.document.places).toMatchObject(before);
    expect(Object.keys(store.document.places)).toHaveLength(91);
  });

  it('keeps what is selected, less what an undo takes away', async () => {
    const store = open();
    await store.addGraph('Trace', createTree(1), LOG);
    await store.addGraph('Add', { assets: [], nodes: [createNode('a:btc:late')], edges: [] }, LOG);
    store.select(['a:btc:seed', 'a:btc:late']);
    store.select(['a:btc:seed'], 'toggle');
    store.select(['a:btc:seed'], 'add');
    expect([...store.selection].sort()).toEqual(['a:btc:late', 'a:btc:seed']);
    store.undo();
    expect([...store.selection]).toEqual(['a:btc:seed']);
  });

  it('adds one graph after the other, however quickly they are requested', async () => {
    const store = open();
    await Promise.all([store.addGraph('One', createTree(4), LOG), store.addGraph('Two', createTree(8), LOG)]);
    const spots = Object.values(store.document.places).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(spots).size).toBe(spots.length);
    expect(store.document.log.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('refuses a payment that ends nowhere and stays as it was', async () => {
    const store = open();
    const loose = { assets: [], nodes: [createNode('a:btc:x')], edges: [createEdge('a:btc:x', 'a:btc:gone', 1)] };
    await expect(store.addGraph('Add', loose, LOG)).rejects.toThrow('ends at a place');
    expect(store.canUndo).toBe(false);
    await store.addGraph('Trace', createTree(1), LOG);
    expect(store.canUndo).toBe(true);
  });

  it('notifies listeners of every change until they leave', () => {
    const store = open();
    let told = 0;
    const leave = store.subscribe(() => {
      told += 1;
    });
    store.select(['x']);
    store.select(['x']);
    leave();
    store.select(['y']);
    expect(told).toBe(1);
  });
});

it('what a hand is dragging is shown without a step, until something is done', () => {
  const store = new FlowStore(createFlowDocument('A flow'));
  const { document } = store;
  for (const from of [10, 20, 30]) store.preview({ from, to: 90 });
  expect(store.state.preview).toEqual({ from: 30, to: 90 });
  expect(store.document).toBe(document);
  expect(store.canUndo).toBe(false);
  store.act('Filter by time', (draft) => {
    draft.filters.fromTime = 30;
  });
  expect(store.state.preview).toBeNull();
  expect(store.history.entries).toHaveLength(1);
});
