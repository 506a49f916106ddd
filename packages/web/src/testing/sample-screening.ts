import type { AssetExposure, PartyExposure } from '@trailmark/core/screening/exposure';
import type { FiredRule, Screening, Verdict } from '@trailmark/core/screening/screening';
import type { Answer } from '../api.ts';

export const SCREENED = '12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw';
export const MARKET = '1Lantern11111111111111111111114oLvT2';
const HASH = '9c41'.padEnd(64, '0');
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const BTC = 100_000_000n;

const AS_OF = {
  chain: 'btc',
  height: 170,
  hash: HASH,
  time: 1_231_731_025,
  software: 'Trailmark test',
  engine: 'trace/1',
  labels: 'l-1',
  prices: 'p-1',
  rules: 'r-1',
} as const;

const RULE_SET = { name: 'Default rules', hash: HASH };

export function createParty(over: Partial<PartyExposure> = {}): PartyExposure {
  return {
    way: 'in',
    ring: 'direct',
    category: 'darknet_market',
    party: {
      kind: 'named',
      name: 'Lantern market',
      category: 'darknet_market',
      basis: 'claim',
      source: 'https://example.org/list',
      asOf: '2025-02-03',
      confidence: 60,
      key: 'lantern',
    },
    address: MARKET,
    amount: 3n * BTC,
    sharePpm: 300_000,
    ends: 2,
    minHops: 1,
    firstTime: 1_231_731_025,
    lastTime: 1_241_731_025,
    listing: null,
    money: 1_500_000n,
    refs: [`${TXID}:0`],
    ...over,
  };
}

/** 10 BTC received, 3 of them from a market and 2 from an exchange behind others; 4 sent, all to unlabelled wallets. */
export const EXPOSURE: AssetExposure = {
  asset: '',
  symbol: 'BTC',
  decimals: 8,
  sides: [
    { way: 'in', total: 10n * BTC, added: 0n, transactionsRead: 41, isPartial: false, gaps: [] },
    { way: 'out', total: 4n * BTC, added: 0n, transactionsRead: 12, isPartial: true, gaps: [] },
  ],
  parties: [
    createParty(),
    createParty({
      ...{ ring: 'indirect', category: 'exchange', amount: 2n * BTC, sharePpm: 200_000, minHops: 3, money: null },
      party: {
        ...{ kind: 'service', name: 'Northgate', category: 'exchange', basis: 'inference' },
        ...{ source: 'cluster', confidence: 80, key: 'northgate' },
      },
    }),
  ],
  remainders: [
    { way: 'in', remainder: 'held', amount: 4n * BTC, sharePpm: 400_000 },
    { way: 'in', remainder: 'hops', amount: BTC, sharePpm: 100_000 },
    { way: 'out', remainder: 'held', amount: 3n * BTC, sharePpm: 750_000 },
    { way: 'out', remainder: 'budget', amount: BTC, sharePpm: 250_000 },
  ],
};

export function createFired(over: Partial<FiredRule> = {}): FiredRule {
  return {
    ...{ rule: 'D1', title: 'Direct exposure to a darknet market', basis: 'direct', category: 'darknet_market' },
    ...{ way: 'in', ring: 'direct', weight: 70, isCapped: false, part: 30 },
    reason: '30.0 % of what it received came directly from “Lantern market”.',
    ...{ asset: '', amount: 3n * BTC, sharePpm: 300_000, hops: 1, rests: 'claim', labels: ['0123456789abcdef'] },
    ...{ refs: [`${TXID}:0`], party: 'Lantern market', address: MARKET },
    ...over,
  } as FiredRule;
}

const SCORED: Verdict = {
  state: 'scored',
  level: 'high',
  score: 70,
  sentences: [
    '30.0 % of what it received came directly from “Lantern market”.',
    'It passes money on within minutes.',
    '25 % of what it sent in BTC was not read.',
  ],
  fired: [
    createFired(),
    createFired({
      ...{ rule: 'B2', title: 'Rapid pass-through', basis: 'behaviour', category: null, way: null, ring: null },
      ...{ weight: 40, part: 40, reason: 'It passes money on within minutes.', sharePpm: null, hops: null },
      ...{ rests: 'inference', labels: [], party: null, address: null },
    }),
  ],
};

function createScreening(over: Partial<Screening> = {}): Screening {
  return {
    request: {
      chain: 'btc',
      subject: { kind: 'address', text: SCREENED },
      ways: ['in', 'out'],
      asset: null,
      method: 'haircut/1',
      maxHops: 5,
      minSharePpm: 1_000,
      minAmount: 0n,
      fromTime: null,
      toTime: null,
      budget: 10_000,
      withCluster: false,
      followSwaps: false,
      withoutLabels: [],
      withoutRules: [],
    },
    verdict: SCORED,
    own: [],
    cluster: null,
    inherited: [
      {
        ...{ id: '0123456789abcdef', label: 'Fogline', category: 'mixer', source: 'https://example.org', pack: 'p' },
        ...{ confidence: 20, asOf: null, via: MARKET, listing: null },
      },
    ],
    exposure: [EXPOSURE],
    behaviours: [
      {
        pattern: 'pass-through/1',
        title: 'Rapid pass-through',
        sentence: '6 of 9 receipts left within 40 minutes.',
        firstTime: 1_231_731_025,
        lastTime: 1_231_831_025,
        txids: [TXID],
        count: 1,
      },
    ],
    disagreements: [],
    limits: ['The limit of transactions ended the search.'],
    ...over,
  } as Screening;
}

/** The answer of `runScreening`; parts of the screening can be others. */
export function createScreeningAnswer(over: Partial<Screening> = {}): Answer<'runScreening'> {
  return {
    id: null,
    asOf: AS_OF,
    ruleSet: RULE_SET,
    screening: createScreening(over),
    hash: HASH,
  } as Answer<'runScreening'>;
}

const METHODS = ['fifo/1', 'haircut/1', 'lifo/1', 'poison/1'];
const HOPS = [3, 5, 10];

type Outcome = Pick<Verdict, 'state' | 'level' | 'score'>;

function outcomeOf(method: string, maxHops: number): Outcome {
  if (method === 'fifo/1' && maxHops === 3) return { state: 'none', level: 'low', score: null };
  return {
    state: 'scored',
    ...(method === 'poison/1' ? { level: 'severe', score: 90 } : { level: 'high', score: 70 }),
  };
}

/** The answer of `testScreening`: haircut with 5 hops is in use, poison is higher, FIFO with 3 hops finds nothing. */
export function createSensitivity(): Answer<'testScreening'> {
  const cells = METHODS.flatMap((method) =>
    HOPS.map((maxHops) => ({
      ...{ method, maxHops, isAsked: method === 'haircut/1' && maxHops === 5 },
      ...outcomeOf(method, maxHops),
    })),
  );
  return {
    asOf: AS_OF,
    ruleSet: RULE_SET,
    cells,
    exposure: [{ category: 'darknet_market', way: 'in', shares: cells.map((_, i) => 250_000 + i * 10_000) }],
    without: [
      {
        ...{ kind: 'label', id: '0123456789abcdef', name: 'Lantern market' },
        ...{ sentence: 'Without it the score is 40 instead of 70.', change: -30 },
        ...{ state: 'scored', level: 'medium', score: 40 },
      },
      {
        ...{ kind: 'rule', id: 'B2', name: 'Rapid pass-through' },
        ...{ sentence: 'The verdict is the same without it.', change: 0, state: 'scored', level: 'high', score: 70 },
      },
    ],
  };
}
