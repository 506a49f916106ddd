import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { BLOCK_170, MID_CHAIN_ADDRESS } from './block-170.ts';
import { openSite, readFigure, readText } from './harness.ts';

const { txid, sender, recipient, height, hash } = BLOCK_170;
const MISTYPED = `${sender.slice(0, -1)}T`;
const LITECOIN = 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9';
const UNKNOWN_TXID = `${'0'.repeat(63)}1`;
const REFUSALS = { expected: { statuses: [400, 404] } };

async function search(page: Page, text: string): Promise<void> {
  await page.getByLabel('Address, transaction id, block height or hash').fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
}

async function openProof(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Check in this browser' }).click();
  await page.locator('.tm-proof ol li').nth(4).waitFor();
  return page.locator('.tm-proof .outcome').allInnerTexts();
}

/** Another hexadecimal digit in the place of one. */
function alter(hex: string, at: number): string {
  return hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);
}

interface ProofBody {
  readonly rawTransaction: string;
  readonly header: string;
  readonly branch: readonly [string];
}

describeWith('chromium', (chromium) => {
  const { visit } = openSite(chromium, { isShared: true });

  describe('the first payment', () => {
    test.each([
      ['its transaction id', txid, `/Track/btc/tx/${txid}`],
      ['the sender', sender, `/Track/btc/address/${sender}`],
      ['the recipient', ` ${recipient} `, `/Track/btc/address/${recipient}`],
      ['the block hash', hash, `/Track/btc/block/${hash}`],
    ])('is found by %s', async (_, text, path) => {
      await visit('/Track', async (page) => {
        await search(page, text);
        await page.waitForURL(`**${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      });
    });

    test('is found by the height and, from the block, by its transaction', async () => {
      await visit('/Track', async (page) => {
        await search(page, String(height));
        await page.waitForURL(`**/Track/btc/block/${hash}`);
        await page.getByRole('heading', { name: 'Block 170' }).waitFor();
        expect(await readFigure(page, 'Paid out')).toBe('100.00000000 BTC');
        await page.getByRole('link', { name: /transaction ending 1e9e16/ }).click();
        await page.waitForURL(`**/Track/btc/tx/${txid}?height=170`);
      });
    });

    test('is found by the beginning of an address, and by beginning and end', async () => {
      for (const text of ['12cbQLTF', '12cb…pTu3S']) {
        await visit('/Track', async (page) => {
          await search(page, text);
          const hit = page.getByRole('list', { name: 'Found' }).getByRole('link');
          await hit.first().waitFor();
          expect(await hit.count()).toBe(1);
          await hit.click();
          await page.waitForURL(`**/Track/btc/address/${sender}`);
        });
      }
    });

    test('shows both sides, what became of the outputs, and that later blocks are missing', async () => {
      await visit(`/Track/btc/tx/${txid}`, async (page) => {
        const outputs = page.locator('.tm-sides .side').nth(1);
        await outputs.getByText('spent or not: not known').waitFor();
        expect(await readText(outputs.locator('li').nth(1))).toContain('height 181');
        expect(await readText(page.locator('.tm-figs'))).toContain('2 outputs: 1 spent, 1 not known');
        const confirmations = page.locator('.tm-facts dt', { hasText: 'Confirmations' }).locator('+ dd');
        expect(await readText(confirmations)).toContain('not known');
      });
    });
  });

  describe('balances', () => {
    test('are exact up to the last height that is indexed without a gap', async () => {
      await visit(`/Track/btc/address/${sender}`, async (page) => {
        await page.locator('.tm-figs').waitFor();
        expect(await readFigure(page, 'Balance, height 4,312')).toBe('18.00000000 BTC');
        expect(await readFigure(page, 'Received')).toBe('195.00000000 BTC');
        expect(await readText(page.locator('.tm-banner'))).toContain('Complete to block 4,312.');
        await page.locator('.tm-tbl tbody tr').nth(5).waitFor();
        const after = await page.locator('.tm-tbl tbody tr td:nth-child(7)').allInnerTexts();
        expect(after.map(Number)).toEqual([18, 28, 29, 30, 40, 50]);
        const values = await page.locator('.tm-tbl tbody tr td:nth-child(6)').allInnerTexts();
        expect(values).toHaveLength(6);
        for (const value of values) expect(value).toMatch(/^no price.*No USD price of BTC on (9|12) Jan 2009/s);
      });
    });

    test('belong to the other address too', async () => {
      await visit(`/Track/btc/address/${recipient}`, async (page) => {
        await page.locator('.tm-figs').waitFor();
        expect(await readFigure(page, 'Received')).toBe('10.00000000 BTC');
        expect(await readFigure(page, 'Sent')).toBe('0 BTC');
        expect(await readFigure(page, 'Balance, height 4,312')).toBe('10.00000000 BTC');
      });
    });

    test('are not known in the middle of the chain, and times there are estimates', async () => {
      await visit(`/Track/btc/address/${MID_CHAIN_ADDRESS}`, async (page) => {
        await page.locator('.tm-tbl tbody tr').first().waitFor();
        expect(await readFigure(page, 'Balance')).toContain('not known');
        const rows = page.locator('.tm-tbl tbody tr');
        expect(await rows.count()).toBe(25);
        expect(await rows.locator('.tm-time .tm-est').count()).toBe(25);
        // The day of an estimated time is estimated too, and with it the value.
        expect(await rows.locator('.tm-fiat .tm-est').count()).toBe(25);
        expect(await rows.locator('.tm-none').count()).toBeGreaterThanOrEqual(25);
        await page.getByRole('button', { name: 'Load 25 more' }).click();
        await page.getByText('Rows 1 to 50 of 180').waitFor();
        const banner = await readText(page.locator('.tm-banner'));
        expect(banner).toContain('At heights 100,000 to 102,999: no scripts or proofs, times are estimates.');
      });
    });
  });

  describe('the proof', () => {
    test('passes all five steps in the browser', async () => {
      await visit(`/Track/btc/tx/${txid}`, async (page) => {
        expect(await openProof(page)).toEqual(['passes', 'passes', 'passes', 'passes', 'passes']);
        expect(await readText(page.locator('.tm-proof'))).toContain('5 of 5 steps passed');
      });
    });

    test.each([
      ['raw bytes', 1, (body: ProofBody) => ({ ...body, rawTransaction: alter(body.rawTransaction, 100) })],
      ['branch', 2, (body: ProofBody) => ({ ...body, branch: [alter(body.branch[0], 20)] })],
      ['header', 3, (body: ProofBody) => ({ ...body, header: alter(body.header, 158) })],
    ])('fails at its step when one digit of the %s differs', async (_, step, tamper) => {
      await visit('/', async (page) => {
        await page.route('**/proof', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: tamper((await response.json()) as ProofBody) });
        });
        await page.goto(`${new URL(page.url()).origin}/Track/btc/tx/${txid}`);
        const outcomes = await openProof(page);
        expect(outcomes.indexOf('fails')).toBe(step - 1);
        expect(await readText(page.locator('.tm-proof'))).toContain('Do not rely on this transaction');
        await page.locator('.tm-proof li.bad').first().getByText('It had to be').first().waitFor();
      });
    });

    test('is not offered where no raw bytes are stored', async () => {
      await visit(`/Track/btc/address/${MID_CHAIN_ADDRESS}`, async (page) => {
        await page
          .getByRole('link', { name: /^transaction ending/ })
          .first()
          .click();
        await page.getByText('This cannot be proved from this index').waitFor();
        expect(await page.getByRole('button', { name: 'Check in this browser' }).count()).toBe(0);
      });
    });
  });

  describe('bad input', () => {
    test('an address with a typing error is refused by its checksum', async () => {
      const sentence = 'the checksum fails. Compare the last four characters with your source.';
      await visit(
        `/Track/btc/address/${MISTYPED}`,
        async (page) => {
          expect(await readText(page.getByRole('alert'))).toContain(sentence);
          expect(await page.locator('.tm-figs').count()).toBe(0);
        },
        REFUSALS,
      );
      await visit('/Track', async (page) => {
        await search(page, MISTYPED);
        await page.getByText(sentence).waitFor();
      });
    });

    test('an address of another chain is named as such, and its own page claims nothing', async () => {
      await visit(
        `/Track/btc/address/${LITECOIN}`,
        async (page) => {
          expect(await readText(page.getByRole('alert'))).toContain('This is a Litecoin address, not a Bitcoin one.');
        },
        REFUSALS,
      );
      await visit(
        '/Track',
        async (page) => {
          await search(page, LITECOIN);
          await page.waitForURL(`**/Track/ltc/address/${LITECOIN}`);
          await page.getByText('This server holds no Litecoin data.').waitFor();
        },
        REFUSALS,
      );
    });

    test('an unknown transaction and a height between the runs are missing, not refused', async () => {
      await visit(
        `/Track/btc/tx/${UNKNOWN_TXID}`,
        async (page) => {
          const text = await readText(page.getByRole('alert'));
          expect(text).toContain('was not found');
          expect(text).toContain('It may be in a block outside of it.');
          expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
        },
        REFUSALS,
      );
      await visit(
        '/Track/btc/block/5000',
        async (page) => {
          expect(await readText(page.getByRole('alert'))).toContain('Block 5,000 is not in this index.');
        },
        REFUSALS,
      );
    });

    test('an unknown chain and an unknown page say so', async () => {
      await visit(
        '/Track/xyz/address/1',
        async (page) => {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByText('There is no chain "xyz".').waitFor();
        },
        { expected: { console: /There is no chain "xyz"/ } },
      );
      // Outside every layout, and within one.
      for (const path of ['/nowhere', '/login/nowhere']) {
        await visit(
          path,
          async (page) => {
            await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor();
            expect(await page.getByRole('main').count(), path).toBe(1);
          },
          { expected: { statuses: [404] } },
        );
      }
    });
  });
});
