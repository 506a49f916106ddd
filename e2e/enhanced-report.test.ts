import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyBundle } from '../packages/evidence/src/bundle/verify-bundle.ts';
import { drawDemoFlow } from '../packages/server/src/demo/draw-demo-flow.ts';
import { describeWith, needs } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { findPageFaults } from './page-faults.ts';
import { signIn } from './people.ts';

const PYTHON_VERIFIER = fileURLToPath(new URL('../packages/evidence/verifier/verify_bundle.py', import.meta.url));

/** What a case is made of: a trace, and how its facts verify. */
interface Story {
  readonly template: string;
  readonly title: string;
  readonly request: object;
  readonly facts: 'verified' | 'agrees';
}

/** Where the first payment between two people left the rest of the miner's coin. */
const FIRST_COINS: Story = {
  ...{ template: 'extortion', title: 'First coins', facts: 'verified' },
  request: {
    ...{ chain: 'btc', method: 'fifo/1' },
    seeds: [{ kind: 'output', txid: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16', vout: 1 }],
  },
};
/** 100 WBTC of the Nomad bridge on 1 August 2022. Its source has no bytes of blocks: transfers agree with it, and are not proven. */
const BRIDGE: Story = {
  ...{ template: 'service-theft', title: 'Bridge theft', facts: 'agrees' },
  request: {
    ...{ chain: 'eth', method: 'fifo/1', stops: { maxHops: 3 } },
    seeds: [
      {
        ...{ kind: 'transaction', asset: '2260fac5e5542a773aa44fbcfedf7c193bc2c599' },
        txid: '61497a1a8a8659a06358e130ea590e1eed8956edbd99dbb2048cfb46850a8f17',
      },
    ],
  },
};
const PHONE = { width: 390, height: 844 };
/** Colours are measured: none may be on its way to another. */
const STILL = { reducedMotion: 'reduce' } as const;

interface Made {
  readonly id: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
}

describeWith('chromium', (chromium) => {
  const { server, visit, ask } = openSite(chromium, { as: 'allowed' });
  const post = async <T>(path: string, body: object): Promise<T> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await ask(`/api/v1${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

  /** A case with a trace of the first blocks pinned to it, and somebody who reviews. */
  async function prepare({ template, title, request }: Story): Promise<string> {
    const { id } = await post<Made>('/cases', { template, title });
    const document = await drawDemoFlow(
      async (name, { body }) => ({
        kind: 'json',
        value: await post(name === 'runTrace' ? '/traces' : '/flows', body as object),
      }),
      {
        by: 'lead',
        flow: title,
        version: 'As traced',
        pieces: [{ call: 'runTrace', body: { request } }],
      },
      new Date(),
    );
    const flow = await post<Made>('/flows', { document });
    const version = await post<{ readonly number: number }>(`/flows/${flow.id}/versions`, {
      branch: 'main',
      name: 'As traced',
    });
    const input = { params: { flow: flow.id, version: String(version.number) }, query: {} };
    await post(`/cases/${id}/items`, { kind: 'flow-version', input });
    return id;
  }

  /** Makes and signs a report by its screens; the case and the bytes of its bundle. */
  async function walk(story: Story, isFirst: boolean): Promise<Buffer> {
    const caseId = await prepare(story);
    const choices = (await (await ask('/api/v1/case-choices')).json()) as {
      colleagues: { id: string; name: string }[];
    };
    const head = choices.colleagues.find(({ name }) => /head of unit/i.test(name));
    await post(`/cases/${caseId}/members`, { account: head?.id, role: 'reviewer' });
    let path = '';
    await visit(
      '/enhanced-report',
      async (page) => {
        await page.getByLabel('Title of the report').fill(`Where it went: ${story.title}`);
        await page.getByLabel('Case').selectOption(caseId);
        await page.getByRole('button', { name: 'Start the report' }).click();
        await page.getByRole('heading', { name: 'Report, version 1' }).waitFor();
        path = new URL(page.url()).pathname;
        await page.getByRole('button', { name: 'People' }).first().click();
        await page.getByLabel('Qualifications of the examiner').fill('Trained in tracing');
        await page.getByLabel('Reviewer, a second person').selectOption(head?.id ?? '');
        await page.getByText('Saved', { exact: true }).waitFor();
        if (isFirst) {
          await page.reload();
          await page.getByRole('button', { name: 'People' }).first().click();
          expect(await page.getByLabel('Qualifications of the examiner').inputValue()).toBe('Trained in tracing');
        }
        await page.getByText('Every trace was run again').waitFor();
        if (isFirst) expect(await findPageFaults(page, '/enhanced-report')).toEqual([]);
        await page.getByRole('button', { name: '7 Review' }).click();
        await page.getByRole('button', { name: 'Make version 1' }).click();
        await page
          .getByRole('region', { name: 'Version 1' })
          .getByText('Waits for review')
          .waitFor({ timeout: 120_000 });
      },
      STILL,
    );
    await visit(
      path,
      async (page) => {
        await page.getByRole('button', { name: /Review$/ }).click();
        const version = page.getByRole('region', { name: 'Version 1' });
        await version.getByLabel('Note, and the reason where it is returned').fill('Read against the bundle');
        await version.getByRole('button', { name: 'Sign as reviewer' }).click();
        await version.getByText('Signed', { exact: true }).waitFor();
        await version.getByText(/: Read against the bundle/).waitFor();
        expect(await version.getByRole('button', { name: 'Sign as reviewer' }).count()).toBe(0);
      },
      { ...STILL, storageState: await signIn(server, 'agencyAdmin') },
    );
    const [, , , report] = path.split('/');
    const base = `/api/v1/cases/${caseId}/enhanced-reports/${report}`;
    return Buffer.from(await (await ask(`${base}/versions/1/files/bundle.evb`)).arrayBuffer());
  }

  /** What the program, and the verifier in Python where there is one, state about a bundle. */
  function verifyTwice(bytes: Buffer, { facts }: Story): void {
    const checked = verifyBundle(new Uint8Array(bytes), { now: Math.floor(Date.now() / 1000) });
    expect({ verdict: checked.verdict, faults: checked.faults }).toEqual({ verdict: 'partial', faults: [] });
    const own = checked.claims.filter(({ mark }) => mark === 'fact').map(({ verdict }) => verdict);
    expect([...new Set(own)]).toEqual([facts]);
    const python = needs('python3')?.path;
    if (python === undefined) return;
    const folder = mkdtempSync(join(tmpdir(), 'trailmark-bundle-'));
    try {
      writeFileSync(join(folder, 'bundle.evb'), bytes);
      const text = execFileSync(python, [PYTHON_VERIFIER, join(folder, 'bundle.evb'), '--json'], { encoding: 'utf8' });
      const read = JSON.parse(text) as { verdict: string; claims: [string, string, string][] };
      expect(read.verdict).toBe('partial');
      expect(read.claims.map(([id, , sentence]) => [id, sentence])).toEqual(
        checked.claims.map(({ id, sentence }) => [id, sentence]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('goes from a case on Bitcoin to a signed report whose bundle verifies in a browser without the server', async () => {
    const bytes = await walk(FIRST_COINS, true);
    verifyTwice(bytes, FIRST_COINS);
    await visit(
      '/verify-bundle.html',
      async (page) => {
        await page.setViewportSize(PHONE);
        await page.locator('#file').setInputFiles({ name: 'bundle.evb', mimeType: 'application/zip', buffer: bytes });
        await page.getByRole('heading', { name: 'Nothing fails' }).waitFor();
        expect(await findPageFaults(page, '/verify-bundle.html')).toEqual([]);
        const focused = () =>
          page.evaluate('[...document.querySelectorAll("#rows tr")].indexOf(document.activeElement)');
        for (const [key, row] of [
          ['j', 0],
          ['j', 1],
          ['j', 2],
          ['k', 1],
        ] as const) {
          await page.keyboard.press(key);
          expect(await focused()).toBe(row);
        }
        await page.locator('#words').press('j');
        expect([await focused(), await page.locator('#words').inputValue()]).toEqual([-1, 'j']);
        await page.locator('#words').fill('');
        const changed = Buffer.from(bytes);
        const at = changed.indexOf('ledger/btc/tx/') + 200;
        changed[at] = (changed[at] ?? 0) ^ 1;
        await page
          .locator('#file')
          .setInputFiles({ name: 'changed.evb', mimeType: 'application/zip', buffer: changed });
        await page
          .getByText(/claims? (do|does) not verify|This bundle is not what was signed|cannot be checked/)
          .first()
          .waitFor();
      },
      STILL,
    );
    expect(readFileSync(new URL('../packages/web/dist/verify-bundle.html', import.meta.url), 'utf8')).toContain(
      "default-src 'none'",
    );
  });

  test('goes from a theft of tokens on Ethereum to a signed report, which says that its source proves no bytes', async () => {
    const bytes = await walk(BRIDGE, false);
    verifyTwice(bytes, BRIDGE);
    await visit(
      '/verify-bundle.html',
      async (page) => {
        await page.locator('#file').setInputFiles({ name: 'bundle.evb', mimeType: 'application/zip', buffer: bytes });
        await page.getByRole('heading', { name: 'Nothing fails' }).waitFor();
        await page.getByText('as its source states it').first().waitFor();
      },
      STILL,
    );
  });
});
