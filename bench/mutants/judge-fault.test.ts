import { expect, test } from 'vitest';
import { CAUGHT, type Ending, judgeFault } from './judge-fault.ts';

/** A bench whose stages end as they are called while the fault is planted, and as `healed` says without it. */
function createBench(healed: Ending, isAccepted = true) {
  const calls: string[] = [];
  let isPlanted = true;
  return {
    calls,
    run: async (stage: Ending, timeoutMs: number): Promise<Ending> => {
      calls.push(`${stage} ${timeoutMs}${isPlanted ? '' : ' without the fault'}`);
      return isPlanted ? stage : healed;
    },
    compiles: async () => {
      calls.push('compiler');
      return isAccepted;
    },
    putBack: () => {
      isPlanted = false;
    },
  };
}

test('a fault is caught by the first stage that fails, and no later one runs', async () => {
  const bench = createBench('passed');
  expect(await judgeFault<Ending>(['passed', 'failed', 'passed'], 30, bench)).toBe('caught');
  expect(bench.calls).toEqual(['passed 30', 'failed 30']);
});

test('tests that never end catch a fault where they end without it in a third of the time', async () => {
  const bench = createBench('passed');
  expect(await judgeFault<Ending>(['passed', 'stopped', 'failed'], 30, bench)).toBe('endless');
  expect(bench.calls).toEqual(['passed 30', 'stopped 30', 'stopped 10 without the fault']);
});

test.each<Ending>(['stopped', 'failed'])('of tests that have %s without the fault nothing is known', async (healed) => {
  expect(await judgeFault<Ending>(['stopped'], 30, createBench(healed))).toBe('stopped');
});

test('what no test notices is shown to the compiler at the end', async () => {
  const bench = createBench('passed', false);
  expect(await judgeFault<Ending>(['passed', 'passed'], 30, bench)).toBe('refused');
  expect(bench.calls).toEqual(['passed 30', 'passed 30', 'compiler']);
  expect(await judgeFault<Ending>(['passed'], 30, createBench('passed'))).toBe('passed');
});

test('what was stopped or passed does not count as caught', () => {
  expect(CAUGHT).toEqual(['caught', 'endless', 'refused']);
});
