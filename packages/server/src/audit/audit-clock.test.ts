import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as ofAuditClock from './audit-clock.ts';
import type { AuditLog } from './audit-log.ts';

const recorded = new WatchedResults();
const { startAuditClock } = recorded.watch(ofAuditClock);

const DAY = 86_400_000;

let size: number;
let fault: Error | undefined;
let verdict: { isVerified: boolean; sentence: string };
let calls: { runs: number; checkpoints: number; checks: number; faults: string[]; warnings: string[] };

const log = {
  sequencer: {
    run: async () => {
      calls.runs++;
      if (fault) throw fault;
      return size;
    },
  },
  checkpoint: async () => {
    calls.checkpoints++;
    return { size };
  },
  verify: async () => {
    calls.checks++;
    return verdict;
  },
  noteFault: (sentence: string) => calls.faults.push(sentence),
} as unknown as AuditLog;

let clock: ReturnType<typeof startAuditClock>;
beforeEach(() => {
  vi.useFakeTimers();
  [size, fault, verdict] = [0, undefined, { isVerified: true, sentence: 'All is well.' }];
  calls = { runs: 0, checkpoints: 0, checks: 0, faults: [], warnings: [] };
  clock = startAuditClock(log, (sentence) => calls.warnings.push(sentence));
});
afterEach(async () => {
  await clock.stop();
  vi.useRealTimers();
});
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('events are put in order four times a second, and the log is checked at once and once a day', async () => {
  await wait(2_500);
  expect([calls.runs, calls.checks]).toEqual([10, 1]);
  await wait(DAY - 3_000);
  expect(calls.checks).toBe(1);
  await wait(3_000);
  expect(calls.checks).toBe(2);
});

test('a checkpoint is signed every minute, and as soon as a thousand events came', async () => {
  await wait(500);
  const before = calls.checkpoints;
  await wait(59_000);
  expect(calls.checkpoints).toBe(before);
  await wait(1_500);
  expect(calls.checkpoints).toBe(before + 1);
  size += 999;
  await wait(500);
  expect(calls.checkpoints).toBe(before + 1);
  size += 1;
  await wait(500);
  expect(calls.checkpoints).toBe(before + 2);
});

test('what goes wrong is said once, again when it is something else, and again after it was right', async () => {
  fault = new Error('The database is gone.');
  await wait(1_000);
  expect(calls.warnings).toEqual(['The audit log cannot be kept in order: Error: The database is gone.']);
  fault = new AppError('inconsistent', 'A leaf is missing.');
  await wait(1_000);
  expect(calls.warnings.slice(1)).toEqual(['A leaf is missing.']);
  expect(new Set(calls.faults)).toEqual(new Set(['A leaf is missing.']));
  fault = undefined;
  await wait(1_000);
  fault = new AppError('unavailable', 'A leaf is missing.');
  await wait(1_000);
  expect(calls.warnings.slice(2)).toEqual(['A leaf is missing.']);
});

test('a log that does not verify is said and noted as a fault', async () => {
  await clock.stop();
  verdict = { isVerified: false, sentence: 'Event 7 was changed.' };
  clock = startAuditClock(log, (sentence) => calls.warnings.push(sentence));
  await wait(500);
  expect(calls.warnings).toEqual(['The audit log does not verify: Event 7 was changed.']);
  expect(calls.faults).toEqual(calls.warnings);
});

test('it ends with a last checkpoint, and nothing is done after it', async () => {
  await wait(500);
  const { checkpoints } = calls;
  await clock.stop();
  expect(calls.checkpoints).toBe(checkpoints + 1);
  const { runs } = calls;
  await wait(5_000);
  expect(calls.runs).toBe(runs);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/audit-clock.txt');
});
