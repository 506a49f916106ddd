import type { AssetLots } from '@trailmark/core/statement/lots';
import type {
  AssetStatement,
  LineArrival,
  LineType,
  StatementAsset,
  StatementLeg,
  StatementLine,
  StatementRate,
  StatementRequest,
  StatementTotal,
} from '@trailmark/core/statement/statement';
import type { StatementChart, StatementDocument, StatementHead } from '../statement/statement-document.ts';

const BTC: StatementAsset = { id: 'btc', symbol: 'BTC', statedName: undefined, decimals: 8, isUnverified: false };
const ETH: StatementAsset = { id: 'eth', symbol: 'ETH', statedName: undefined, decimals: 18, isUnverified: false };
const USDT_ID = 'eth:0xdac17f958d2ee523a2206206994597c13d831ec7';
const USDT: StatementAsset = {
  id: USDT_ID,
  symbol: 'USDT',
  statedName: 'Tether USD',
  decimals: 6,
  isUnverified: false,
};
const TOKEN_ID = `eth:0x${'5a'.repeat(20)}`;
const TOKEN: StatementAsset = {
  id: TOKEN_ID,
  symbol: 'unknown token',
  statedName: '=HYPERLINK("http://x.example","USDC")\u202e',
  decimals: 2,
  isUnverified: true,
};

/** 1 March 2026, 00:00 UTC. */
const START = 1_772_323_200;
const DAY = 86_400;

/** Labels as strangers write them: formulas, markup, direction marks, many scripts. */
export const HOSTILE_LABELS = [
  '=1+1',
  '@SUM(A1)',
  '<script>alert(1)</script>',
  '"quoted", with; separators\r\nand =a line',
  '\u202egnihtyna\u202c',
  'بورصة العملات',
  'בורסת הקריפטו 12',
  'กระดานเทรด',
  'क्रिप्टो एक्सचेंज',
  '加密货币交易所',
  '암호화폐 거래소',
  'ক্রিপ্টো',
  'Биржа Криптовалют',
  'Ανταλλακτήριο',
  'z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  '🦊 fox \u0000 nul',
  ')Tj ET /Evil Do',
  'A'.repeat(300),
] as const;

const REQUEST: StatementRequest = {
  subjects: [{ kind: 'address', chain: 'btc', text: 'bc1qexample' }],
  from: START,
  to: null,
  zone: 'UTC',
  currency: 'USD',
  priceRule: 'day-close',
  group: 'transaction',
  ownTransfers: true,
  spam: true,
  template: 'bank',
  gapLimit: 20,
};

const HEAD: StatementHead = {
  title: 'Wallet statement',
  request: REQUEST,
  agency: 'Northgate Police (fictional)',
  unit: 'Financial Crime Unit',
  classification: 'Restricted',
  particulars: [
    { name: 'Case', value: '2026-0417 Harbour' },
    { name: 'Authority', value: 'Court order, valid to 31 March 2027' },
    { name: 'Prepared by', value: 'Lead investigator, Cyber unit' },
    { name: 'Reviewed by', value: 'Forensic reviewer' },
  ],
  subjects: ['Suspect set S-2, 17 addresses on Bitcoin and Ethereum'],
  from: START,
  to: START + 31 * DAY,
  asOf: [
    {
      chain: 'btc',
      name: 'Bitcoin',
      height: 969_204,
      hash: '00'.repeat(32),
      time: START + 40 * DAY,
    },
    {
      chain: 'eth',
      name: 'Ethereum',
      height: 25_410_882,
      hash: 'ee'.repeat(32),
      time: START + 40 * DAY,
    },
  ],
  sources: ['Bitcoin block files', 'Ethereum JSON-RPC'],
  versions: [
    { name: 'Labels', value: '2026.11' },
    { name: 'Prices', value: '2026.11' },
    { name: 'Types', value: 'v3' },
  ],
  hashes: [{ name: 'prices', value: 'ab'.repeat(32) }],
  software: 'Trailmark 0.1.0',
  command: 'trailmark statement btc:bc1qexample --from 2026-03-01 --to 2026-04-01',
  lineCount: 0,
  unpriced: 0,
  limits: [
    'Transfers inside an exchange are not on chain.',
    'Names of counterparties are claims by their sources.',
    'USD values are daily closes, not the price paid.',
  ],
};

/** Digits that follow from a number: cheap, because long statements are made of them. */
function hex(seed: number, bytes: number): string {
  const part = (factor: number) => (Math.imul(seed + 1, factor) >>> 0).toString(16).padStart(8, '0');
  return (part(2_654_435_761) + part(2_246_822_519) + part(374_761_393)).repeat(3).slice(0, bytes * 2);
}

const TYPES = ['deposit', 'withdrawal', 'own-transfer', 'bridge', 'failed-fee', 'airdrop'] as const;

