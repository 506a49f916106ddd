import type { ClaimAppeal } from '@trailmark/api/contract/agency-statement';
import type { LabelClaim } from '@trailmark/api/contract/label';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openPart } from '../testing/open-screen.tsx';
import { LabelClaimsTable } from './label-claims-table.tsx';

const CLAIM: LabelClaim = {
  ...{ id: '0123456789abcdef', network: 'btc', address: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', label: 'Fogline' },
  ...{ category: 'mixer', actor: null, confidence: { id: 'web_crawl', level: 20 }, scope: 'address', role: null },
  ...{ source: 'https://example.org', asOf: '2026-02-02', licence: 'CC0', visibility: 'public', details: {} },
  pack: { id: 'p', title: 'P', version: '0123456789abcdef', asOf: '2026-02-02' },
};
const APPEAL: ClaimAppeal = { state: 'open', at: 1_774_000_000, by: 'Analyst', text: 'It is a deposit address.' };

test.each([
  { state: 'open', mark: 'contested', says: /Contested by your agency, not decided \(Analyst/ },
  { state: 'accepted', mark: 'found wrong', says: /Your agency found this label wrong/ },
  { state: 'rejected', mark: undefined, says: /rejected an appeal against this label/ },
] as const)('a claim with an appeal that is $state says so, with the words of it', async ({ state, mark, says }) => {
  openPart(<LabelClaimsTable caption="Claims" claims={[{ ...CLAIM, appeal: { ...APPEAL, state } }]} />);
  await expect.element(page.getByText(says)).toBeVisible();
  await expect.element(page.getByText(says)).toHaveTextContent(APPEAL.text);
  const marks = page.getByTitle(/It is a deposit address/).elements();
  expect(marks.map(({ textContent }) => textContent)).toEqual(mark ? [mark] : []);
  await expectAccessible();
});

test('a claim that nobody contested says nothing of appeals', async () => {
  openPart(<LabelClaimsTable caption="Claims" claims={[CLAIM]} />);
  await expect.element(page.getByText('“Fogline”')).toBeVisible();
  expect(page.getByText(/agency|contested/i).elements()).toEqual([]);
});

test('an entry of a sanctions list is one statement of that list, with no confidence', async () => {
  const statement = 'On the OFAC SDN list (copy of 20 Aug 2026): SAMPLE, programme CYBER2, listed on 5 Apr 2022.';
  const listing: LabelClaim['listing'] = {
    ...{ list: 'OFAC SDN list', entity: 'SAMPLE', programme: 'CYBER2', uid: '7', listedFrom: '2022-04-05' },
    ...{ listedHow: 'on', listedTo: null, copyOf: '2026-08-20', statement },
  };
  const confidence = { id: 'authority_data', level: 60 } as const;
  const entry: LabelClaim = { ...CLAIM, id: 'e', category: 'sanctioned', confidence, listing };
  openPart(<LabelClaimsTable caption="Claims" claims={[entry, CLAIM]} />);
  await expect.element(page.getByText(statement)).toBeVisible();
  await expect.element(page.getByText('entry of a list')).toBeVisible();
  expect(page.getByText('60', { exact: true }).elements()).toEqual([]);
  await expect.element(page.getByText('20', { exact: true })).toBeVisible();
});
