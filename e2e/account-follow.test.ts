import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnvilNode, findAnvil, startAnvil } from '../packages/ingest/src/testing/anvil-node.ts';
import { startTrailmark, type TrailmarkProcess } from '../test/integration/trailmark-process.ts';
import { describeWith } from '../test/needs.ts';
import { openSite, readText } from './harness.ts';

const STRANGER = `0x${'5a'.repeat(20)}`;
const ONE = 10n ** 18n;

const anvil = findAnvil();
if (anvil === undefined) test.skip('skipped: needs anvil', () => undefined);
else describeWith('chromium', (chromium) => followInBrowser(chromium, anvil));

function followInBrowser(chromium: string, path: string): void {
  const { server, visit } = openSite(chromium, { as: 'allowed' });
  let node: AnvilNode;
  let ingest: TrailmarkProcess;

  beforeAll(async () => {
    node = await startAnvil(path);
    await node.send({ to: STRANGER, value: ONE });
    ingest = startTrailmark(['ingest', 'eth', '--rpc', node.url, '--follow', '--data-dir', server.dataDir]);
    await ingest.waitFor(/following/);
  });
  afterAll(async () => {
    await ingest?.stop();
    await node?.stop();
  });

  test('a transfer mined while a page is open appears automatically, marked as not final and of another first block', async () => {
    await visit(`/address-search/eth/${STRANGER}`, async (page) => {
      const rows = page.locator('main .tm-tbl tbody tr');
      await rows.first().waitFor();
      expect(await rows.count()).toBe(1);
      const { transactionHash } = await node.send({ to: STRANGER, value: 3n * ONE });
      await page.getByText(transactionHash.slice(-8)).first().waitFor();
      expect(await rows.count()).toBe(2);
      const banner = await readText(page.locator('.tm-banner > div').first());
      expect(banner).toContain('this is a development or private chain under the same number');
    });
    const { transactionHash } = await node.send({ to: STRANGER, value: ONE });
    await visit(`/address-search/eth/${STRANGER}`, async (page) => {
      await page.getByText(transactionHash.slice(-8)).first().waitFor();
    });
    await visit(`/address-search/eth/${STRANGER}?tab=assets`, async (page) => {
      await page.getByRole('button', { name: 'Compare with the node' }).click();
      const row = page
        .getByRole('table', { name: /as the node states them/ })
        .getByRole('row')
        .filter({ hasText: 'ETH' });
      expect(await readText(row.first())).toContain('5');
      expect(await readText(row.first())).toContain('no derived balance to compare');
    });
    await visit(`/Track/eth/tx/${transactionHash}`, async (page) => {
      await page.getByText('not final: it may still go away').waitFor();
    });
  });
}
