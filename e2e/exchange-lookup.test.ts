import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { MID_CHAIN_ADDRESS } from './block-170.ts';
import { openSite, readFigure, readText } from './harness.ts';
import { LABELLED, PAIR } from './labelled.ts';

const FIELD = 'Address, output as txid:vout, list, text that contains some, or the name of a service';
const CLUSTER = `/exchange-lookup/cluster/btc/${PAIR.a}`;

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { as: 'platformAdmin', isShared: true });

  describe('looking up', () => {
    test('one address goes straight to its answer, with evidence, organisation and contact route', async () => {
      await visit('/exchange-lookup', async (page) => {
        await page.getByLabel(FIELD).fill(LABELLED.exchange);
        await page.keyboard.press('Enter');
        await page.waitForURL(`**/exchange-lookup/btc/${LABELLED.exchange}`);
        const answer = page.getByRole('region', { name: 'Answer' });
        await answer.getByRole('heading', { name: /Binance/ }).waitFor();
        expect(await readText(answer)).toContain('Not on the OFAC SDN list. This is not a clearance.');
        expect(await page.locator('.xl-evidence .tm-ev.claim').count()).toBeGreaterThan(0);
        const actor = page.locator('.tm-actor');
        expect(await readText(actor)).toContain('Government Law Enforcement Request System');
        expect(await readText(actor)).toContain('not checked since');
        const views = await readText(page.getByRole('table', { name: /both views/ }));
        expect(views).toContain('Conservative');
        expect(views).toContain('Expanded');
      });
    });

    test('an output is found by the address it pays', async () => {
      await visit('/exchange-lookup', async (page) => {
        await page.getByLabel(FIELD).fill(`${LABELLED.txid}:1`);
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.waitForURL(`**/exchange-lookup/btc/${LABELLED.exchange}?output=**`);
        await page.getByText('Requested: output 1 of transaction').waitFor();
      });
    });

    test('a list is answered line by line, and what is refused says why', async () => {
      const text = `${LABELLED.exchange}\n${LABELLED.sanctioned}\n${MID_CHAIN_ADDRESS.slice(0, -1)}X\n`;
      await visit('/exchange-lookup', async (page) => {
        await page.getByLabel(FIELD).fill(text);
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.getByRole('heading', { name: '2 answers' }).waitFor();
        const rows = page.getByRole('table', { name: /Addresses found/ }).locator('tbody tr');
        expect(await readText(rows.nth(0))).toContain('Binance');
        expect(await readText(rows.nth(1))).toContain('sanctioned');
        expect(await readText(page.locator('.xl-refused'))).toContain('checksum');
      });
    });

    test('a private key is kept back', async () => {
      await visit('/exchange-lookup', async (page) => {
        await page.getByLabel(FIELD).fill('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').getByText('It was not sent anywhere').waitFor();
        expect(page.url()).not.toContain('5HueCGU8');
      });
    });

    test('a name finds the organisation, and its page lists known addresses', async () => {
      await visit('/exchange-lookup', async (page) => {
        await page.getByLabel(FIELD).fill('binance');
        await page.keyboard.press('Enter');
        await page.locator('.xl-actors').getByRole('link', { name: 'Binance', exact: true }).click();
        await page.waitForURL('**/exchange-lookup/entity/binance');
        await page.getByRole('heading', { level: 1, name: 'Binance' }).waitFor();
        const claims = page.getByRole('table', { name: 'Claims that name the organisation' });
        await claims.locator('tbody tr').first().waitFor();
        await page.getByRole('button', { name: /^Load \d+ more$/ }).click();
        await page.getByText(/^Rows 1 to 50 of/).waitFor();
      });
    });

    test('a listed address says so with programme, entity and list date', async () => {
      await visit(`/exchange-lookup/btc/${LABELLED.sanctioned}`, async (page) => {
        await page.locator('.xl-warnings .severe').waitFor();
        expect(await readText(page.getByRole('region', { name: 'Answer' }))).toMatch(
          /On the OFAC SDN list \(copy of 20 Aug 2026\): .*, programme CYBER2.*, listed on/,
        );
        const details = await readText(page.locator('.tm-claimdetails').first());
        for (const word of ['programme', 'CYBER2', 'entity', 'list date']) expect(details).toContain(word);
      });
    });

    test('unknown is an answer that leads on', async () => {
      await visit(`/exchange-lookup/btc/${MID_CHAIN_ADDRESS}`, async (page) => {
        const answer = page.getByRole('region', { name: 'Answer' });
        await answer.getByRole('heading', { name: /^Unknown/ }).waitFor();
        expect(await readText(answer)).not.toMatch(/\bclean\b|\bsafe\b/);
        const nearest = page.locator('#nearest');
        await nearest.locator('.tm-foot').waitFor();
        await nearest.getByRole('link', { name: 'Upstream' }).click();
        await page.waitForURL('**direction=upstream**');
      });
    });
  });

  describe('asking for records', () => {
    test('faults are named by field, nothing typed is lost, and the file carries whole hashes', async () => {
      await visit(`/exchange-lookup/btc/${LABELLED.exchange}?request=1`, async (page) => {
        const form = page.locator('#request');
        await form.getByRole('checkbox').first().check();
        await form.getByRole('button', { name: 'Make CSV' }).click();
        await form.getByText('Authority is missing. Services refuse requests without it.').waitFor();
        expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('authority');
        const fields = {
          Authority: 'Cyber unit',
          'Case number': '2026-0417',
          Officer: 'Lead analyst',
          'Officer id': '77',
        };
        for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
        await form.getByLabel('Reply to', { exact: true }).fill('unit@agency.example');
        await form.getByLabel('Legal basis', { exact: true }).fill('Order of 3 March 2026');
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          form.getByRole('button', { name: 'Make CSV' }).click(),
        ]);
        expect(file.suggestedFilename()).toBe('preservation-request-2026-0417.csv');
        const text = readFileSync(await file.path(), 'utf8');
        expect(text).toMatch(/\b[0-9a-f]{64}\b/);
        expect(text).toContain('2026-0417');
        expect(text).not.toContain('…');
        await page.reload();
        await form.getByLabel('Authority', { exact: true }).waitFor();
        expect(await form.getByLabel('Case number', { exact: true }).inputValue()).toBe('2026-0417');
      });
    });
  });

  describe('clusters', () => {
    test('two addresses of one transaction are together through it, and the proof is checked here', async () => {
      await visit(`${CLUSTER}?tab=proof`, async (page) => {
        await page.getByLabel('and this one').fill(PAIR.b);
        await page.getByRole('button', { name: 'Why together?' }).click();
        await page.getByText('They are joined through 1 step').waitFor();
        await page.locator('.tm-proofgraph canvas').first().waitFor();
        const steps = page.getByRole('table', { name: 'Steps of the proof' });
        expect(await readText(steps)).toContain(`${PAIR.txid.slice(0, 8)}…${PAIR.txid.slice(-8)}`);
        await page.getByRole('region', { name: /Proof path of 1 step/ }).focus();
        for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
        await page.getByText(`Step 1: transaction ${PAIR.txid}, height 333961`).waitFor();
        await steps.getByRole('link', { name: 'Check it here' }).click();
        // The bundled block is alone, so no neighbour can be compared.
        await page.getByText('4 of 5 steps passed').waitFor();
        await page.keyboard.press('Escape');
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Proof file' }).click(),
        ]);
        expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toBeTypeOf('object');
      });
    });

    test('leaving a rule out shows what falls away', async () => {
      await visit(CLUSTER, async (page) => {
        await page.getByRole('link', { name: 'What if' }).click();
        await page.getByRole('checkbox', { name: /co-spend v1/ }).check();
        await page.getByRole('button', { name: 'Reckon' }).click();
        await page.getByText('Without 1 link the cluster of 2 falls into 2 parts.').waitFor();
        expect(new URL(page.url()).searchParams.get('without')).toBe('co-spend');
      });
    });

    test('a cluster can be seen as it was known at a height', async () => {
      await visit(`/exchange-lookup/cluster/btc/${MID_CHAIN_ADDRESS}`, async (page) => {
        await page.getByLabel('As known at height').fill('102000');
        await page.keyboard.press('Enter');
        await page.getByText('as the links up to height 102,000 make them').waitFor();
        expect(await readFigure(page, 'Size')).toBe('1 address');
        await page.reload();
        await page.getByText('as the links up to height 102,000 make them').waitFor();
        await page.getByRole('link', { name: 'Back to now' }).click();
        await page.getByText('Made by co-spend v1').waitFor();
        expect(await readFigure(page, 'Size')).toBe('4 addresses');
      });
    });

    test('both views are always named, and the address bar holds which one is shown', async () => {
      await visit(CLUSTER, async (page) => {
        const views = page.getByRole('navigation', { name: 'View' });
        await views.getByRole('link', { name: /^Expanded/ }).click();
        await page.waitForURL('**view=expanded**');
        await views.getByRole('link', { name: /^Conservative/ }).waitFor();
        await page.getByText('for finding leads only').waitFor();
      });
    });
  });

  describe('labels elsewhere', () => {
    test('the explorer shows the attribution of an address, in quotation marks, with its source below the pointer', async () => {
      await visit(`/Track/btc/tx/${LABELLED.txid}`, async (page) => {
        const chip = page.locator('.tm-chiplabel').first();
        await chip.waitFor();
        expect(await readText(chip)).toContain('“Binance”');
        // What comes later moves the chip away below the pointer.
        await page.locator('.tm-says').getByText('No CoinJoin').waitFor();
        await chip.getByRole('link').hover();
        await page.locator('.tm-labelpop').getByText('not facts of the ledger').waitFor();
      });
    });

    test('the address history names cluster and claims', async () => {
      await visit(`/address-search/btc/${PAIR.a}`, async (page) => {
        await page.locator('.tm-says').getByRole('link', { name: '2 addresses' }).first().click();
        await page.waitForURL('**/exchange-lookup/cluster/btc/**');
      });
    });
  });

  describe('label packs', () => {
    test('a pack goes out of force and comes back, and answers follow', async () => {
      await visit('/exchange-lookup/packs', async (page) => {
        const row = page.getByRole('row').filter({ hasText: 'tornado-cash' });
        await row.getByRole('link', { name: 'Preview' }).click();
        await page.getByRole('region', { name: 'Preview' }).getByText('claims stay as they are').waitFor();
        await row.getByRole('button', { name: 'Take out of force' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Take “Tornado/ })
          .click();
        await row.getByText('stored').waitFor();
        await row.getByRole('button', { name: 'Bring into force' }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Bring version/ })
          .click();
        await row.getByText('in force', { exact: true }).waitFor();
      });
    });
  });
});