function legOf(asset: string, amount: bigint, value?: bigint): StatementLeg {
  return { asset, amount, tokenId: undefined, value };
}

function sampleLegs(no: number, type: LineType, coin: 'btc' | 'eth'): StatementLeg[] {
  const amount = BigInt(1 + (no % 97)) * (coin === 'eth' ? 10n ** 14n + 7n : 1_000_003n);
  const more = no % 50 === 0 ? [legOf(USDT_ID, 25_000_000_000n, 25_000_000_000n)] : [];
  if (type === 'deposit') return [legOf(coin, amount * 3n, BigInt(no) * 1_015_037_780_000n), ...more];
  if (type === 'withdrawal') return [legOf(coin, -amount, -BigInt(no) * 421_806_400n), ...more];
  if (type === 'bridge') return [legOf('eth', amount), legOf('btc', -1_000n), ...more];
  return type === 'airdrop' ? [legOf(TOKEN_ID, 120_000n), ...more] : more;
}

/** One line of eleven has a note. */
const NOTES: readonly string[] = ['+note of a rule'];

const RULES: Readonly<Partial<Record<LineType, string>>> = { bridge: 'memo-match v2', 'own-transfer': 'co-spend v3' };

function sampleParties(no: number, type: LineType, isEth: boolean): StatementLine['parties'] {
  if (type === 'own-transfer') return [];
  const labels = [HOSTILE_LABELS[(no / 3) % HOSTILE_LABELS.length], 'Northgate Exchange', undefined];
  const label = labels[no % 3];
  const address = isEth ? `0x${hex(no + 5, 20)}` : `bc1q${hex(no + 5, 19)}`;
  return [{ address, label, category: label === undefined ? undefined : 'exchange' }];
}

function sampleArrival(no: number, type: LineType): LineArrival | undefined {
  if (type !== 'bridge') return undefined;
  return { chain: 'eth', height: 24_560_000 + no, time: START + 4_600 + no * 1_231, txid: `0x${hex(no + 9, 32)}` };
}

/** A line that follows from its number and the balances before it. */
function sampleLine(no: number, balances: Map<string, bigint>): StatementLine {
  const type = no === 1 ? 'deposit' : (TYPES[no % TYPES.length] ?? 'deposit');
  const isEth = type === 'failed-fee' || type === 'airdrop' || no % 7 === 3;
  const coin = isEth ? 'eth' : 'btc';
  const legs = sampleLegs(no, type, coin);
  const hasFee = type !== 'deposit' && type !== 'airdrop';
  const fee = hasFee ? legOf(coin, isEth ? -87_440_230_000_000n : -20_411n, -13_000_000n) : undefined;
  const all = fee ? [...legs, fee] : legs;
  for (const leg of all) balances.set(leg.asset, (balances.get(leg.asset) ?? 0n) + leg.amount);
  const moved = [...new Set(all.map(({ asset }) => asset))];
  const parties = sampleParties(no, type, isEth);
  return {
    no,
    chain: coin,
    height: (isEth ? 24_560_000 : 939_000) + no,
    time: START + 3_600 + no * 1_231,
    txid: isEth ? `0x${hex(no, 32)}` : hex(no, 32),
    part: 0,
    parts: no % 9 === 0 ? 2 : 1,
    type,
    basis: RULES[type] === undefined ? 'fact' : 'inference',
    rule: RULES[type],
    legs,
    fee,
    parties,
    partyCount: parties.length * (1 + (no % 2)),
    own: [`bc1q${hex(no % 17, 19)}`],
    balances: moved.map((asset) => ({ asset, amount: asset === USDT_ID ? undefined : balances.get(asset) })),
    isSpam: type === 'airdrop',
    note: NOTES[no % 11],
    arrival: sampleArrival(no, type),
  };
}

async function* sampleLines(count: number): AsyncGenerator<readonly StatementLine[]> {
  const balances = new Map<string, bigint>([['btc', 5_230_118n]]);
  for (let first = 1; first <= count; first += 100) {
    const length = Math.min(100, count - first + 1);
    yield Array.from({ length }, (_, i) => sampleLine(first + i, balances));
  }
}

function balanceOf(asset: StatementAsset, chain: 'btc' | 'eth', rest: Partial<AssetStatement> = {}): AssetStatement {
  return {
    asset,
    chain,
    opening: 0n,
    in: 3_339_980_000n,
    out: 2_659_950_000n,
    fees: 319_872n,
    closing: 679_710_128n,
    closingValue: 451_000_000_000n,
    gaps: [],
    lineCount: 12,
    isSpam: false,
    ...rest,
  };
}

