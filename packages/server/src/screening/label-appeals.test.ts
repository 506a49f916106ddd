import type { LabelAppeal } from '@trailmark/api/contract/label-appeal';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; body: never }>;

const minted = coinbase(0, { to: 'alice', coins: 50 });
const LEDGER = buildLedger('btc', [
  { height: 0, transactions: [minted] },
  {
    height: 1,
    transactions: [coinbase(1, { to: 'frank', coins: 50 }), spend([[minted, 0]], { to: 'dave', coins: 49 })],
  },
]);
const KNOWLEDGE = createSampleKnowledge(SAMPLE_PACKS.filter(({ head }) => head.id.startsWith('ofac')));
const STATEMENT = 'The listing names another address; this one differs in its last letters.';

let casework: TestCaseworkContext;
let [analyst, admin]: [Ask, Ask] = [undefined as never, undefined as never];
let label: string;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());

function createAsk(headers: Readonly<Record<string, string>> = {}): Ask {
  const sample = createSampleApp({ casework, gate: createSessionGate(casework), reader: LEDGER, knowledge: KNOWLEDGE });
  return async (method, path, body) => {
    const sent = body
      ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
      : { headers };
    const response = await sample.request(`/api/v1${path}`, { method, ...sent });
    return { status: response.status, body: (await response.json()) as never };
  };
}

async function openAsk(account: Awaited<ReturnType<typeof addAccount>>): Promise<Ask> {
  return createAsk((await openTestSession(casework, account)).headers);
}

