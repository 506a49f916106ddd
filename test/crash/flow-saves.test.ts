import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FlowDocument } from '../../packages/core/src/flow/flow-document.ts';
import { createSampleFlow } from '../../packages/core/src/flow/testing/sample-flow.ts';
import { eventually, startServer, type TrailmarkServer } from '../integration/trailmark-process.ts';

const KILLS = 3;
/** Large enough that its saves are checked and packed in a thread. */
const LARGE = createSampleFlow(400);
const JSON_TYPE = { 'content-type': 'application/json' };
const folder = mkdtempSync(join(tmpdir(), 'trailmark-flow-saves-'));
// The embedded database may run as another user, who has to get here.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
let server: TrailmarkServer;
beforeAll(async () => {
  server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const numbered = (number: number): FlowDocument => ({ ...LARGE, gaps: [`save ${number}`] });
const post = (path: string, body: unknown) =>
  server.ask(`/api/v1${path}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
const begin = async (): Promise<string> =>
  ((await (await post('/flows', { document: numbered(0) })).json()) as { id: string }).id;
const save = (flow: string, number: number) =>
  post(`/flows/${flow}/draft`, {
    branch: 'main',
    revision: number,
    document: numbered(number),
    history: { cursor: 0, entries: [] },
  });

async function open(
  flow: string,
): Promise<{ readonly head: { readonly revision: number }; readonly document: FlowDocument }> {
  const answer = await server.ask(`/api/v1/flows/${flow}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Awaited<ReturnType<typeof open>>;
}

/** Saves one after the other until the server is gone; the number of the last that was acknowledged. */
async function saveUntilGone(flow: string, from: number): Promise<number> {
  for (let number = from; ; number++) {
    const answer = await save(flow, number).catch(() => undefined);
    if (!answer?.ok) return number - 1;
  }
}

test(
  `a server killed ${KILLS} times in the middle of saves keeps every draft it acknowledged, and no half one`,
  async () => {
    const flow = await begin();
    let [next, killed] = [1, 0];
    for (let round = 1; round <= KILLS; round++) {
      const saving = saveUntilGone(flow, next);
      await sleep(400 + 137 * round);
      process.kill(server.pid, 'SIGKILL');
      const acknowledged = await saving;
      await server.ended();
      if (acknowledged >= next) killed++;
      server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' });
      const { head, document } = await open(flow);
      // The save that was under way may have been kept; what it was is whole either way.
      const kept = head.revision - 1;
      expect([acknowledged, acknowledged + 1]).toContain(kept);
      expect(document).toEqual(numbered(kept));
      next = head.revision;
    }
    expect(killed).toBeGreaterThan(0);
  },
  KILLS * 60_000,
);

function findPostgres(directory: string): number {
  const path = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  return Number(readFileSync(join(directory, path ?? ''), 'utf8').split('\n')[0]);
}

test('a database that breaks off while a trace streams leaves the trace whole, and the next save finds it again', async () => {
  const flow = await begin();
  const seeds = [{ kind: 'output', txid: '38e3156d3edfd4bd32013121b916631dd1bc2e787d7dbcd5cada2991601fb123', vout: 0 }];
  const streaming = await post('/traces/stream', { request: { chain: 'btc', seeds } });
  expect(streaming.status).toBe(200);
  process.kill(findPostgres(dataDir), 'SIGKILL');
  const during = await save(flow, 1);
  expect([200, 503]).toContain(during.status);
  const lines = (await streaming.text()).trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ answer: { trace: { state: expect.any(String) } } });
  const after = await eventually(
    () => save(flow, 1),
    ({ status }) => status === 200,
  );
  expect(((await after.json()) as { outcome: string }).outcome).toBe('saved');
  expect((await open(flow)).document).toEqual(numbered(1));
});
