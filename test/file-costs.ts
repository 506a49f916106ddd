import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/** A clock tick of /proc is a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor milliseconds of this process, and of the programs it started that have ended. */
function readCosts(): { own: number; programs: number } {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { own: (user + system) * TICK_MS, programs: (childUser + childSystem) * TICK_MS };
}

// Processor time does not depend on what else the machine does: what a change saves is measured with it, not with a clock.
const file = process.env.TRAILMARK_TEST_COSTS;
if (file) {
  const isFirst = process.uptime() < 5;
  const before = isFirst ? { own: 0, programs: 0 } : readCosts();
  const started = readCosts().own - before.own;
  afterAll(() => {
    const after = readCosts();
    const path = relative(process.cwd(), expect.getState().testPath ?? '');
    const line = { path, start: started, own: after.own - before.own, programs: after.programs - before.programs };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
