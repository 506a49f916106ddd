import type { StatementAnswer, StatementLineAnswer } from '@trailmark/api/contract/statement';
import type { Answer } from '../api.ts';

export const STATED = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw';
const PAYEE = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
const HASH = '4f1c'.padEnd(64, '0');
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const BTC = 100_000_000n;
const TIME = 1_709_251_200;

export const COIN = { id: 'btc', symbol: 'BTC', decimals: 8, isUnverified: false } as const;
const LINE = { chain: 'btc', height: 832_000, part: 0, parts: 1, isSpam: false } as const;
const OWN = [STATED];

/** Two lines: 5 came, 2 left for a named service with a fee. */
export const STATEMENT_LINES: StatementLineAnswer[] = [
  {
    ...LINE,
    ...{ no: 1, time: TIME, txid: TXID, type: 'deposit', basis: 'fact' },
    legs: [{ asset: 'btc', amount: 5n * BTC, value: 300_000_000_000n }],
    own: OWN,
    parties: [{ address: PAYEE }],
    partyCount: 1,
    balances: [{ asset: 'btc', amount: 5n * BTC }],
  },
  {
    ...LINE,
    ...{ no: 2, time: TIME + 86_400, txid: TXID, type: 'withdrawal', basis: 'fact' },
    legs: [{ asset: 'btc', amount: -2n * BTC }],
    fee: { asset: 'btc', amount: -1_000n },
    own: OWN,
    parties: [{ address: PAYEE, label: 'Northgate Exchange', category: 'exchange' }],
    partyCount: 1,
    balances: [{ asset: 'btc', amount: 3n * BTC - 1_000n }],
  },
];

const BALANCE: StatementAnswer['balances'][number] = {
  asset: COIN,
  chain: 'btc',
  opening: 0n,
  in: 5n * BTC,
  out: 2n * BTC,
  fees: 1_000n,
  closing: 3n * BTC - 1_000n,
  closingValue: 180_000_000_000n,
  gaps: [],
  lineCount: 2,
  isSpam: false,
};

/** The same balance where blocks are missing from the second line on. */
export const OPEN_BALANCE: StatementAnswer['balances'][number] = {
  asset: COIN,
  chain: 'btc',
  opening: 0n,
  in: 5n * BTC,
  out: 2n * BTC,
  fees: 1_000n,
  gaps: [
    {
      asset: 'btc',
      kind: 'not-indexed',
      fromHeight: 832_001,
      fromTime: TIME + 600,
      reason: 'Blocks of Bitcoin above height 832,000 are not all indexed.',
      beforeLine: 2,
    },
  ],
  lineCount: 2,
  isSpam: false,
};

const lotSums = { proceeds: 120_000_000_000n, cost: 110_000_000_000n, gain: 10_000_000_000n, unknown: 0n, unsold: 0n };

export function createStatementAnswer(over: Partial<StatementAnswer> = {}): StatementAnswer {
  const subject = { kind: 'address', chain: 'btc', text: STATED } as const;
  const total = { chain: 'btc', asset: 'btc', fees: 0n, count: 1, valueIn: 0n, valueOut: 0n, unpriced: 0 } as const;
  return {
    request: {
      ...{ subjects: [subject], from: null, to: null, zone: 'UTC', currency: 'USD', priceRule: 'day-close' },
      ...{ group: 'transaction', ownTransfers: true, spam: false, template: 'bank', gapLimit: 20 },
    },
    hash: HASH,
    asOf: [
      {
        ...{ chain: 'btc', height: 832_918, hash: HASH, time: TIME + 200_000 },
        ...{ software: 'Trailmark test', labels: 'l-1', prices: 'p-1' },
      },
    ],
    rules: 'created/1',
    subjects: [{ subject, addresses: 1 }],
    addressCount: 1,
    transactionCount: 2,
    balances: [BALANCE],
    totals: {
      month: [{ ...total, key: '2024-03', in: 5n * BTC, out: 2n * BTC }],
      type: [{ ...total, key: 'deposit', in: 5n * BTC, out: 0n }],
      category: [{ ...total, key: 'exchange', in: 0n, out: 2n * BTC }],
      counterparty: [{ ...total, key: PAYEE, label: 'Northgate Exchange', in: 5n * BTC, out: 2n * BTC }],
    },
    lots: [
      {
        asset: 'btc',
        lots: [{ id: 'L1', time: TIME, line: 1, amount: 5n * BTC, cost: 300_000_000_000n }],
        lotCount: 1,
        results: (['fifo', 'lifo', 'average', 'coin-exact'] as const).map((method) => ({
          ...{ method, left: 3n * BTC - 1_000n, ...lotSums },
          taken: method === 'average' ? [] : [{ lot: 'L1', amount: 2n * BTC + 1_000n }],
        })),
        spends: [
          {
            ...{ line: 2, amount: 2n * BTC + 1_000n, coins: [`${TXID}:0`] },
            takes: [{ method: 'fifo', parts: [{ lot: 'L1', amount: 2n * BTC + 1_000n }] }],
          },
        ],
        spendCount: 1,
      },
    ],
    points: [
      {
        asset: 'btc',
        points: [
          { time: TIME, amount: 5n * BTC },
          { time: TIME + 86_400, amount: 3n * BTC - 1_000n },
        ],
      },
    ],
    bridges: [],
    lineCount: 2,
    spamCount: 0,
    unpricedCount: 1,
    ...over,
  };
}

