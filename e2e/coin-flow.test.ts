import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../packages/documents/src/testing/evaluate-workbook.ts';
import { describeWith } from '../test/needs.ts';
import {
  CASE,
  COIN_FLOW,
  countNodes,
  exportAs,
  listOf,
  openCase,
  openPart,
  panelOf,
  readDownload,
  selectedOf,
  waitForFlow,
  waitUntilSaved,
  walkToExit,
} from './coin-flow-steps.ts';
import { openSite, readText } from './harness.ts';
import { overflowOf } from './page-faults.ts';

const NOTE = 'Most of the coin rests here.';
const WITHIN_MS = 60_000;

/** What a page comes to say, waited for as long as a busy machine may take. */
function until<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: WITHIN_MS });
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'allowed' });

  describe('a prepared case', () => {
    test('is traced, read, compared and audited by somebody who never did it', async () => {
      await visit(COIN_FLOW, async (page) => {
        await openCase(page);
        expect(await readText(page.locator('.cf-foot'))).toContain(
          '43.74000000 BTC in = 43.74000000 BTC at exits and gaps + 0 BTC fees',
        );
        await walkToExit(page);
        const panel = panelOf(page);
        await panel.getByText('Why the trace stops').waitFor();
        expect(await readText(panel)).toMatch(
          new RegExp(`${CASE.largestExit}[\\s\\S]*23\\.17000000 BTC[\\s\\S]*52\\.9\\s%[\\s\\S]*Hop 12 of at most 12`),
        );

        const before = await countNodes(page);
        await page.keyboard.press('Shift+E');
        await until(() => countNodes(page)).toBeGreaterThan(before);
        await page.keyboard.press('Control+z');
        await until(() => countNodes(page)).toBe(before);

        await page.locator('.cf-head').getByRole('button', { name: 'Compare methods' }).click();
        const exit = panel.getByRole('row', { name: /^1DVQEpTF/ });
        await exit.waitFor();
        expect(await readText(exit)).toMatch(/0\.88000000[\s\S]*3,096\.93000000[\s\S]*1 to 6/);
        await panel.getByText('Every method accounts for all of the money, to the smallest unit.').waitFor();

        await page.locator('.cf-head').getByRole('button', { name: 'Audit' }).click();
        await panel.getByText('23 steps, each exact in the smallest unit.').waitFor();
        await panel.getByRole('button', { name: 'Trace back and compare' }).click();
        await panel.getByText('Equal, to the smallest unit.').waitFor();
        const differences = await panel.locator('tbody tr td:last-child').allInnerTexts();
        expect(differences).toHaveLength(23);
        expect(new Set(differences)).toEqual(new Set(['0']));
        const download = page.waitForEvent('download');
        await panel.getByRole('button', { name: 'Download spreadsheet' }).click();
        const sheets = readWorkbook((await readDownload(download)).bytes);
        const formulas = [...sheets.values()].flat(2).flatMap(({ formula }) => formula ?? []);
        expect(formulas.some((formula) => formula.startsWith('SUM'))).toBe(true);
        expect(formulas.length).toBeGreaterThan(23);
      });
    });

    test('leaves as a picture, a drawing, paper and rows', async () => {
      await visit(COIN_FLOW, async (page) => {
        await openCase(page);
        const png = await exportAs(page, 'PNG');
        expect(png.name).toMatch(/^bitcoin.*\.png$/i);
        const { data, info } = await sharp(png.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
        expect(info.width).toBeGreaterThan(1_000);
        // Ink on paper: neither an empty sheet nor a black one.
        const ink = data.filter((light) => light < 128).length / data.length;
        expect(ink).toBeGreaterThan(0.002);
        expect(ink).toBeLessThan(0.2);
        const svg = (await exportAs(page, 'SVG')).bytes.toString();
        expect(svg).toMatch(/^<(?:\?xml|svg)/);
        expect(svg).toContain('43.7400');
        expect(svg).not.toContain('<script');
        const pdf = (await exportAs(page, 'PDF')).bytes.toString('latin1');
        expect(pdf).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
        const csv = (await exportAs(page, 'CSV')).bytes.toString();
        expect(csv).toContain('edges,36 of 36');
        expect(csv).toContain(CASE.largestExit);
      });
    });

    test('is found as it was left after a reload, with its undo and its version', async () => {
      await visit(COIN_FLOW, async (page) => {
        const path = await openCase(page);
        const panel = panelOf(page);
        await walkToExit(page);
        await page.keyboard.press('b');
        await until(() => readText(selectedOf(page))).toContain('exhibit E1');
        await page.keyboard.press('n');
        await panel.getByLabel('Note').fill(NOTE);
        await page.keyboard.press('Tab');
        await until(() => readText(selectedOf(page))).toContain(`note: ${NOTE}`);
        await page.getByRole('button', { name: 'Undo: Note' }).click();
        await until(() => readText(selectedOf(page))).not.toContain(NOTE);
        await page.getByRole('button', { name: 'Redo: Note' }).click();
        await openPart(page, 'Versions and branches');
        await panel.getByLabel('Keep the draft as').fill('Read by a second person');
        await panel.getByRole('button', { name: 'Keep version' }).click();
        await panel.getByRole('listitem').filter({ hasText: 'Read by a second person' }).waitFor();
        await waitUntilSaved(page);

        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.reload();
        await waitForFlow(page);
        // The canvas waits for one answer only.
        expect(asked.filter((each) => each.includes('/flows/') && !each.endsWith('/versions'))).toHaveLength(1);
        await until(() => readText(selectedOf(page))).toContain(`exhibit E1, note: ${NOTE}`);
        await panel.getByRole('listitem').filter({ hasText: 'Read by a second person' }).waitFor();
        await page.getByRole('button', { name: 'Undo: Note' }).click();
        await page.getByRole('button', { name: 'Redo: Note' }).waitFor();
        await until(() => readText(selectedOf(page))).not.toContain(NOTE);
        await panel
          .getByRole('listitem')
          .filter({ hasText: 'Read by a second person' })
          .getByRole('button', { name: 'Open as it was' })
          .click();
        await page.getByText('As it was, not to be changed').waitFor();
        expect(new URL(page.url()).pathname).toBe(path);

        // The draft is as it was left, also where it was changed on this page; a restoration is one more step to undo.
        await openPart(page, 'Back to the draft');
        await page.getByRole('button', { name: 'Redo: Note' }).click();
        await panel.getByRole('listitem').last().getByRole('button', { name: 'Restore' }).click();
        await page.getByRole('button', { name: 'Undo: Restore version 1' }).waitFor();
        expect(await readText(listOf(page))).not.toContain('exhibit E1');
        await page.getByRole('button', { name: 'Undo: Restore version 1' }).click();
        await until(() => readText(listOf(page))).toContain(`exhibit E1, note: ${NOTE}`);
      });
    });

    test('is traced again with another change output, and the choice stays on the record', async () => {
      await visit(COIN_FLOW, async (page) => {
        await openCase(page);
        const panel = panelOf(page);
        await listOf(page)
          .getByRole('option', { name: /ending 7d9b4a/ })
          .press('Enter');
        await panel.getByText('Rules conclude output 1 as change.').waitFor();
        await panel.getByText('Choose another').click();
        await panel.getByLabel('Change output').selectOption({ label: 'None of them' });
        await panel.getByLabel('Why').fill('Both outputs pay others.');
        await panel.getByRole('button', { name: 'Trace again with this choice' }).click();
        await panel.getByText('An examiner chose that no output is change.').waitFor();
        await openPart(page, 'Trace log');
        await panel.getByText('1 choice by an examiner.').waitFor();
        await panel.getByRole('button', { name: 'Run again and compare' }).click();
        const same = panel.getByRole('listitem').filter({ hasText: 'The answer is the same to the byte.' });
        await until(() => same.count()).toBe(2);
      });
    });

    test('is searched for paths, and shown in every view and mode with one selection', async () => {
      await visit(COIN_FLOW, async (page) => {
        await openCase(page);
        const panel = panelOf(page);
        const tools = page.getByRole('toolbar', { name: 'Canvas' });
        await listOf(page).getByRole('option').first().press('Enter');
        await tools.getByRole('button', { name: 'Paths' }).click();
        await panel.getByLabel('To (optional)').fill(CASE.largestExit);
        await panel.getByLabel('Hops at most').fill('14');
        await panel.getByRole('button', { name: 'Search for paths' }).click();
        await panel.getByText(/^\d+ paths? found/).waitFor();
        await panel.getByRole('button', { name: 'Close the panel' }).click();
        await walkToExit(page);

        const views = tools.getByRole('group', { name: 'View' }).getByRole('button');
        for (const view of await views.all()) {
          await view.click();
          await page.locator('.cf-view .tm-skel').waitFor({ state: 'detached' });
          await until(() => page.locator('.cf-view > *').count()).toBeGreaterThan(0);
          await until(() => readText(panel)).toContain(CASE.largestExit);
        }
        await tools.getByRole('button', { name: 'Table', exact: true }).click();
        const row = page.locator('.cf-view tbody tr');
        await row.first().waitFor();
        expect(await row.count()).toBe(36);
        await tools.getByRole('button', { name: 'Relations' }).click();
        await until(() => row.count()).toBeLessThan(36);
        await tools.getByRole('button', { name: 'Graph' }).click();
        await listOf(page).waitFor();
        expect(await readText(listOf(page))).not.toContain('Transaction, ending');
      });
    });

    test('is read, expanded and noted on a phone', async () => {
      await visit(
        COIN_FLOW,
        async (page) => {
          await openCase(page);
          expect(await overflowOf(page)).toBeLessThanOrEqual(0);
          await page.locator('.cf-view tbody tr').first().waitFor();
          await page.getByRole('toolbar', { name: 'Canvas' }).getByRole('button', { name: 'Graph' }).click();
          await walkToExit(page);
          const panel = panelOf(page);
          const before = await countNodes(page);
          await panel.getByRole('button', { name: /^Where from/ }).click();
          await until(() => countNodes(page)).toBeGreaterThan(before);
          await panel.getByText('Annotate').click();
          await panel.getByLabel('Note').fill(NOTE);
          await page.keyboard.press('Tab');
          await waitUntilSaved(page);
          expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        },
        { viewport: { width: 390, height: 844 }, hasTouch: true },
      );
    });
  });

  describe('when something goes wrong', () => {
    test('a beginning that cannot be one is refused below its field, with the reason', async () => {
      await visit(COIN_FLOW, async (page) => {
        const field = page.getByLabel('Begin with');
        const start = page.getByRole('button', { name: 'Start trace' });
        await field.fill('nothing to see');
        await page.getByText('This text contains no address and no transaction id.').waitFor();
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        expect(await start.isDisabled()).toBe(true);
        await field.fill(`${CASE.largestExit.slice(0, -1)}T`);
        await page.getByText(/checksum/).waitFor();
        await field.fill('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ');
        await page.getByText('This contains a private key. Nothing of it was sent anywhere.').waitFor();
        await field.fill(`${CASE.seed.slice(0, 64)}:7`);
        await start.click();
        const alert = page.getByRole('alert');
        await alert.waitFor();
        expect(await readText(alert)).toMatch(/output|outputs/);
        expect(await readText(alert)).toContain('Nothing was saved; the form is as you left it.');
        expect(await field.inputValue()).toContain(':7');
      });
    });

    test('a beginning of one’s own finds every end, with its range, what can be done about it and what that cost', async () => {
      await visit(COIN_FLOW, async (page) => {
        await page.getByLabel('Begin with').fill(CASE.seed);
        await page.getByText(/^Found on Bitcoin: 1 beginning/).waitFor();
        expect(await page.getByRole('checkbox', { name: /^Find every end/ }).isChecked()).toBe(true);
        await page.getByRole('button', { name: 'Start trace' }).click();
        await page.waitForURL(/\/coin-flow\/[^/]+$/);
        await waitForFlow(page);
        const panel = panelOf(page);
        await panel.getByRole('heading', { name: 'Where the money ends' }).waitFor();
        await panel.getByText(/^\d+ ends: \d+ get money under every method/).waitFor();
        await panel.getByText(/transactions? were read\.$/).waitFor();
        const ends = panel.getByRole('region', { name: /Not known to have left|Unspent/ });
        expect(await ends.getByRole('listitem').count()).toBeGreaterThan(0);
        await ends.getByRole('button').first().click();
        await selectedOf(page).waitFor();
      });
    });

    test('on a phone the ends of a trace are above its table', async () => {
      await visit(
        COIN_FLOW,
        async (page) => {
          await page.getByLabel('Begin with').fill(CASE.seed);
          await page.getByText(/^Found on Bitcoin: 1 beginning/).waitFor();
          await page.getByRole('button', { name: 'Start trace' }).click();
          await page.waitForURL(/panel=ends/);
          const panel = panelOf(page);
          await panel.getByRole('heading', { name: 'Where the money ends' }).waitFor();
          await panel.getByText(/^\d+ ends: /).waitFor();
          expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        },
        { viewport: { width: 390, height: 844 }, hasTouch: true },
      );
    });

    test('a cancelled trace ends its request and leaves the form as it was', async () => {
      await visit(COIN_FLOW, async (page) => {
        await page.route('**/traces/stream', () => undefined);
        await page.getByLabel('Begin with').fill(CASE.seed);
        await page.getByText(/^Found on Bitcoin: 1 beginning/).waitFor();
        // Nothing ends that has not begun.
        const asked = page.waitForRequest('**/traces/stream');
        await page.getByRole('button', { name: 'Start trace' }).click();
        await asked;
        const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/traces/stream'));
        await page.getByRole('button', { name: 'Cancel' }).click();
        expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
        await page.getByText('The trace was cancelled.').waitFor();
        expect(await page.getByLabel('Begin with').inputValue()).toBe(CASE.seed);
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Start trace' }).click();
        await page.waitForURL(/\/coin-flow\/[^/]+$/);
        await waitForFlow(page);
      });
    });

    test('two people at one flow both keep their work: the later save becomes a branch', async () => {
      await visit(COIN_FLOW, async (first) => {
        const path = await openCase(first);
        await visit(path, async (second) => {
          await waitForFlow(second);
          await walkToExit(second);
          await second.keyboard.press('b');
          await waitUntilSaved(second);
        });
        await walkToExit(first);
        await first.keyboard.press('n');
        await panelOf(first).getByLabel('Note').fill(NOTE);
        await first.keyboard.press('Tab');
        const banner = first.locator('.cf-banner');
        await banner.waitFor();
        expect(await readText(banner)).toMatch(/branch/);
        await first.waitForURL(/branch=/);
        await until(() => readText(selectedOf(first))).toContain(NOTE);
        expect(await readText(selectedOf(first))).not.toContain('E1');
      });
    });

    test('what is written while the server is away is kept, and saved once it is back', async () => {
      await visit(
        COIN_FLOW,
        async (page) => {
          await openCase(page);
          await walkToExit(page);
          await server.stop();
          await page.keyboard.press('n');
          await panelOf(page).getByLabel('Note').fill(NOTE);
          await page.keyboard.press('Tab');
          const banner = page.getByRole('alert');
          await banner.waitFor();
          expect(await readText(banner)).toMatch(/The last changes are not saved\.[\s\S]*This browser keeps them/);
          await server.start();
          // The page tries again automatically too, and may be sooner.
          const retrying = banner.getByRole('button', { name: 'Retry' }).click();
          await Promise.race([retrying.catch(() => undefined), waitUntilSaved(page)]);
          await waitUntilSaved(page);
          await banner.waitFor({ state: 'detached' });
          await page.reload();
          await until(() => readText(selectedOf(page))).toContain(NOTE);
        },
        { expected: { outage: true } },
      );
    });

    test('a flow that is not there, and a file that is none, are reported in a sentence', async () => {
      await visit(
        `${COIN_FLOW}/00000000-0000-4000-8000-000000000000`,
        async (page) => {
          const alert = page.getByRole('alert');
          await alert.waitFor();
          expect(await readText(alert)).toMatch(/There is no such coin flow\./);
          await page.getByRole('link', { name: 'All coin flows' }).click();
          const file = { name: 'half.json', mimeType: 'application/json', buffer: Buffer.from('{"format": "trailm') };
          await page.getByLabel('Coin flow file').setInputFiles(file);
          await alert.waitFor();
          expect(await readText(alert)).toMatch(/JSON/);
          expect(new URL(page.url()).pathname).toBe(COIN_FLOW);
        },
        { expected: { statuses: [400, 404] } },
      );
    });
  });
});
