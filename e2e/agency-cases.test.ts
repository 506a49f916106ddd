import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170 } from './block-170.ts';
import {
  addMember,
  addToCase,
  breakOffUpload,
  exportCase,
  fillFields,
  openNewCase,
  stepRequest,
  waitReloading,
} from './case-steps.ts';
import { COIN_FLOW, openCase as openFlow, openPart, panelOf } from './coin-flow-steps.ts';
import { goTo } from './go-to.ts';
import { openSite, readText } from './harness.ts';
import { LABELLED } from './labelled.ts';
import { findPageFaults } from './page-faults.ts';
import { type SignedIn, signIn } from './people.ts';
import { makeLabel, submitScam, watchAlerted } from './scam-steps.ts';

const PHONE = { width: 390, height: 844 };
const CASES = '/agency-cases';

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { as: 'allowed' });
  let head: SignedIn;
  let path = '';
  let orchard = '';
  beforeAll(async () => {
    head = await signIn(server, 'agencyAdmin');
  });

  async function expectNoFaults(page: Page): Promise<void> {
    expect(await findPageFaults(page, CASES)).toEqual([]);
  }

  test('a case is opened from a template, gets its loss, and is found by its words', async () => {
    await visit(CASES, async (page) => {
      await page.getByRole('button', { name: 'Open the first case' }).waitFor();
      await expectNoFaults(page);
      path = await openNewCase(page, { template: 'service-theft', title: 'Harbour', policy: 'need-to-know' });
      await page.getByRole('button', { name: 'Enter a loss' }).click();
      await page.getByLabel('Amount').fill('10');
      await page.getByLabel('Day it happened, UTC').fill('2020-03-03');
      await page.getByRole('button', { name: 'Enter it' }).click();
      await page.getByText('10.00000000 BTC not accounted for').waitFor();
      await page.getByRole('button', { name: 'Enter a place' }).click();
      await page.getByLabel('Where it is').selectOption('unspent');
      await page.getByLabel('Amount').fill('10');
      await page.getByRole('button', { name: 'Enter it' }).click();
      await page.getByText('Total, equal to the loss').waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Work in this case' }).click();
      await page.getByRole('link', { name: 'Agency cases' }).first().click();
      await page.getByLabel('Titles, identifiers, notes, file names').fill('harb');
      await page.keyboard.press('Enter');
      await page.getByRole('table').getByRole('link', { name: 'Harbour' }).waitFor();
      await page.locator('.tm-workingcase').getByText('Harbour').waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.locator('.cs-columns').getByLabel('Unit').click();
      await page.locator('.cs-columns').getByLabel('Priority').click();
      await page.getByRole('columnheader', { name: 'Unit' }).waitFor();
      await expectNoFaults(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save this view' }).click();
      await page.getByLabel('Name of the view').fill('With units');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await goTo(page, CASES);
      expect(await page.getByRole('columnheader', { name: 'Unit' }).count()).toBe(0);
      await page.getByRole('link', { name: 'With units' }).click();
      await page.getByRole('columnheader', { name: 'Unit' }).waitFor();
      expect(await page.getByRole('columnheader', { name: 'Priority' }).count()).toBe(0);
    });
  });

  test('an address is added from its tool, compared with today, and found again', async () => {
    await visit(`/address-search/btc/${BLOCK_170.sender}`, async (page) => {
      await addToCase(page, 'Harbour', page.getByRole('button', { name: 'Add to case' }), 'Where it began');
      await page.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('link', { name: BLOCK_170.sender }).waitFor();
      await page.getByText('Where it began').click();
      await page.getByRole('button', { name: 'Compare with today' }).click();
      await page.getByText(/^Today’s answer/).waitFor();
      await expectNoFaults(page);
    });
    await visit(`${CASES}?words=${BLOCK_170.sender}`, (page) =>
      page.getByRole('table').getByRole('link', { name: 'Harbour' }).waitFor(),
    );
  });

  test('a version of a flow and the answer about an exchange are added from their tools', async () => {
    await visit(COIN_FLOW, async (page) => {
      await openFlow(page);
      await openPart(page, 'Versions and branches');
      await panelOf(page).getByLabel('Keep the draft as').fill('For the file');
      await panelOf(page).getByRole('button', { name: 'Keep version' }).click();
      const version = panelOf(page).getByRole('listitem').filter({ hasText: 'For the file' });
      const dialog = await addToCase(page, 'Harbour', version.getByRole('button', { name: 'Add to case' }));
      await dialog.getByRole('link', { name: 'Open the case' }).click();
      await page
        .getByRole('table', { name: 'coin flows' })
        .getByText(/, version \d+$/)
        .waitFor();
    });
    await visit(`/exchange-lookup/btc/${LABELLED.exchange}`, async (page) => {
      const dialog = await addToCase(page, 'Harbour', page.getByRole('button', { name: 'Add to case', exact: true }));
      await dialog.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('table').getByText(LABELLED.exchange).first().waitFor();
    });
  });

  test('a colleague who is no member learns that there is a custodian to contact, and no more', async () => {
    await visit(
      CASES,
      async (page) => {
        orchard = await openNewCase(page, { template: 'tax', title: 'Orchard', policy: 'open' });
        await goTo(page, `/address-search/btc/${BLOCK_170.sender}`);
        const dialog = await addToCase(page, 'Orchard', page.getByRole('button', { name: 'Add to case' }));
        const overlaps = dialog.locator('.ac-overlaps').getByRole('listitem');
        expect(await readText(overlaps)).toBe('It also occurs in a case that you may not see. Contact the custodian');
        expect(await dialog.textContent()).not.toContain('Harbour');
        await goTo(page, CASES);
        await page.getByRole('table').getByRole('link', { name: 'Orchard' }).waitFor();
        expect(await page.getByRole('main').textContent()).not.toContain('Harbour');
        await page.goto(server.origin + path);
        await page.getByText('There is no such case.').waitFor();
      },
      { storageState: head, expected: { statuses: [404] } },
    );
    await visit(path, (page) => waitReloading(page, page.getByText(/The case 2\d{3}-\d{5}, Orchard, also names/)));
  });

  test('who met the hidden case writes to its custodian, who answers without saying which case it is', async () => {
    await visit(
      `/address-search/btc/${BLOCK_170.sender}`,
      async (page) => {
        await addToCase(page, 'Orchard', page.getByRole('button', { name: 'Add to case' }));
        await page.getByRole('button', { name: 'Contact the custodian' }).click();
        await page.getByLabel('Message').fill('Which suspect do you follow?');
        await page.getByRole('button', { name: 'Send to the custodian' }).click();
        await page.locator('.ac-thread').getByText('Which suspect do you follow?').waitFor();
      },
      { storageState: head },
    );
    await visit(path, async (page) => {
      const question = page.getByRole('article', { name: 'Question of Head of unit' });
      await waitReloading(page, question.getByText('Which suspect do you follow?'));
      await expectNoFaults(page);
      await question.getByLabel('Answer to Head of unit').fill('Call me on Monday.');
      await question.getByRole('button', { name: 'Reply' }).click();
      await question.locator('.ac-thread').getByText('Call me on Monday.').waitFor();
    });
    await visit(
      orchard,
      async (page) => {
        await waitReloading(page, page.locator('.ac-thread').getByText('Call me on Monday.'));
        expect(await page.locator('main').textContent()).not.toContain('Harbour');
      },
      { storageState: head },
    );
  });

  test('a sealed case that names the same shows nothing about itself, and its owner alone is notified', async () => {
    let vault = '';
    await visit(
      CASES,
      async (page) => {
        vault = await openNewCase(page, { template: 'tax', title: 'Vault', policy: 'sealed' });
        await goTo(page, `/address-search/btc/${BLOCK_170.recipient}`);
        const dialog = await addToCase(page, 'Vault', page.getByRole('button', { name: 'Add to case' }));
        expect(await dialog.locator('.ac-overlaps').count()).toBe(0);
      },
      { storageState: head },
    );
    await visit(`/address-search/btc/${BLOCK_170.recipient}`, async (page) => {
      const dialog = await addToCase(page, 'Harbour', page.getByRole('button', { name: 'Add to case' }));
      expect(await dialog.textContent()).not.toMatch(/also|custodian|Vault/i);
      await dialog.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('link', { name: BLOCK_170.recipient }).waitFor();
    });
    const notice = /Another case of your agency, which you may not see, also names/;
    await visit(vault, (page) => waitReloading(page, page.getByText(notice)), { storageState: head });
    await visit(
      path,
      async (page) => {
        await page.getByText('Total, equal to the loss').waitFor();
        expect(await page.locator('main').textContent()).not.toMatch(/Vault|another case/i);
        await goTo(page, CASES);
        await page.getByLabel('Titles, identifiers, notes, file names').fill('Vault');
        await page.keyboard.press('Enter');
        await page.getByText('No case that you may see fits these filters.').waitFor();
        await page.goto(server.origin + vault);
        await page.getByText('There is no such case.').waitFor();
      },
      { expected: { statuses: [404] } },
    );
  });

  test('a file of evidence breaks off, continues where it stopped, and is what was sent', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => (i * 7) % 251));
    await visit(`${path}/evidence`, (page) => breakOffUpload(page, bytes));
    await visit(`${path}/evidence`, async (page) => {
      const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'EV-01' });
      await row.getByText('1,048,576 of 1,500,000 bytes, interrupted').waitFor();
      await expectNoFaults(page);
      const file = { name: 'again.bin', mimeType: 'application/octet-stream' };
      await row.getByLabel('File of EV-01').setInputFiles({ ...file, buffer: Buffer.concat([bytes, bytes]) });
      await row.getByText(/another size/).waitFor();
      await row.getByLabel('File of EV-01').setInputFiles({ ...file, buffer: bytes });
      await page.getByRole('table').getByText('EV-01').click();
      await page.getByText(createHash('sha256').update(bytes).digest('hex')).first().waitFor();
      await page.getByText('Search team').first().waitFor();
      await expectNoFaults(page);
    });
  });

  test('a request packet goes through review by another person, and is sent under an authority', async () => {
    await visit(`/exchange-lookup/btc/${LABELLED.exchange}?request=1`, async (page) => {
      const form = page.locator('#request');
      await form.getByRole('checkbox').first().check();
      await fillFields(form, {
        ...{ Authority: 'District court', 'Case number': '26/1183', Officer: 'Lead investigator', 'Officer id': '47' },
        ...{ 'Reply to': 'records@northgate.example', 'Legal basis': 'Section 98' },
      });
      const download = page.waitForEvent('download');
      await form.getByRole('button', { name: 'Make JSON' }).click();
      await download;
      const dialog = await addToCase(page, 'Harbour', form.getByRole('button', { name: 'Add to case' }));
      await dialog.getByRole('link', { name: 'Open the case' }).click();
      await page.getByRole('button', { name: 'New request' }).click();
      await fillFields(page.getByRole('dialog'), { Recipient: 'Example exchange', 'Legal basis': 'Order 26/1183' });
      await page.getByRole('dialog').getByRole('button', { name: 'Draft it' }).click();
      await page.getByRole('table').getByText('Example exchange').click();
      await page.getByText('Another person than those who drafted it approves it.').waitFor();
      expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
      await addMember(page, 'Head of unit', 'legal');
    });
    await visit(
      `${path}/requests`,
      async (page) => {
        await page.getByRole('table').getByText('Example exchange').click();
        await stepRequest(page, 'Approve');
        await page.getByRole('cell', { name: 'Approved', exact: true }).waitFor();
      },
      { storageState: head },
    );
    await visit(
      `${path}/requests`,
      async (page) => {
        await page.getByRole('table').getByText('Example exchange').click();
        const refused = await stepRequest(page, 'Enter as sent');
        await refused
          .getByText(/authority .*(in force|valid)/i)
          .last()
          .waitFor();
        await refused.getByRole('button', { name: 'Cancel' }).click();
        await goTo(page, path);
        await page.getByRole('button', { name: 'Add authority' }).click();
        await fillFields(page.getByRole('dialog'), {
          ...{ Type: 'Production order', Number: '26/1183', 'Issued by': 'District court' },
          'First day, UTC': '2020-01-01',
        });
        await page.getByRole('dialog').getByRole('button', { name: 'Add the authority' }).click();
        await page.getByText('District court').first().waitFor();
        await goTo(page, `${path}/requests`);
        await page.getByRole('table').getByText('Example exchange').click();
        await stepRequest(page, 'Enter as sent');
        await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor();
        await expectNoFaults(page);
      },
      { expected: { statuses: [403] } },
    );
  });

  test('every tab of the case is sound', async () => {
    await visit(path, async (page) => {
      await page.getByRole('heading', { name: 'Harbour' }).waitFor();
      const tabs = await page.getByRole('navigation', { name: 'Case' }).getByRole('link').all();
      const hrefs = await Promise.all(tabs.map((tab) => tab.getAttribute('href')));
      expect(hrefs.length).toBeGreaterThan(11);
      for (const href of hrefs) {
        await goTo(page, href ?? '');
        await page.locator('.cs-head').waitFor();
        await expectNoFaults(page);
      }
      await page.goto(`${server.origin}${path}/custody`);
      await page.getByRole('button', { name: 'Verify ledgers and files' }).click();
      await page.getByText(/1 file read from the first byte to the last\. All is as it was written/).waitFor();
    });
  });

  test('it is closed with a signed record, cannot be changed while that is in force, and is opened again', async () => {
    await visit(`${path}/audit`, async (page) => {
      await page.getByRole('button', { name: 'Close the case' }).click();
      await page.getByLabel('Why the case is closed').fill('The prosecutor has the file');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Close .* and sign$/ })
        .click();
      await page.locator('.cs-head').getByText('Closed, record F-1').waitFor();
      expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByText('The record is sound.').waitFor();
      await expectNoFaults(page);
      await goTo(page, `${path}/tasks`);
      expect(await page.getByRole('button', { name: 'Add task' }).count()).toBe(0);
      await goTo(page, `${path}/audit`);
      await page.getByRole('button', { name: 'Reopen the case' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Why it is reopened').fill('Another victim came forward');
      await dialog.getByRole('button', { name: /^Reopen / }).click();
      await page.getByText('Another victim came forward', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    });
  });

  test('it is exported, imported with equal content, and purged by two people', async () => {
    let copy = '';
    let saved: Buffer = Buffer.alloc(0);
    await visit(`${path}/audit`, async (page) => {
      saved = await exportCase(page);
      await goTo(page, CASES);
      const file = { name: 'case.json', mimeType: 'application/json', buffer: saved };
      await page.getByLabel('File of a case').setInputFiles(file);
      await page.getByText('Everything in the file has a place in a case.').waitFor();
      await page.getByRole('button', { name: 'Import the case' }).click();
      await page.waitForURL(/\/agency-cases\/[\w-]+$/);
      copy = new URL(page.url()).pathname;
      await page.getByText('Total, equal to the loss').waitFor();
      await goTo(page, `${copy}/audit`);
      const again = await exportCase(page);
      const contentOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { readonly content: object }).content;
      expect(contentOf(again)).toEqual(contentOf(saved));
      expect(contentOf(saved)).not.toEqual({});
      await goTo(page, `${path}/audit`);
      await page.getByRole('button', { name: 'Ask for a purge' }).click();
      await page.getByRole('dialog').getByLabel('Why it is purged').fill('The time is over');
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for a purge' }).click();
      await page.getByText('Another owner or legal adviser decides.').waitFor();
      expect(await page.getByRole('button', { name: 'Purge the case' }).count()).toBe(0);
    });
    // A purge needs a proof of the person that is at most five minutes old.
    head = await signIn(server, 'agencyAdmin');
    await visit(
      `${path}/audit`,
      async (page) => {
        await page.getByRole('button', { name: 'Purge the case' }).click();
        const dialog = page.getByRole('dialog');
        const number = (await page.locator('.cs-number').textContent())?.trim() ?? '';
        await dialog.getByLabel('Number of the case').fill(number);
        await dialog.getByRole('button', { name: `Purge ${number}` }).click();
        const stone = page.getByRole('dialog', { name: 'Purged cases' }).getByRole('listitem');
        await stone.getByText('The time is over').waitFor();
        await stone.getByRole('button', { name: 'Verify the tombstone' }).click();
        await stone.getByText('The line of this purge is in the audit log').waitFor();
        await expectNoFaults(page);
        await page.keyboard.press('Escape');
        await page.getByRole('table').getByRole('link', { name: 'Orchard' }).waitFor();
      },
      { storageState: head },
    );
    await visit(path, (page) => page.getByText('There is no such case.').waitFor(), { expected: { statuses: [404] } });
  });

  test('a scam that is submitted becomes a label, an alert, a watch and a line of the case', async () => {
    let casePath = '';
    await visit(CASES, async (page) => {
      casePath = await openNewCase(page, { template: 'tax', title: 'Willow', policy: 'open' });
      await goTo(page, `/address-search/btc/${BLOCK_170.recipient}`);
      await addToCase(page, 'Willow', page.getByRole('button', { name: 'Add to case' }));
      await submitScam(page, `I paid ${BLOCK_170.recipient} in ${BLOCK_170.txid}`);
    });
    await visit('/scam-submission', (page) => makeLabel(page, 'Trading platform'), { storageState: head });
    await visit('/deconfliction', async (page) => {
      const title = page.getByText(/^Verified report of a scam: .*1Q2TWHE3/);
      await watchAlerted(page, { title, casePath, caseTitle: 'Willow' });
      await page.getByRole('heading', { name: 'Willow' }).waitFor();
    });
  });

  test('list and case hold on a phone and in the dark', async () => {
    for (const dark of [false, true]) {
      await visit(
        CASES,
        async (page) => {
          await page.getByRole('table').getByRole('link', { name: 'Harbour' }).click();
          await page.getByText('Total, equal to the loss').waitFor();
          await expectNoFaults(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        },
        { viewport: PHONE, dark },
      );
    }
  });
});
