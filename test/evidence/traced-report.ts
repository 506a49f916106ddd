import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import type { ReportDraft } from '@trailmark/core/report/report-document';
import { createSessionGate } from '../../packages/server/src/accounts/session-gate.ts';
import { ok } from '../../packages/server/src/cases/testing/fill-case.ts';
import { drawDemoFlow } from '../../packages/server/src/demo/draw-demo-flow.ts';
import { addAccount, type TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import { type Asker, openAsker } from '../../packages/server/src/testing/ask.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';

/** The output of block 9 that Bitcoin's first payment, in block 170, spends. */
const SEED = { kind: 'output', txid: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9', vout: 0 };

export interface TracedReport {
  readonly lead: Asker;
  readonly admin: Asker;
  readonly platform: Asker;
  /** Path of the report. */
  readonly base: string;
  freeze(more?: Partial<ReportDraft>): Promise<EnhancedReport>;
  preview(): Promise<string>;
  readFile(version: number, name: string): Promise<Uint8Array>;
}

async function pinTrace(lead: Asker, caseId: string, now: Date): Promise<void> {
  const request = { chain: 'btc', seeds: [SEED], method: 'fifo/1', stops: {} };
  const recipe = { by: 'lead', flow: 'Loss', version: 'One', pieces: [{ call: 'runTrace', body: { request } }] };
  const document = await drawDemoFlow(
    async (_, { body }) => ({ kind: 'json', value: ok(await lead.post('/traces', body as object)) }) as never,
    recipe as never,
    now,
  );
  const { id: flow } = ok<{ id: string }>(await lead.post('/flows', { document }));
  const kept = await lead.post(`/flows/${flow}/versions`, { branch: 'main', name: 'Sent' });
  const { number } = ok<{ number: number }>(kept);
  const input = { params: { flow, version: String(number) }, query: {} };
  ok(await lead.post(`/cases/${caseId}/items`, { kind: 'flow-version', input }));
}

/** A report over a pinned trace of Bitcoin's first payment. */
export async function openTracedReport(
  casework: TestCaseworkContext,
  served: Parameters<typeof createSampleApp>[0],
): Promise<TracedReport> {
  const { app } = createSampleApp({ casework, gate: createSessionGate(casework), ...served });
  const lead = await openAsker(casework, await addAccount(casework, { name: 'Lead investigator' }), app);
  const head = await addAccount(casework, { name: 'Agency administrator', role: 'agency-admin' });
  const { id } = ok<{ id: string }>(await lead.post('/cases', { template: 'ransomware', title: 'Harbour' }));
  await pinTrace(lead, id, casework.now());
  const made = ok<EnhancedReport>(await lead.post(`/cases/${id}/enhanced-reports`, { title: 'Harbour' }));
  const base = `/cases/${id}/enhanced-reports/${made.id}`;
  const people = {
    examiner: { name: 'Lead investigator', qualifications: 'Trained in tracing' },
    reviewer: { account: head.id, name: 'Agency administrator', qualifications: 'Reviewer' },
  };
  return {
    ...{ lead, base, admin: await openAsker(casework, head, app) },
    platform: await openAsker(casework, await addAccount(casework, { role: 'platform-admin' }), app),
    freeze: async (more = {}) => {
      const { draft, version } = ok<EnhancedReport>(await lead.get(base));
      const next = { version, draft: { ...draft, ...people, ...more } };
      const saved = ok<EnhancedReport>(await lead.post(`${base}/draft`, next));
      return ok(await lead.post(`${base}/versions`, { version: saved.version }));
    },
    preview: async () => JSON.stringify(ok<ReportPreview>(await lead.get(`${base}/preview`)).document),
    readFile: async (version, name) => {
      const response = await lead.raw(`/api/v1${base}/versions/${version}/files/${name}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
