import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as ofProgressLine from './progress-line.ts';
import { ProgressLine } from './progress-line.ts';

const recorded = new WatchedResults();
const { formatStatus } = recorded.watch(ofProgressLine);

const RUNNING: IngestStatus = {
  chain: 'btc',
  source: 'node http://127.0.0.1:8332',
  state: 'running',
  blocks: 1_234,
  transactions: 5_678_901,
  bytes: 2_345_678_901,
  transactionsPerSecond: 98_765,
  height: 1_233,
  targetHeight: 900_000,
  secondsLeft: 5_400,
  message: null,
  filters: null,
};

afterEach(() => vi.restoreAllMocks());

describe('the line about an ingest', () => {
  it('says what is done, how fast and when it should end', () => {
    expect(formatStatus('Bitcoin', RUNNING)).toBe(
      'Bitcoin running, height 1,233 of 900,000, 1,234 blocks, 5,678,901 transactions, 2345.7 MB, 98,765 tx/s, from node http://127.0.0.1:8332, about 1.5 h left',
    );
  });

  it.each([
    [1, 'about 1 s left'],
    [89, 'about 89 s left'],
    [90, 'about 2 min left'],
    [5_399, 'about 90 min left'],
    [5_400, 'about 1.5 h left'],
    [86_400, 'about 24.0 h left'],
  ])('writes %i seconds in a unit that can be read', (secondsLeft, text) => {
    expect(formatStatus('Bitcoin', { ...RUNNING, secondsLeft }).endsWith(text)).toBe(true);
  });

  it.each([0, null])('says nothing about the end where it is %s', (secondsLeft) => {
    expect(formatStatus('Bitcoin', { ...RUNNING, secondsLeft })).not.toContain('left');
  });

  it('counts one as one', () => {
    const line = formatStatus('Bitcoin', { ...RUNNING, blocks: 1, transactions: 1 });
    expect(line).toContain(', 1 block, 1 transaction,');
  });

  it('does not invent heights before the first block', () => {
    const line = formatStatus('Bitcoin', { ...RUNNING, height: null, targetHeight: null, secondsLeft: null });
    expect(line).toContain('height not known, 1,234 blocks');
  });

  it('ends with the trouble, where there is some', () => {
    const message = 'The node http://127.0.0.1:1 cannot be reached. Trying again in 2 s.';
    expect(formatStatus('Bitcoin', { ...RUNNING, secondsLeft: null, message })).toMatch(
      /98,765 tx\/s, from node [^ ]+\. The node .* in 2 s\.$/,
    );
  });
});

describe('progress in a file', () => {
  function record(show: (line: ProgressLine) => void): string[] {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const line = new ProgressLine('Bitcoin');
    show(line);
    vi.restoreAllMocks();
    return written;
  }

  it('writes a line at the first status and at each new state, not at each step', () => {
    const written = record((line) => {
      for (let blocks = 0; blocks < 100; blocks++) line.show({ ...RUNNING, blocks });
      line.show({ ...RUNNING, state: 'following' });
      line.show({ ...RUNNING, state: 'following' });
      line.end();
    });
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^Bitcoin running.*\n$/);
    expect(written[1]).toMatch(/^Bitcoin following.*\n$/);
  });

  it('writes trouble at once', () => {
    const written = record((line) => {
      line.show(RUNNING);
      line.show({ ...RUNNING, message: 'The node is gone.' });
    });
    expect(written).toHaveLength(2);
    expect(written[1]).toContain('The node is gone.');
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/progress-line.txt');
});
