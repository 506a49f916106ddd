import type { CaseHead } from '@trailmark/api/contract/case';
import type { CaseItem, CaseItemCheck } from '@trailmark/api/contract/case-item';
import type { FlowHead } from '@trailmark/api/contract/flow';
import { createSampleFlow } from '@trailmark/core/flow/testing/sample-flow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../../testing/accounts.ts';
import { type Asker, openAsker } from '../../testing/ask.ts';
import { ok } from '../testing/fill-case.ts';

let casework: TestCaseworkContext;
let lead: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }));
});
afterAll(() => casework.close());

test.each(['csv', 'pdf', 'graphml'])(
  'a coin flow as %s is pinned by its hash, and made again to the byte',
  async (format) => {
    const { id: flow } = ok<FlowHead>(await lead.post('/flows', { document: createSampleFlow(4) }));
    ok(await lead.post(`/flows/${flow}/versions`, { branch: 'main', name: 'For the court' }));
    const { id } = ok<CaseHead>(await lead.post('/cases', { template: 'tax', title: 'Harbour' }));
    const input = { params: { flow, version: '1' }, query: { format } };
    const { item } = ok<{ item: CaseItem }>(await lead.post(`/cases/${id}/items`, { kind: 'flow-export', input }));
    expect(item.title).toMatch(new RegExp(`^Coin flow, version 1, as ${format.toUpperCase()}: coin-flow-`));
    casework.advance(60_000);
    const check = ok<CaseItemCheck>(await lead.post(`/cases/${id}/items/${item.id}/check`, {}));
    expect(check).toMatchObject({ isSame: true, isSameToTheByte: true });
    const { items } = ok<{ items: { number: string | null }[] }>(await lead.get(`/cases/${id}/reports`));
    expect(items.map(({ number }) => number)).toEqual(['A-1']);
  },
);

test('a version that there is not is refused, and nothing is pinned', async () => {
  const { id: flow } = ok<FlowHead>(await lead.post('/flows', { document: createSampleFlow(4) }));
  const { id } = ok<CaseHead>(await lead.post('/cases', { template: 'tax', title: 'Harbour' }));
  const input = { params: { flow, version: '7' }, query: { format: 'csv' } };
  expect((await lead.post(`/cases/${id}/items`, { kind: 'flow-export', input })).status).toBe(404);
  expect(ok<{ items: object[] }>(await lead.get(`/cases/${id}/items`)).items).toEqual([]);
});
