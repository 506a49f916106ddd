import { expect, test } from 'vitest';
import { type DraftReport, IC3_CHARACTERS, writeScamDrafts } from './scam-drafts.ts';

const PAYMENT = {
  chain: 'Bitcoin',
  chainCode: 'BTC',
  txid: 'c66d'.repeat(16),
  address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  amount: '0.41',
  unit: 'BTC',
  time: '2026-03-03 14:22:07 UTC',
  check: 'On chain.',
};
const REPORT: DraftReport = {
  reference: 'SR-2026-7K4M-93QD',
  agency: 'North District Police',
  category: 'Recovery fee scam',
  categoryCode: 'IMPERSONATION',
  payments: [PAYMENT],
  suspects: [
    { kind: 'domain', value: 'meridian.example' },
    { kind: 'name', value: 'Support' },
  ],
  loss: { amount: '25000', currency: 'USD' },
  evidence: [{ size: 10, sha256: 'a'.repeat(64) }],
  story: [{ title: 'First contact', text: 'They called me.' }],
  day: '2026-11-20',
};
const NO_PORTAL = { name: '', template: '' };
const draft = (id: string, report = REPORT, portal = NO_PORTAL) => {
  const found = writeScamDrafts(report, portal).find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};

test('a complaint for IC3 names ten transactions at most and says how many it left out', () => {
  const { text, limits } = draft('ic3', { ...REPORT, payments: Array.from({ length: 12 }, () => PAYMENT) });
  expect(text.match(/^Transaction \d+$/gm)).toHaveLength(10);
  expect(text).toContain('2 further payments do not fit');
  expect(limits[0]).toBe('10 of 10 transactions, 2 left out');
});

test('its description has 3,500 characters at most, counted as people count them', () => {
  const { text, limits } = draft('ic3', { ...REPORT, story: [{ title: 'Timeline', text: '💶'.repeat(5_000) }] });
  const description = text.split('characters)\n')[1]?.split('\n\n6 Other')[0] ?? '';
  expect([...description]).toHaveLength(IC3_CHARACTERS);
  expect(limits[1]).toBe('3500 of 3500 characters, shortened');
  expect(text.isWellFormed()).toBe(true);
});

test('its amounts have neither a sign nor separators', () => {
  expect(draft('ic3').text).toContain('  Amount: 0.41\n  Cryptocurrency: BTC (Bitcoin)');
});

test('a template of the agency is filled in once, and what nobody knows stays a blank', () => {
  const portal = { name: 'Portal', template: '{category}: {domains} {your name} {__proto__}' };
  const hostile = { ...REPORT, suspects: [{ kind: 'domain', value: '{reference}' }] };
  const { text, limits, title } = draft('portal', hostile, portal);
  expect(text).toBe('Recovery fee scam: {reference} [your name] {__proto__}');
  expect([title, ...limits]).toEqual(['Portal', '2 of 3 fields filled', '1 only you know']);
});

test('the Chainabuse file has the side of the scammer alone', () => {
  const body = JSON.parse(draft('chainabuse').text);
  expect(body).toMatchObject({
    scamCategory: 'IMPERSONATION',
    addresses: [{ address: PAYMENT.address, chain: 'BTC' }, { domain: 'meridian.example' }],
    losses: [{ amount: '0.41', asset: 'BTC' }],
  });
  expect(draft('chainabuse').text).not.toMatch(/called me|North District/);
});

test('a freeze letter names whole hashes and leaves blank what only the officer knows', () => {
  const { text } = draft('freeze-letter');
  expect(text).toContain(PAYMENT.txid);
  expect(text).toContain('Balance there now, with block height: [balance at height]');
});
