import { AppError } from '@trailmark/core/errors';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Draft,
  FlowSaver,
  RETRY_AFTER_MS,
  SAVE_AFTER_MS,
  type SaveAnswer,
  type SaverPorts,
} from './flow-saver.ts';

const HEAD: SaveAnswer['head'] = {
  id: '7b1d2c6e-0000-4000-8000-000000000000',
  title: 'Loss',
  chains: ['btc'],
  nodeCount: 1,
  edgeCount: 0,
  createdAt: 1,
  createdBy: 'Lead investigator',
  savedAt: 1,
  savedBy: 'Lead investigator',
  revision: 4,
  branch: 'main',
  branches: ['main'],
  versionCount: 1,
};
const draft = (title: string): Draft => ({
  document: createFlowDocument(title),
  history: { cursor: 0, entries: [] },
});

function open(save: SaverPorts['save']) {
  const kept: string[] = [];
  const dropped: string[] = [];
  const branched: string[] = [];
  const saver = new FlowSaver(HEAD, {
    save,
    keep: async (_branch, revision, { document }) => {
      kept.push(`${document.title}@${revision}`);
      return true;
    },
    drop: async (branch) => {
      dropped.push(branch);
    },
    onBranched: ({ sentence }) => branched.push(sentence),
  });
  return { saver, kept, dropped, branched };
}

const saved = (revision: number): SaveAnswer => ({
  head: { ...HEAD, revision, savedAt: 9 },
  outcome: 'saved',
  sentence: '',
});

describe('the saving of a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits until no other change follows, and saves the last one on the revision it knows', async () => {
    const calls: string[] = [];
    const { saver } = open(async (branch, revision, { document }) => {
      calls.push(`${branch} ${revision} ${document.title}`);
      return saved(revision + 1);
    });
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
    saver.note(draft('b'));
    expect(saver.state.kind).toBe('waiting');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    saver.note(draft('c'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls).toEqual(['main 4 b', 'main 5 c']);
    expect(saver.state).toEqual({ kind: 'saved', at: 9, by: 'Lead investigator' });
  });

  it('saves once more what changed while a save was under way', async () => {
    const calls: string[] = [];
    let finish: (() => void) | undefined;
    const { saver } = open(async (_branch, revision, { document }) => {
      calls.push(document.title);
      if (calls.length === 1) await new Promise<void>((resolve) => (finish = resolve));
      return saved(revision + 1);
    });
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    saver.note(draft('b'));
    finish?.();
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls).toEqual(['a', 'b']);
    expect(saver.hasUnsaved).toBe(false);
  });

  it('keeps in the browser what the server did not take, and saves it when tried again', async () => {
    let isDown = true;
    const { saver, kept, dropped } = open(async (_branch, revision) => {
      if (isDown) throw new AppError('unavailable', 'The server did not answer.');
      return saved(revision + 1);
    });
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(saver.state).toMatchObject({ kind: 'failed', isKept: true });
    expect(kept).toEqual(['a@4']);
    isDown = false;
    await saver.flush();
    expect(saver.state.kind).toBe('saved');
    expect(dropped).toEqual(['main']);
  });

  it('tries again automatically, later each time, where the server was busy, and not where it refused', async () => {
    const calls: number[] = [];
    let error: unknown = new AppError('unavailable', 'The server has more to do than it can.');
    const { saver } = open(async (_branch, revision) => {
      calls.push(Date.now());
      if (calls.length < 3 || AppError.is(error, 'invalid')) throw error;
      return saved(revision + 1);
    });
    const started = Date.now();
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS + 3 * RETRY_AFTER_MS);
    const first = started + SAVE_AFTER_MS;
    expect(calls).toEqual([first, first + RETRY_AFTER_MS, first + 3 * RETRY_AFTER_MS]);
    expect(saver.state.kind).toBe('saved');
    error = new AppError('invalid', 'The coin flow contradicts itself.');
    saver.note(draft('b'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS + 20 * RETRY_AFTER_MS);
    expect(calls.length).toBe(4);
    expect(saver.state.kind).toBe('failed');
  });

  it('waits longer after the last change where saves take long', async () => {
    const calls: number[] = [];
    const { saver } = open(async (_branch, revision) => {
      calls.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return saved(revision + 1);
    });
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS + 2_000);
    const changed = Date.now();
    saver.note(draft('b'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls[1]).toBe(changed + 6_000);
  });

  it('continues with the branch that a conflict made', async () => {
    const { saver, branched } = open(async () => ({
      head: { ...HEAD, branch: 'main, 14.01', revision: 1 },
      outcome: 'kept-as-branch',
      sentence: 'Your changes are kept as a branch.',
    }));
    saver.note(draft('a'));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(branched).toEqual(['Your changes are kept as a branch.']);
    expect(saver.head.branch).toBe('main, 14.01');
  });

  it('puts what is not saved yet into the browser when the page is left', async () => {
    const { saver, kept } = open(async (_branch, revision) => saved(revision + 1));
    saver.note(draft('a'));
    await saver.leave();
    expect(kept).toEqual(['a@4']);
  });
});
