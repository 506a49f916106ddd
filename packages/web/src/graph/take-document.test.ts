import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { describe, expect, test } from 'vitest';
import { FlowStore } from './flow-store.ts';
import { takeDocument } from './take-document.ts';

const place = (x: number) => ({ x, y: 0 });
const before = {
  ...createFlowDocument('As it is'),
  places: { a: place(1), b: place(2) },
  marks: { a: { exhibit: 2 } },
  drawsPeels: true,
  exhibits: 2,
};
const other = { ...createFlowDocument('As it was'), places: { b: place(2), c: place(3) }, exhibits: 1 };

describe('another document in the place of this one', () => {
  test('is one step, which undo takes back and redo brings again', () => {
    const store = new FlowStore(before);
    store.act('Restore version 1', takeDocument(before, other));
    expect(store.document).toEqual({ ...other, exhibits: 2 });
    expect(store.undoLabel).toBe('Restore version 1');
    store.undo();
    expect(store.document).toEqual(before);
    store.redo();
    expect(store.document).toEqual({ ...other, exhibits: 2 });
  });

  test('writes only what differs', () => {
    const store = new FlowStore(before);
    store.act('Restore version 1', takeDocument(before, other));
    const paths = store.history.entries[0]?.patches.map(({ path }) => path.join('.')).toSorted();
    expect(paths).toEqual(['drawsPeels', 'marks.a', 'places.a', 'places.c', 'title']);
  });

  test('is no step where both are the same', () => {
    const store = new FlowStore(before);
    store.act('Restore version 1', takeDocument(before, { ...before, places: { ...before.places } }));
    expect(store.canUndo).toBe(false);
  });
});
