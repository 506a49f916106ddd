import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { addToCase, openNewCase, waitReloading } from './case-steps.ts';
import { goTo } from './go-to.ts';
import { openSite, readText } from './harness.ts';

const PATH = '/address-threat';
const FIELD = 'Addresses and transactions: one, a list, or any text that contains some';
/** Labelled as stolen funds; the bundled transfers of the Harmony case have what it sent, to two addresses with a label. */
const THIEF = '0x7a017E5e9672bC994DCb1A2A27D853c9c629F7c3';
const RESULT = `${PATH}?chain=eth&address=${THIEF}`;
/** Its last letter is wrong. */
const BROKEN = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMx';
/** On the OFAC SDN list. */
const LISTED = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';

function makeAddress(number: number): string {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return formatOwner(getChain('btc'), { type: 'p2pkh', payload });
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'allowed', isShared: true });

  test('a pasted address is screened, taken apart, traced in coin flow and added to a case', async () => {
    await visit(PATH, async (page) => {
      await page.getByLabel(FIELD).fill(`From the telephone: ${THIEF}, and ${BROKEN}`);
      await page.getByRole('button', { name: 'Screen', exact: true }).click();
      await page.getByText('1 line refused').waitFor();
      const subjects = page.getByRole('table', { name: 'Subjects in the text' });
      await subjects
        .getByRole('row', { name: /Ethereum/ })
        .getByRole('link')
        .first()
        .click();

      const verdict = page.getByRole('region', { name: 'Verdict' });
      await verdict.getByText('Severe').first().waitFor();
      expect(await readText(verdict)).toContain('95');
      const wheel = page.locator('.th-exposure').getByRole('img').first();
      expect(await wheel.getAttribute('aria-label')).toContain('100.0');

      await verdict.getByRole('button', { name: 'Test it' }).click();
      const without = verdict.getByRole('row', { name: /Label “Harmony Bridge Hacker 45 SRC”/ });
      await without.waitFor();
      expect(await readText(without)).toMatch(/80[\s\S]*High/);

      await page.getByRole('link', { name: 'Open what it sent in coin flow' }).first().click();
      await page.waitForURL('**/coin-flow?**');
      const linked = new URLSearchParams(new URL(page.url()).searchParams.get('rules') ?? '');
      expect(Object.fromEntries(linked)).toMatchObject({ method: 'haircut/1', labelled: '1', hops: '4', side: 'paid' });
      await page.getByText(THIEF).first().waitFor();

      await goTo(page, '/agency-cases');
      await openNewCase(page, { template: 'service-theft', title: 'Harbour', policy: 'need-to-know' });
      await goTo(page, RESULT);
      const dialog = await addToCase(page, 'Harbour', page.getByRole('button', { name: 'Add to case' }), 'The thief');
      await dialog.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('table').getByText(THIEF).first().waitFor();
    });
  });

  test('a stored screening is named, and compared with one without the label that drives it', async () => {
    await visit(RESULT, async (page) => {
      await page.getByRole('link', { name: 'Methods and hop limits' }).click();
      await page.getByText('Without it the score is 80 instead of 95.').first().waitFor();
      await goTo(page, `${PATH}?view=stored`);
      await page.getByRole('table').locator('tbody').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Name this screening' }).click();
      await page.getByRole('textbox', { name: 'Name of the screening' }).fill('First look');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('First look').first().waitFor();
      await page.getByRole('button', { name: 'Screen again and compare' }).click();
      await page.waitForURL('**earlier=**');
      await page.getByText('The same: both have one hash').waitFor();
    });
  });

  test('10,000 addresses are screened as a batch that shows its progress, is cancelled and continued', async () => {
    const addresses = [LISTED, ...Array.from({ length: 9_999 }, (_, i) => makeAddress(i))];
    await visit(PATH, async (page) => {
      const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(addresses.join('\n')) };
      await page.getByLabel('Text file to look through').setInputFiles(file);
      await page.getByLabel('Name of the batch').fill('A seizure');
      await page.getByRole('button', { name: 'Screen 10,000 subjects' }).click();
      const status = page.getByRole('status').filter({ hasText: 'of 10,000 screened' });
      await status.filter({ hasNotText: /^0 of/ }).waitFor();
      await page.getByRole('button', { name: /^Cancel, keep/ }).click();
      await waitReloading(page, page.getByText(/^Cancelled\. /));
      const kept = Number((await readText(status)).split(' ')[0]?.replaceAll(',', ''));
      expect(kept).toBeGreaterThan(0);
      await page
        .getByRole('table', { name: 'Screened subjects' })
        .getByRole('row', { name: /149w62rY/ })
        .waitFor();

      await page.getByRole('button', { name: /^Screen the remaining/ }).click();
      await page.getByRole('button', { name: /^Cancel, keep/ }).waitFor();
      await status.filter({ hasNotText: new RegExp(`^${kept.toLocaleString('en')} of`) }).waitFor();
      await page.getByRole('button', { name: /^Cancel, keep/ }).click();
      await waitReloading(page, page.getByText(/^Cancelled\. /));
    });
  });
});
