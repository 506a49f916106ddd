import { API_BASE } from '@trailmark/api/contract';
import { AuditLog } from '../packages/server/src/audit/audit-log.ts';
import { recordEntry } from '../packages/server/src/casework/casework-context.ts';
import type { Gate } from '../packages/server/src/casework/gate.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestCaseworkContext,
  toTestCaller,
} from '../packages/server/src/testing/accounts.ts';
import { createOpenGate } from '../packages/server/src/testing/open-gate.ts';
import { createSampleApp } from '../packages/server/src/testing/sample-app.ts';
import { ADDRESS } from '../packages/server/src/testing/sample-ledger.ts';
import { percentiles, ratioBar, type Section } from './harness.ts';

const ROUNDS = 1_000;
const EVENTS = 10_000;
const WRITERS = 10;
/** Times the same lookup without its entry in the audit log, whose commit waits for the disk. */
const MOST_TIMES = 3;
const LIMIT_A_SECOND = 1_000;

async function measureLookUps(gate: Gate, casework: TestCaseworkContext): Promise<ReturnType<typeof percentiles>> {
  const { request } = createSampleApp({ gate, casework });
  const path = `${API_BASE}/btc/addresses/${Object.values(ADDRESS)[0]}`;
  const times: number[] = [];
  for (let round = -100; round < ROUNDS; round++) {
    const started = performance.now();
    const response = await request(path);
    await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    if (round >= 0) times.push(performance.now() - started);
  }
  return percentiles(times);
}

/** Events numbered into the tree a second, while nothing else runs. */
async function measureSequencing(casework: TestCaseworkContext): Promise<number> {
  const caller = toTestCaller(casework, await addAccount(casework));
  const write = async (): Promise<void> => {
    for (let i = 0; i < EVENTS / WRITERS; i++) await recordEntry(casework, caller, { action: 'look-up.getAddress' });
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const started = performance.now();
  await new AuditLog(casework).sequencer.run();
  return EVENTS / ((performance.now() - started) / 1_000);
}

/** What the audit log costs a search: the same request with its event in PostgreSQL, and without. */
export async function benchAudit(): Promise<Section> {
  const casework = await createTestCaseworkContext();
  try {
    const person = toTestCaller(casework, await addAccount(casework));
    const open = createOpenGate();
    const without = await measureLookUps(open, casework);
    const kept = {
      ...open,
      record: (_: unknown, entry: Parameters<Gate['record']>[1]) => recordEntry(casework, person, entry),
    };
    const written = await measureLookUps(kept, casework);
    const ratio = written.p50 / without.p50;
    const base = { name: 'the same lookup without its entry', times: without };
    const rate = await measureSequencing(casework);
    return {
      name: 'audit',
      bars: [
        ratioBar('a logged lookup', written, base, { p50: MOST_TIMES }),
        {
          work: 'events numbered into the tree',
          measured: `${Math.round(rate)} a second`,
          bar: `${LIMIT_A_SECOND} a second`,
          isMet: rate >= LIMIT_A_SECOND,
        },
      ],
      figures: { without, written, ratio, rate },
    };
  } finally {
    await casework.close();
  }
}
