import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { MID_CHAIN_ADDRESS } from './block-170.ts';
import { openSite, readText } from './harness.ts';
import { bringIntoForce, trailmark } from './label-pack.ts';
import { LABELLED, PAIR } from './labelled.ts';

/** A CoinJoin of the bundled Wasabi sample, and two of its inputs. */
const MIX = {
  txid: '6084543ea63d4dc0cb7eba54eb32af177c5d1f065294f4b0af0c52cc0a1f9fc7',
  inputs: ['bc1q6tgj7s8lp2x7dkunj47mpc6seyv03k04h7uhtw', 'bc1qjapnuev0xvn8glqv04lulyt28td5rzrqe83w3j'],
} as const;

const TABLE = `address,label,category,actor,confidence,source,as_of,network
${PAIR.a},Binance 9,exchange,binance,web_crawl,https://one.example/list,2025-01-02,btc
${PAIR.a},LockerX,ransomware,,forensic,Report of an agency,2024-03-04,btc
${MIX.inputs[0]},Some exchange payout,exchange,,web_crawl,https://one.example/list,2025-01-02,btc
${MID_CHAIN_ADDRESS},Said to be listed,sanctioned,,web_crawl,https://one.example/list,2025-01-02,btc
`;

describeWith('chromium', (chromium) => {
  const { server, visit, ask } = openSite(chromium, { as: 'allowed' });
  const get = async (path: string) => (await ask(`/api/v1${path}`)).json();

  beforeAll(async () => {
    await bringIntoForce(server, 'two-sources', TABLE);
  });

  test('sources that contradict each other are shown side by side, on the screen and in the answer', async () => {
    const { isContradictory, claims } = await get(`/labels/btc/${PAIR.a}`);
    expect(isContradictory).toBe(true);
    expect(
      claims.map(({ category, confidence }: never) => [category, (confidence as { level: number }).level]),
    ).toEqual([
      ['ransomware', 50],
      ['exchange', 20],
    ]);
    await visit(`/exchange-lookup/btc/${PAIR.a}`, async (page) => {
      await page.getByRole('heading', { name: /side by side, none is chosen/ }).waitFor();
      const beside = await readText(page.locator('.xl-beside').first());
      for (const word of ['“Binance 9”', '“LockerX”', '50 of 100', '20 of 100', '2 Jan 2025', '4 Mar 2024'])
        expect(beside).toContain(word);
      await page.locator('.xl-warnings').getByText('Sources disagree').waitFor();
    });
  });

  test('a CoinJoin that looks like an exchange payout shows what speaks against it and joins nobody', async () => {
    const { coinJoin, vetoes, links } = await get(`/btc/transactions/${MIX.txid}/findings`);
    expect([coinJoin.isCoinJoin, vetoes.map(({ id }: { id: string }) => id), links]).toEqual([true, ['exchange'], []]);
    expect((await get(`/btc/why/${MIX.inputs.join('/')}`)).verdict).toBe('apart');
    await visit(`/Track/btc/tx/${MIX.txid}`, async (page) => {
      await page.getByText(/A source calls the owner of 1 of 83 inputs an exchange/).waitFor();
      await page.getByText(/Its inputs are not inferred to have one owner/).waitFor();
    });
  });

  test('only the list of OFAC lists, and without it nothing is reported as off the list', async () => {
    const ask = async (address: string) => (await get(`/labels/btc/${address}`)).sanctions;
    expect(await ask(LABELLED.sanctioned)).toBe('listed');
    expect(await ask(LABELLED.exchange)).toBe('not-listed');
    expect(await ask(MID_CHAIN_ADDRESS)).toBe('not-listed');
    expect((await fetch(`${server.origin}/api/v1/sanctions/${MID_CHAIN_ADDRESS}`)).status).toBe(200);
    expect(await get(`/sanctions/${MID_CHAIN_ADDRESS}`)).toEqual({ identifications: [] });
    await trailmark(server, 'labels', 'deactivate', 'ofac-sdn');
    expect(await ask(LABELLED.sanctioned)).toBe('no-list');
    expect((await fetch(`${server.origin}/api/v1/sanctions/${LABELLED.exchange}`)).status).toBe(503);
    await visit(`/exchange-lookup/btc/${LABELLED.exchange}`, async (page) => {
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText('No sanctions list is in force here').waitFor();
      expect(await readText(answer)).not.toMatch(/Not on the OFAC SDN list/);
    });
  });
});
