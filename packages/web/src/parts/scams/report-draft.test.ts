import type { ScamReading } from '@trailmark/api/contract/scam-report';
import { expect, test } from 'vitest';
import {
  EMPTY_REPORT,
  mergeReading,
  readTypedTime,
  toFoundPayments,
  toFoundSuspects,
  toSubmission,
} from './report-draft.ts';

const TXID = 'ab'.repeat(32);
const item = (kind: ScamReading['items'][number]['kind'], value: string, chain: 'btc' | null = null) => ({
  ...{ kind, value, chain, quote: value, other: null, reports: null },
});
const READING: ScamReading = {
  items: [
    item('address', '1A', 'btc'),
    item('transaction', TXID, 'btc'),
    item('amount', '0.5 BTC'),
    item('email', 'own@mail.example'),
    item('domain', 'bad.example'),
  ],
  transactions: [
    {
      ...{ chain: 'btc', txid: TXID, height: 1, time: 1_772_547_727, paymentCount: 2, payers: ['1C'] },
      payments: [
        { address: '1A', amount: '0.4821', unit: 'BTC', isNamed: true },
        { address: '1B', amount: '2', unit: 'BTC', isNamed: false },
      ],
    },
  ],
  ...{ refused: [], hidden: 0, hasSecret: false, truncated: false, asOf: [] },
};

test('a payment of a text is what the ledger says, with the other amounts that were written', () => {
  expect(toFoundPayments(READING)).toEqual([
    {
      payment: {
        ...{ id: `${TXID}:1A`, chain: 'btc', txid: TXID, address: '1A', amount: '0.4821', unit: 'BTC' },
        at: '2026-03-03 14:22',
      },
      otherAmounts: ['0.5'],
    },
  ]);
});

test('what a text names is added once, and an email address only by the person', () => {
  const once = mergeReading(EMPTY_REPORT, READING);
  const twice = mergeReading(once, READING);
  expect(twice).toEqual(once);
  expect(once.suspects.map(({ kind }) => kind)).toEqual(['address', 'domain']);
});

test('an address that paid is left to the person, as an account that may be their own, and its change is no payment', () => {
  const [transaction] = READING.transactions;
  if (!transaction) throw new Error('no transaction');
  const change = { address: '1C', amount: '0.1', unit: 'BTC', isNamed: true };
  const reading: ScamReading = {
    ...READING,
    items: [...READING.items, item('address', '1C', 'btc'), item('handle', '@own')],
    transactions: [{ ...transaction, payments: [...transaction.payments, change] }],
  };
  const { payments, suspects } = mergeReading(EMPTY_REPORT, reading);
  expect(suspects.map(({ value }) => value)).toEqual(['1A', 'bad.example']);
  expect(payments.map(({ address }) => address)).toEqual(['1A']);
  const open = toFoundSuspects(reading).filter(({ needsDecision }) => needsDecision);
  expect(open.map(({ value }) => value)).toEqual(['own@mail.example', '1C', '@own']);
});

test('what cannot be read is named by its number, and nothing of a person is sent without consent', () => {
  const draft = mergeReading(EMPTY_REPORT, READING);
  const [payment] = draft.payments;
  if (!payment) throw new Error('no payment');
  expect(toSubmission({ ...draft, payments: [{ ...payment, amount: '1,5' }] })).toMatchObject({
    fault: expect.stringContaining('Payment 1'),
  });
  const victim = { name: 'N', email: '', phone: '', country: '' };
  expect(toSubmission({ ...draft, victim })).toMatchObject({ body: { victim: null } });
  expect(toSubmission({ ...draft, victim, hasConsent: true })).toMatchObject({ body: { victim } });
});

test('a time is read as UTC, and a day alone as its noon', () => {
  expect([
    readTypedTime('2026-03-03 14:22'),
    readTypedTime('2026-03-03'),
    readTypedTime(''),
    readTypedTime('3/3'),
  ]).toEqual([1_772_547_720, 1_772_539_200, null, undefined]);
});