function sampleTotals(): StatementTotal[] {
  const one = (key: string, label: string | undefined, asset: string, factor: bigint): StatementTotal => ({
    key,
    label,
    chain: asset === 'btc' ? 'btc' : 'eth',
    asset,
    in: 1_539_980_000n * factor,
    out: 639_950_000n,
    fees: 30_000n,
    count: 17,
    valueIn: 1_015_037_780_000n,
    valueOut: 421_806_400_000n,
    unpriced: asset === 'eth' ? 3 : 0,
  });
  return [one('first', 'Northgate Exchange', 'btc', 1n), one('second', HOSTILE_LABELS[5], 'eth', 10_000_000_000n)];
}

const LOTS: readonly AssetLots[] = [
  {
    asset: 'btc',
    lots: [
      {
        id: 'L1',
        asset: 'btc',
        time: START - DAY,
        line: undefined,
        amount: 5_230_118n,
        cost: undefined,
        from: undefined,
      },
      {
        id: 'L2',
        asset: 'btc',
        time: START + DAY,
        line: 1,
        amount: 1_539_980_000n,
        cost: 1_015_037_780_000n,
        from: 'eth:weth',
      },
    ],
    lotCount: 2,
    results: [
      {
        method: 'fifo',
        asset: 'btc',
        taken: new Map([
          ['L1', 5_230_118n],
          ['L2', 10n],
        ]),
        left: 1_534_749_872n,
        proceeds: 900_000_000_000n,
        cost: 800_000_000_000n,
        gain: 100_000_000_000n,
        unknown: 5_230_118n,
        unsold: 12_345n,
      },
    ],
    spends: [
      {
        line: 2,
        amount: 5_230_128n,
        takes: {
          fifo: [
            { lot: 'L1', amount: 5_230_118n },
            { lot: 'L2', amount: 10n },
          ],
        },
        coins: [`${hex(1, 32)}:0`],
      },
    ],
    spendCount: 1,
    missing: undefined,
  },
  {
    asset: USDT_ID,
    lots: [],
    lotCount: 0,
    results: [],
    spends: [],
    spendCount: 0,
    missing: 'History is incomplete.',
  },
];

const RATES: readonly StatementRate[] = [
  { asset: 'btc', day: '2026-01-02', nano: 65_912_340_000_000n, source: 'Coin Metrics' },
  { asset: 'eth', day: '2026-01-02', nano: 50_541n, source: HOSTILE_LABELS[5] },
];

const CHARTS: readonly StatementChart[] = [
  {
    asset: 'btc',
    points: Array.from({ length: 31 }, (_, day) => ({
      time: START + day * DAY,
      amount: day === 0 ? 5_230_118n : BigInt(1_805_230_118 - Math.min(day, 10) * 112_000_000),
    })),
  },
  {
    asset: USDT_ID,
    points: Array.from({ length: 31 }, (_, day) => ({
      time: START + day * DAY,
      amount: day > 5 ? undefined : BigInt(day) * 1_000_000_000n,
    })),
  },
];

function sampleBalances(count: number): AssetStatement[] {
  const gap = {
    asset: USDT_ID,
    kind: 'not-indexed' as const,
    fromHeight: 24_581_093,
    toHeight: 24_609_806,
    fromTime: START + 5 * DAY,
    reason: 'Token transfers in 28,714 Ethereum blocks of 6 to 9 March 2026 are not indexed.',
    missingAtLeast: 15_000_000_000n,
    beforeLine: Math.min(9, Math.max(1, count)),
  };
  return [
    balanceOf(BTC, 'btc', { opening: 5_230_118n, closing: 684_940_246n }),
    balanceOf(ETH, 'eth', {
      opening: 61_200_000_000_000_000n,
      in: 148_220_700_000_000_000_000n,
      out: 148_200_000_000_000_000_000n,
      fees: 1_201_693_845_000_000n,
      closing: 80_698_306_155_000_000n,
    }),
    balanceOf(USDT, 'eth', {
      in: 30_000_000_000n,
      out: 40_000_000_000n,
      fees: 0n,
      closing: undefined,
      closingValue: undefined,
      gaps: [gap],
    }),
    balanceOf(TOKEN, 'eth', {
      in: 120_000n,
      out: 20_000n,
      fees: 0n,
      closing: 100_000n,
      closingValue: undefined,
      isSpam: true,
    }),
  ];
}

/** A statement of any length, the same for the same length. Its lines can be read once. */
export function sampleStatement(
  count: number,
  request: Partial<StatementRequest> = {},
  head: Partial<StatementHead> = {},
): StatementDocument {
  const totals = sampleTotals();
  return {
    head: { ...HEAD, lineCount: count, unpriced: Math.floor(count / 6), request: { ...REQUEST, ...request }, ...head },
    assets: new Map([BTC, ETH, USDT, TOKEN].map((asset) => [asset.id, asset])),
    balances: sampleBalances(count),
    totals: { month: totals, type: totals, category: totals, counterparty: totals },
    lots: LOTS,
    rates: RATES,
    charts: CHARTS,
    lines: sampleLines(count),
  };
}
