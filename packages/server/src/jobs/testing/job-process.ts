import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@trailmark/store/cases/sql';
import { z } from 'zod';
import { openCaseworkContext } from '../../casework/open-casework.ts';
import { readConfig } from '../../config.ts';
import { addAccount, toTestCaller } from '../../testing/accounts.ts';
import { startPersonJob } from '../change-jobs.ts';
import { defineJob } from '../define-job.ts';
import { countOwn } from '../read-jobs.ts';
import { runJobs } from '../run-jobs.ts';

// A server with one kind of job, for tests that kill it: `job-process.ts <data folder> <steps> [start]`. It prints a line for
// each start and each step, and ends when no job is open.

const [dataDir = '', steps = '', command] = process.argv.slice(2);
const STEPS = Number(steps);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const job = defineJob({
  id: 'count',
  access: 'allowed',
  input: z.strictObject({ steps: z.number().int() }),
  resume: z.object({ at: z.number().int() }),
  share: { running: { person: 1, agency: 1 }, open: { person: 1, agency: 1 } },
  retry: { limit: 50, firstSeconds: 1, longestSeconds: 1 },
  title: ({ steps: count }) => `Count to ${count}`,
  progress: (done, total) => `${done} of ${total}`,
  run: async ({ input, checkpoint, save, report, signal }) => {
    say(`from ${checkpoint?.at ?? 0}`);
    for (let at = (checkpoint?.at ?? 0) + 1; at <= input.steps; at += 1) {
      signal.throwIfAborted();
      report(at, input.steps);
      await save({ at }, async (tx) => {
        await tx.run(sql`INSERT INTO attempt (key) VALUES (${`step-${at}`})`);
      });
      say(`step ${at}`);
      await sleep(20);
    }
    return { sentence: `Counted to ${input.steps}.`, items: [] };
  },
});

const casework = await openCaseworkContext(readConfig({ TRAILMARK_DATA_DIR: dataDir }));
if (command === 'start') {
  const account = await addAccount(casework, { email: 'counter@north.example' });
  await startPersonJob(casework, toTestCaller(casework as never, account), job, { steps: STEPS });
}
const account = await casework.store.transact({ kind: 'system' }, (tx) =>
  tx.find<{ id: string; agency: string }>(sql`SELECT id, agency_id AS agency FROM account`),
);
const caller = toTestCaller(casework as never, { ...account, role: 'member', isAllowed: true } as never);
const jobs = runJobs(casework, [job], { log: (id, error) => say(`failed ${id}: ${String(error)}`) });
for (let open = 1; open > 0; await sleep(100)) {
  const { running, waiting } = await countOwn(casework, caller);
  open = running + waiting;
}
await jobs.close();
const rows = await casework.store.transact({ kind: 'system' }, (tx) =>
  tx.list<{ key: string; count: number }>(
    sql`SELECT key, count(*) AS count FROM attempt WHERE key LIKE 'step-%' GROUP BY key`,
  ),
);
const line = await casework.store.transact({ kind: 'system' }, (tx) =>
  tx.find<{ status: string; attempt: number }>(sql`SELECT status, attempt FROM job`),
);
say(`ended ${JSON.stringify({ ...line, steps: rows.length, most: Math.max(...rows.map(({ count }) => count)) })}`);
await casework.store.close();
