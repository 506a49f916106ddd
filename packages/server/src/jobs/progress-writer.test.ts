import { expect, test } from 'vitest';
import { ProgressWriter } from './progress-writer.ts';

/** A writer whose writes end when the test says. */
function holdWrites() {
  const log: string[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const writer = new ProgressWriter(async (done, total) => {
    log.push(`${done} of ${total} begins`);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    log.push(`${done} of ${total} ends`);
  });
  return { writer, log, gates };
}

test('ends after the report that is being written, and writes the last one after it', async () => {
  const { writer, log, gates } = holdWrites();
  writer.report(1, 3);
  writer.report(2, 3);
  writer.report(3, 3);
  const ended = writer.end().then(() => log.push('ended'));
  gates[0]?.resolve();
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve();
  await ended;
  expect(log).toEqual(['1 of 3 begins', '1 of 3 ends', '3 of 3 begins', '3 of 3 ends', 'ended']);
});

test('a single report is written before the end', async () => {
  const { writer, log, gates } = holdWrites();
  writer.report(2, 2);
  const ended = writer.end().then(() => log.push('ended'));
  gates[0]?.resolve();
  await ended;
  expect(log).toEqual(['2 of 2 begins', '2 of 2 ends', 'ended']);
});

test('a write that fails ends no job', async () => {
  const writer = new ProgressWriter(() => Promise.reject(new Error('The disk is full.')));
  writer.report(1, 1);
  await expect(writer.end()).resolves.toBeUndefined();
});