/** One payment that both sides name, one that the ledger has alone, and a row that cannot be read. */
export function createRecordsAnswer(): Answer<'matchStatementRecords'> {
  const amount = { chain: 'btc', asset: 'btc', symbol: 'BTC', decimals: 8, direction: 'out', addresses: [] } as const;
  return {
    mapping: {
      fields: ['time', 'amount'],
      dateOrder: 'day-first',
      offsetMinutes: 0,
      decimalComma: false,
      side: 'service',
    },
    ...{ header: ['Date', 'Amount'], headerLine: 1, sheets: [], sheet: '' },
    sample: [['2024-03-02', '2']],
    rowCount: 2,
    refused: [{ line: 3, reason: '“never” is no date that can be read.' }],
    refusedCount: 1,
    counts: { 'ledger-only': 1, 'records-only': 1, differs: 0, matched: 1 },
    matches: [
      {
        finding: 'ledger-only',
        ledger: { ...amount, addresses: [], line: 1, time: TIME, amount: 5n * BTC },
        ...{ differences: [], moreLedger: [], moreRecords: [] },
      },
      {
        finding: 'records-only',
        record: { line: 4, time: TIME, asset: 'BTC', amount: '4.9', direction: 'in' },
        ...{ differences: [], moreLedger: [], moreRecords: [] },
      },
      {
        ...{ finding: 'matched', by: 'txid', secondsApart: 95, moreLedger: [], moreRecords: [] },
        ledger: { ...amount, addresses: [], line: 2, time: TIME + 86_400, txid: TXID, amount: 2n * BTC },
        record: { line: 2, time: TIME + 86_495, asset: 'BTC', amount: '2', direction: 'out' },
        differences: [],
      },
    ],
    statementHash: HASH,
    textHash: HASH,
  };
}

const SUM = { asset: 'btc', returned: 0n, returnedValue: 0n, count: 1, unpriced: 0 } as const;
const PAYMENT = { way: 'paid', chain: 'btc', height: 832_000, txid: TXID, asset: 'btc', payerCount: 1 } as const;

/** One payment of one victim, and one that could be of several and has no price. */
export function createLossAnswer(): Answer<'listVictimLosses'> {
  const options = { from: null, to: null, zone: 'UTC', currency: 'USD', priceRule: 'day-close', gapLimit: 20 } as const;
  const place = { addresses: [{ chain: 'btc' as const, text: STATED }], transactions: [] };
  return {
    request: {
      ...options,
      subjects: [{ kind: 'address', chain: 'btc', text: PAYEE }],
      victims: [{ name: 'Customer 7', reference: 'V-1', ...place }],
      available: 100_500_000n,
    },
    hash: HASH,
    asOf: [],
    addressCount: 1,
    assets: [COIN],
    victims: [
      {
        ...{ victim: 0, count: 1, unpriced: 0, loss: 300_000_000_000n, share: 1_000_000, restitution: 100_500_000n },
        sums: [{ ...SUM, paid: 5n * BTC, paidValue: 300_000_000_000n }],
      },
    ],
    payments: [
      {
        ...{ ...PAYMENT, no: 1, basis: 'addresses', victims: [0], time: TIME, amount: 5n * BTC },
        ...{ value: 300_000_000_000n, payers: [STATED], paid: PAYEE },
      },
      {
        ...{ ...PAYMENT, no: 2, basis: 'undecided', victims: [0], time: TIME, amount: BTC, payers: [STATED] },
        paid: PAYEE,
      },
    ],
    undecided: [{ ...SUM, paid: BTC, paidValue: 0n, unpriced: 1 }],
    others: [{ asset: 'btc', amount: BTC, count: 3 }],
    unverified: [],
    jointCount: 1,
    notFound: [{ victim: 0, chain: 'btc', txid: 'f'.repeat(64) }],
    gaps: [],
  };
}

const AT = 1_772_500_000;
const BY = 'Lead investigator';
const personId = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;

/** A case with a suspect and a victim, who are linked to the first and the second address. */
export function createCasePeople(addresses: readonly string[]): Answer<'listCasePeople'> {
  const written = { addedAt: AT, addedBy: BY, withdrawn: null };
  return {
    people: (['suspect', 'victim'] as const).map((kind, i) => ({
      ...{
        id: personId(i + 1),
        number: `${kind === 'victim' ? 'V' : 'P'}-1`,
        kind,
        name: `Person ${i + 1}`,
        detail: '',
      },
      ...{ aliases: [], note: '', identifiers: [], hasPersonalData: false, version: 1, ...written },
      ...{ changedAt: AT, changedBy: BY },
    })),
    links: addresses.map((address, i) => ({
      ...{ id: personId(i + 5), person: personId(i + 1), to: { kind: 'address', chain: 'btc', address } },
      ...{ relation: 'Controls the key', basis: 'seized-device', explanation: '', mark: 'inference' },
      ...{ confidence: { of: 'person', word: 'likely' }, source: 'EV-01', ...written },
    })),
    labels: [],
    addresses: addresses.map((address) => ({ chain: 'btc', address, number: null })),
  };
}
