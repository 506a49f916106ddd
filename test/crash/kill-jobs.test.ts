import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROCESS = fileURLToPath(new URL('../../packages/server/src/jobs/testing/job-process.ts', import.meta.url));
const STEPS = 120;
const KILLS = 2;
let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trailmark-kill-jobs-'));
  // The embedded database may run as another user, who has to get here.
  chmodSync(dataDir, 0o755);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the process, and kills it after some steps of the job; without a number it runs to its end. Returns what it printed. */
async function run(args: readonly string[], killAfter?: number): Promise<string[]> {
  const child = spawn(process.execPath, [PROCESS, dataDir, String(STEPS), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += String(chunk);
    if (killAfter !== undefined && text.split('\nstep ').length > killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return text.trim().split('\n');
}

const stepOf = (line: string | undefined): number => Number(/\d+$/.exec(line ?? '')?.[0]);

test(`a job killed ${KILLS} times continues from its checkpoint and has every effect once`, async () => {
  let last = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const lines = await run(kill === 0 ? ['start'] : [], 20);
    const starts = lines.filter((line) => line.startsWith('from '));
    // What was kept may be one step more than what was printed before the kill.
    expect(starts).toHaveLength(1);
    expect([last, last + 1]).toContain(stepOf(starts[0]));
    last = stepOf(lines.filter((line) => line.startsWith('step ')).at(-1));
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThan(STEPS);
  }
  const lines = await run([]);
  expect([last, last + 1]).toContain(stepOf(lines.find((line) => line.startsWith('from '))));
  expect(lines.at(-1)).toBe(
    `ended ${JSON.stringify({ status: 'finished', attempt: KILLS + 1, steps: STEPS, most: 1 })}`,
  );
});
