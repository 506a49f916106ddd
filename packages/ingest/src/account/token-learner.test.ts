import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { expect, test } from 'vitest';
import { TokenLearner } from './token-learner.ts';

const contractAt = (index: number): string => index.toString(16).padStart(40, '0');

interface World {
  readonly learner: TokenLearner;
  readonly asked: (readonly string[])[];
  readonly written: Map<string, TokenMetadata>;
}

/** `answer` decides what happens to a request; it may never settle. */
function openWorld(answer: (contracts: readonly string[]) => Promise<void>, askMs = 50, pauseMs = 3_600_000): World {
  const asked: (readonly string[])[] = [];
  const written = new Map<string, TokenMetadata>();
  const learner = new TokenLearner({
    askMs,
    pauseMs,
    source: {
      async tokens(contracts) {
        asked.push(contracts);
        await answer(contracts);
        return contracts.map((contract) => ({ contract, symbol: 'T', name: 'T', decimals: 0, height: 1 }));
      },
    },
    port: {
      unknownTokens: async (contracts) => contracts.filter((contract) => !written.has(contract)),
      putTokens: async (tokens) => {
        for (const token of tokens) written.set(token.contract, token);
      },
    },
  });
  return { learner, asked, written };
}

const AN_HOUR_MS = 3_600_000;
const all = (count: number): string[] => Array.from({ length: count }, (_, i) => contractAt(i));

test('ten thousand unknown contracts are queried in batches, once each', async () => {
  const { learner, asked, written } = openWorld(async () => undefined);
  learner.meet(all(10_000));
  learner.meet(all(10_000));
  await learner.settle(10_000);
  expect(written.size).toBe(10_000);
  expect(asked.length).toBe(200);
  learner.meet(all(10_000));
  await learner.settle(1_000);
  expect(asked.length).toBe(200);
});

test('a contract that hangs keeps none of the others from being named, and is not queried again within the hour', async () => {
  const bad = contractAt(17);
  const { learner, asked, written } = openWorld((contracts) =>
    contracts.includes(bad) ? new Promise(() => undefined) : Promise.resolve(),
  );
  expect(await countCpuMs(() => learner.meet(all(60)))).toBeLessThan(50);
  await learner.settle(10_000);
  expect(written.size).toBe(59);
  expect(written.has(bad)).toBe(false);
  const count = asked.length;
  expect(count).toBeLessThan(20);
  for (let i = 0; i < 20; i++) learner.meet([bad]);
  await learner.settle(1_000);
  expect(asked.length).toBe(count);
});

test('a contract that could not be queried is queried again when its pause is over', async () => {
  let isDown = true;
  const { learner, written } = openWorld(
    async () => {
      if (isDown) throw new AppError('inconsistent', 'The answer is too large.');
    },
    50,
    30,
  );
  learner.meet([contractAt(1)]);
  await learner.settle(1_000);
  expect(written.size).toBe(0);
  isDown = false;
  await sleep(40);
  learner.meet([]);
  await learner.settle(1_000);
  expect(written.size).toBe(1);
});

test('waiting for names ends when its time is up or the work is stopped', async () => {
  const { learner } = openWorld(() => new Promise(() => undefined), AN_HOUR_MS);
  learner.meet(all(3));
  // Either one would last until the test is given up if it did not end on its own.
  await learner.settle(30);
  await learner.settle(AN_HOUR_MS, AbortSignal.timeout(30));
  learner.close();
});