beforeEach(async () => {
  await casework.clear();
  analyst = await openAsk(await addAccount(casework, { name: 'Lead investigator' }));
  admin = await openAsk(await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' }));
  const { verdict } = (await screen()).screening;
  label = verdict.fired[0]?.labels[0] ?? '';
});

async function screen(more: object = {}) {
  const subject = { kind: 'address', text: ADDRESS.dave };
  const { body } = await analyst('POST', '/screenings', { chain: 'btc', subject, ...more });
  return body as {
    screening: { verdict: { level: string; fired: { labels: string[] }[] } };
    hash: string;
  };
}

const appeal = (ask = analyst, more: object = {}) =>
  ask('POST', '/label-appeals', { chain: 'btc', address: ADDRESS.dave, label, statement: STATEMENT, ...more });
async function opened(ask = analyst): Promise<LabelAppeal> {
  const { status, body } = await appeal(ask);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const decide = (id: string, ask = admin, isAccepted = true) =>
  ask('POST', `/label-appeals/${id}/decision`, { isAccepted, note: 'Compared with the list: it names another one.' });
async function listed(ask = analyst, query = ''): Promise<LabelAppeal[]> {
  return ((await ask('GET', `/label-appeals${query}`)).body as { items: LabelAppeal[] }).items;
}

describe('an appeal against a label', () => {
  test('is shown with the label, changes neither label nor verdict, and neither does its acceptance', async () => {
    const before = await screen();
    const { id } = await opened();
    expect(await listed(admin, `?labels=${label}`)).toMatchObject([
      {
        id,
        label,
        address: ADDRESS.dave,
        state: 'open',
        isInForce: true,
        openedBy: 'Lead investigator',
        mayDecide: true,
      },
    ]);
    expect((await screen()).hash).toBe(before.hash);
    const decided = (await decide(id)).body as LabelAppeal;
    expect(decided).toMatchObject({ state: 'accepted', decided: { by: 'Agency administrator' }, mayDecide: false });
    expect((await screen()).hash).toBe(before.hash);
    const without = await screen({ withoutLabels: [label] });
    expect([before.screening.verdict.level, without.screening.verdict.level]).not.toContain('unknown');
    expect(without.screening.verdict.level).not.toBe(before.screening.verdict.level);
  });

  test('is decided by an administrator who did not make it, also in the database', async () => {
    const { id, mayDecide, mayWithdraw } = await opened(admin);
    expect([mayDecide, mayWithdraw]).toEqual([false, true]);
    expect((await decide(id, analyst)).status).toBe(403);
    expect((await decide(id, admin)).status).toBe(403);
    expect((await analyst('POST', `/label-appeals/${id}/withdrawal`, {})).status).toBe(403);
    const own = sql`UPDATE label_appeal SET state = 'accepted', decided_at = now(), decided_by = opened_by WHERE id = ${id}`;
    await expect(casework.store.transact({ kind: 'system' }, (tx) => tx.run(own))).rejects.toThrow(/check constraint/);
    expect((await admin('POST', `/label-appeals/${id}/withdrawal`, {})).body).toMatchObject({ state: 'withdrawn' });
    expect((await decide(id, admin)).status).toBe(409);
  });

  test('waits alone: a second one is refused until it is decided, and both stay in the list', async () => {
    const { id } = await opened();
    expect((await appeal(admin)).status).toBe(409);
    await decide(id, admin, false);
    const again = await opened();
    expect((await listed()).map(({ id: one, state }) => [one, state])).toEqual([
      [again.id, 'open'],
      [id, 'rejected'],
    ]);
    expect(await listed(analyst, '?state=rejected')).toHaveLength(1);
    expect(await listed(analyst, '?labels=0000000000000000')).toEqual([]);
  });

  test('names a label of that very address, and says what is wrong', async () => {
    expect((await appeal(analyst, { label: '0000000000000000' })).status).toBe(404);
    expect((await appeal(analyst, { address: ADDRESS.alice })).status).toBe(404);
    expect((await appeal(analyst, { address: `${ADDRESS.dave}x` })).status).toBe(400);
    expect((await appeal(analyst, { statement: 'Wrong.' })).status).toBe(400);
  });

  test('is seen by no other agency, and each step is a line of the log', async () => {
    const { id } = await opened();
    const agency = await addAgency(casework, 'South District Police');
    const outsider = await openAsk(await addAccount(casework, { agency, role: 'agency-admin' }));
    expect(await listed(outsider)).toEqual([]);
    expect((await decide(id, outsider)).status).toBe(404);
    await decide(id);
    const lines = (await listTestEvents(casework)).filter(({ action }) => String(action).startsWith('label-appeal.'));
    const details = { label, chain: 'btc', address: ADDRESS.dave };
    expect(lines.map(({ action, object, details: said }) => [action, object, said])).toEqual(
      ['open', 'accept'].map((act) => [`label-appeal.${act}`, { kind: 'label-appeal', id }, details]),
    );
  });

  test('is with the claim wherever the claim is answered, for people of the agency alone', async () => {
    const { id } = await opened();
    const places: readonly (readonly ['GET' | 'POST', string, object?])[] = [
      ['GET', `/labels/btc/${ADDRESS.dave}`],
      ['POST', '/labels/bulk', { addresses: [{ address: ADDRESS.dave }] }],
      ['GET', `/attribution/btc/${ADDRESS.dave}`],
      ['POST', '/flow-graph/parties', { chain: 'btc', addresses: [ADDRESS.dave] }],
    ];
    const read = async (ask: Ask) => {
      const answers = [];
      for (const [method, path, body] of places) {
        const answer = await ask(method, path, body);
        answers.push(JSON.stringify(answer.body).match(/"appeal":\{[^}]*\}/)?.[0]);
      }
      return answers;
    };
    const open = (await read(analyst)).map((text) => JSON.parse(`{${text}}`) as unknown);
    const waiting = { appeal: { state: 'open', by: 'Lead investigator', text: STATEMENT, at: expect.any(Number) } };
    expect(open).toEqual([waiting, waiting, waiting, waiting]);
    await decide(id);
    expect((await read(admin)).every((text) => text?.includes('"accepted"') && text.includes('Compared with'))).toBe(
      true,
    );
    const outsider = await addAccount(casework, { agency: await addAgency(casework, 'South District Police') });
    const nothing = [undefined, undefined, undefined, undefined];
    expect(await read(await openAsk(outsider))).toEqual(nothing);
    expect(await read(createAsk())).toEqual(nothing);
  });

  test('is in no graph of a coin flow, whose hash stays as it was', async () => {
    const add = async () => (await analyst('POST', '/flow-graph/nodes', { chain: 'btc', items: [ADDRESS.dave] })).body;
    const before = await add();
    await opened();
    expect(JSON.stringify(before)).toContain('"party":{');
    expect(await add()).toEqual(before);
  });

  test('is with the name in a file of a coin flow that people read, and not in the file that is the flow', async () => {
    const { body } = await analyst('POST', '/flow-graph/nodes', { chain: 'btc', items: [ADDRESS.dave] });
    const { nodes } = (body as { graph: { nodes: readonly { readonly id: string }[] } }).graph;
    const byId = Object.fromEntries(nodes.map((node) => [node.id, node]));
    const document = { ...createFlowDocument('Loss'), nodes: byId };
    await opened();
    const sample = createSampleApp({
      casework,
      gate: createSessionGate(casework),
      reader: LEDGER,
      knowledge: KNOWLEDGE,
    });
    const { headers } = await openTestSession(casework, await addAccount(casework));
    const sent = {
      method: 'POST',
      body: JSON.stringify({ document }),
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const files = [];
    for (const format of ['graphml', 'gexf', 'json'])
      files.push(await (await sample.request(`/api/v1/flow-files/${format}`, sent)).text());
    expect(
      files.map((text) => text.match(/SAMPLE ENTITY \(contested by the agency since [\d-]{10}; open\)/g)?.length),
    ).toEqual([2, 2, undefined]);
  });

  test('is in rows of screenings of the address, the ones that wait first, for the agency that made it', async () => {
    const agency = await addAgency(casework, 'South District Police');
    const outsider = await openAsk(await addAccount(casework, { agency }));
    const subject = { kind: 'address', text: ADDRESS.dave };
    const rowsOf = async (ask: Ask) =>
      ((await ask('GET', '/screenings')).body as { items: { hash: string; appealed?: object[] }[] }).items;
    await outsider('POST', '/screenings', { chain: 'btc', subject });
    const [before] = await rowsOf(analyst);
    const { id } = await opened();
    const [row] = await rowsOf(analyst);
    const appealOf = (state: string) => expect.objectContaining({ state, by: expect.any(String) });
    expect(row).toEqual({
      ...before,
      appealed: [{ claimId: label, label: expect.any(String), appeal: appealOf('open') }],
    });
    await decide(id, admin, false);
    expect(await rowsOf(analyst)).toMatchObject([{ appealed: [{ appeal: { state: 'rejected' } }] }]);
    expect((await rowsOf(outsider)).map((one) => [one.hash, one.appealed])).toEqual([[before?.hash, undefined]]);
  });
});
