import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';

// Run by a maintainer: `npm exec -- node scripts/build-token-lists.ts SOURCE POISONING`, where SOURCE has uniswap/<chain>.json
// and sushiswap/<chain>.json (arrays of the token-lists schema) and defillama/coreAssets.json, and POISONING has
// counterfeit_tokens.csv. A token enters when two lists give its contract under one ticker, or when it is named below with
// the list that was read for it. data/tokens/PROVENANCE.txt says which commits.

const OUT = 'data/tokens';
const LLAMA_NAMES: Partial<Record<AccountChainId, string>> = {
  arbitrum: 'arbitrum',
  avalanche: 'avax',
  base: 'base',
  bsc: 'bsc',
  eth: 'ethereum',
  optimism: 'optimism',
  polygon: 'polygon',
};

interface Listed {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

interface Row extends Listed {
  readonly source: string;
}

/** Well-known tokens that only one list has, by the start of their contract. The list is checked against the ticker given here. */
const SINGLE: Partial<Record<AccountChainId, Readonly<Record<string, string>>>> = {
  eth: {
    '8e870d67': 'USDP',
    '6c3ea903': 'PYUSD',
    '95ad61b0': 'SHIB',
    '056fd409': 'GUSD',
    '1abaea1f': 'EURC',
    '68749665': 'XAUt',
    '40d16fc0': 'GHO',
    d46ba6d9: 'AMPL',
    eb4c2781: 'renBTC',
    df574c24: 'HUSD',
    f1dc500f: 'SDL',
    '77777fed': 'TORN',
    '0316eb71': 'HBTC',
    '7d1afa7b': 'MATIC',
    '50d1c977': 'FTT',
    '956f47f5': 'FEI',
    '865377367': 'DOLA',
    '8292bb45': 'RLUSD',
  },
  arbitrum: {
    '912ce591': 'ARB',
    '1debd73e': 'cbETH',
    '17fc002b': 'FRAX',
    f97f4df7: 'LINK',
    fa7f8980: 'UNI',
    fd086bc7: 'USDT0',
  },
  avalanche: { '63a72806': 'AAVE', '5947bb27': 'LINK', '9c9e5fd8': 'BUSD', d24c2ad0: 'FRAX' },
  base: { '60a3e35c': 'EURC', c3de830e: 'UNI' },
  bsc: {
    '3ee2200e': 'ADA',
    '7083609f': 'DOT',
    f8a0bf9c: 'LINK',
    bf5140a2: 'UNI',
    '0e09fabb': 'CAKE',
    '90c97f71': 'FRAX',
  },
  optimism: {
    '350a791b': 'LINK',
    '76fb31fb': 'AAVE',
    '6fd9d7ad': 'UNI',
    '9bcef72b': 'rETH',
    addb6a04: 'cbETH',
    cb59a0a7: 'TUSD',
  },
  polygon: { '45c32fa6': 'FRAX', '2e1ad108': 'TUSD' },
};

/** Tokens of no list above: read where `source` says, decimals included. */
const FURTHER: Partial<Record<AccountChainId, readonly Row[]>> = {
  eth: [
    ...(
      [
        ['0x3d6F0DEa3AC3C607B3998e6Ce14b6350721752d9', 'CARDS', 'CARD.STARTER'],
        ['0x40EB746DEE876aC1E78697b7Ca85142D178A1Fc8', 'IAG', 'IAGON'],
        ['0xf1a91C7d44768070F711c68f33A7CA25c8D30268', 'C3', 'CHARLI3'],
        ['0x3431F91b3a388115F00C5Ba9FdB899851D005Fb5', 'GERO', 'GeroWallet'],
        ['0xE5097D9baeAFB89f9bcB78C9290d545dB5f9e9CB', 'HBOT', 'Hummingbot Governance Token'],
      ] as const
    ).map(([address, symbol, name]) => ({ address, symbol, name, decimals: 18, source: 'nomad-xyz/hack-data' })),
    ...(
      [
        ['0xae7ab96520de3a18e5e111b5eaab095312d7fe84', 'stETH', 'Lido Staked Ether', 18],
        ['0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', 'wstETH', 'Wrapped Lido Staked Ether', 18],
        ['0xae78736cd615f374d3085123a210448e74fc6393', 'rETH', 'Rocket Pool ETH', 18],
        ['0xc5f0f7b66764f6ec8c8dff7ba683102295e16409', 'FDUSD', 'First Digital USD', 18],
        ['0x4c9edd5852cd905f086c759e8383e09bff1e68b3', 'USDe', 'Ethena USDe', 18],
        ['0xf939E0A03FB07F59A73314E73794Be0E57ac1b4E', 'crvUSD', 'Curve USD', 18],
        ['0xb8c77482e45f1f44de1745f52c74426c631bdd52', 'BNB', 'Binance Coin (before its own chain)', 18],
        ['0x89d24A6b4CcB1B6fAA2625fE562bDD9a23260359', 'SAI', 'Single-collateral Dai', 18],
      ] as const
    ).map(([address, symbol, name, decimals]) => ({
      address,
      symbol,
      name,
      decimals,
      source: 'DefiLlama/DefiLlama-Adapters',
    })),
  ],
  trx: [
    ...(
      [
        ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT', 'Tether USD', 6],
        ['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', 'USDC', 'USD Coin', 6],
        ['TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn', 'USDDOLD', 'Decentralized USD (first version)', 18],
        ['TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4', 'TUSD', 'TrueUSD', 18],
        ['TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT', 'USDJ', 'JUST Stablecoin', 18],
        ['TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR', 'WTRX', 'Wrapped TRX', 6],
        ['TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S', 'SUN', 'SUN', 18],
        ['TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9', 'JST', 'JUST', 18],
        ['TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4', 'BTT', 'BitTorrent', 18],
      ] as const
    ).map(([address, symbol, name, decimals]) => ({
      address,
      symbol,
      name,
      decimals,
      source: 'sun-protocol/sun-cli; DefiLlama/DefiLlama-Adapters',
    })),
    ...(
      [
        ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'WIN', 'WINk', 6],
        ['TFczxzPhnThNSqr5by8tvxsdCFRRz6cPNq', 'NFT', 'APENFT', 6],
      ] as const
    ).map(([address, symbol, name, decimals]) => ({
      address,
      symbol,
      name,
      decimals,
      source: 'sun-protocol/sun-cli',
    })),
    {
      address: 'TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz',
      symbol: 'USDD',
      name: 'Decentralized USD',
      decimals: 18,
      source: 'trustwallet/assets',
    },
  ],
};

/** Coin of the price table that one token is redeemable for one to one. Tokens that only aim at a price are not here. */
const TICKERS: Readonly<Record<string, string>> = {
  USDT: 'USDT',
  USDT0: 'USDT',
  USDC: 'USDC',
  WETH: 'ETH',
  WBTC: 'WBTC',
  LINK: 'LINK',
  UNI: 'UNI',
  AAVE: 'AAVE',
  SHIB: 'SHIB',
  BNB: 'BNB',
  WBNB: 'BNB',
  WAVAX: 'AVAX',
  WTRX: 'TRX',
  POL: 'POL',
  WPOL: 'POL',
  WMATIC: 'POL',
};
const CHAIN_TICKERS: Readonly<Record<string, string>> = { 'bsc:ETH': 'ETH' };

const ISSUES_SILENTLY =
  'Tether changes balances without Transfer events when it issues, redeems or destroys frozen funds.';
const NOTES: Readonly<Record<string, string>> = {
  'eth:USDT': ISSUES_SILENTLY,
  'trx:USDT':
    'Destroying frozen funds changes a balance; that this leaves a Transfer event on TRON has not been checked for this list.',
  'eth:stETH': 'Balances grow and shrink with staking rewards and penalties, without a Transfer event.',
  'eth:AMPL': 'All balances are scaled daily, without a Transfer event.',
  'eth:XAUt': 'Nobody has checked for this list that every change of a balance leaves a Transfer event.',
  'eth:MKR': 'Creating and burning tokens leaves Mint and Burn events, not Transfer events.',
  'eth:SAI': 'Creating and burning tokens leaves Mint and Burn events, not Transfer events.',
  'eth:BNB': 'Freezing and burning tokens leaves no Transfer event.',
  'trx:WTRX': 'Wrapping and unwrapping leaves Deposit and Withdrawal events, not Transfer events.',
};

/** Lists misspell EIP-55 now and then; the contract is what counts. */
const ownSpelling = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);
const plain = (symbol: string): string => symbol.toUpperCase().replace(/\.E$|_.*$/, '');
const digits = (address: string): string => address.toLowerCase().slice(2);

function readList(source: string, list: string, chain: AccountChainId): Map<string, Listed> {
  const rows = JSON.parse(readFileSync(join(source, list, `${chain}.json`), 'utf8')) as Listed[];
  return new Map(rows.map((row) => [digits(row.address), row]));
}

function readLlama(source: string, chain: AccountChainId): Map<string, string> {
  const all = JSON.parse(readFileSync(join(source, 'defillama/coreAssets.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const rows = Object.entries(all[LLAMA_NAMES[chain] ?? ''] ?? {});
  return new Map(rows.map(([symbol, address]) => [digits(address), symbol]));
}

/** What two lists agree on, and what is named above. */
function collect(source: string, chain: AccountChainId): Row[] {
  const rows = LLAMA_NAMES[chain] ? readAgreed(source, chain) : new Map<string, Row>();
  for (const [start, symbol] of Object.entries(SINGLE[chain] ?? {})) {
    const found = [...rows].some(
      ([contract, row]) => contract.startsWith(start) && plain(row.symbol) === plain(symbol),
    );
    if (!found) throw new AppError('invalid', `No list has ${symbol} at 0x${start}… on ${chain}.`);
  }
  for (const row of FURTHER[chain] ?? []) {
    rows.set(parseAccount(getAccountChain(chain), ownSpelling(row.address)), row);
  }
  return [...rows.values()];
}

function readAgreed(source: string, chain: AccountChainId): Map<string, Row> {
  const rows = new Map<string, Row>();
  const uniswap = readList(source, 'uniswap', chain);
  const sushi = readList(source, 'sushiswap', chain);
  const llama = readLlama(source, chain);
  for (const [contract, token] of [...sushi, ...uniswap]) {
    const agreed = agreement(contract, token, uniswap.get(contract), sushi.get(contract), llama.get(contract));
    const single = Object.entries(SINGLE[chain] ?? {}).find(([start]) => contract.startsWith(start))?.[1];
    const from = uniswap.get(contract) === token ? 'Uniswap/default-token-list' : 'sushiswap/list';
    if (agreed) rows.set(contract, { ...token, source: agreed });
    else if (single !== undefined && plain(single) === plain(token.symbol)) {
      rows.set(contract, { ...token, symbol: single, source: from });
    }
  }
  return rows;
}

function agreement(
  contract: string,
  token: Listed,
  uniswap: Listed | undefined,
  sushi: Listed | undefined,
  llama: string | undefined,
): string | undefined {
  const decimals = new Set([uniswap?.decimals, sushi?.decimals].filter((value) => value !== undefined));
  if (decimals.size > 1) {
    console.log(`left out, decimals differ: ${contract} ${token.symbol}`);
    return undefined;
  }
  const agreeing = [
    uniswap && plain(uniswap.symbol) === plain(token.symbol) ? 'Uniswap/default-token-list' : undefined,
    sushi && plain(sushi.symbol) === plain(token.symbol) ? 'sushiswap/list' : undefined,
    llama && plain(llama) === plain(token.symbol) ? 'DefiLlama/DefiLlama-Adapters' : undefined,
  ].filter((name) => name !== undefined);
  return agreeing.length > 1 ? agreeing.join('; ') : undefined;
}

function writeChain(source: string, chain: AccountChainId): void {
  const definition = getAccountChain(chain);
  const tokens = collect(source, chain)
    .map((row) => {
      const symbol = row.symbol.trim();
      const note = NOTES[`${chain}:${symbol}`];
      const ticker = CHAIN_TICKERS[`${chain}:${symbol}`] ?? TICKERS[plain(symbol)];
      return {
        contract: formatAccount(definition, parseAccount(definition, ownSpelling(row.address))),
        symbol,
        name: row.name.trim(),
        decimals: row.decimals,
        ...(ticker !== undefined && { ticker }),
        ...(note !== undefined && { note }),
        source: row.source,
      };
    })
    .sort((a, b) => (a.contract.toLowerCase() < b.contract.toLowerCase() ? -1 : 1));
  writeList(`${chain}.json`, { format: 'trailmark-tokens-1', chain }, 'tokens', tokens);
  for (const key of Object.keys(NOTES)) {
    const [noted, symbol] = key.split(':');
    if (noted === chain && !tokens.some((token) => token.symbol === symbol)) {
      throw new AppError('invalid', `There is a note on ${key}, which is not in the list.`);
    }
  }
}

/** One row per line, so that a change of one token is a change of one line. */
function writeList(file: string, head: Record<string, string>, key: string, rows: readonly object[]): void {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  const heads = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  writeFileSync(join(OUT, file), `{\n${heads.join('')}  ${JSON.stringify(key)}: [\n${lines}\n  ]\n}\n`);
  console.log(`${file}: ${rows.length} rows`);
}

/** The source spells the tickers with look-alike letters; the plain ones show what they imitate. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { Ŧ: 'T', Т: 'T', С: 'C', Ν: 'N', ー: '' };

function writeCounterfeits(source: string): void {
  const [, ...lines] = readFileSync(join(source, 'counterfeit_tokens.csv'), 'utf8').trim().split('\n');
  const rows = lines.map((line) => {
    const [address = '', ticker = ''] = line.split(',');
    const imitates = [...ticker]
      .map((letter) => LOOK_ALIKES[letter] ?? letter)
      .filter((letter) => /[A-Z]/.test(letter))
      .join('');
    if (!['BNB', 'USDT', 'USDC'].includes(imitates)) throw new AppError('invalid', `Unknown imitation: ${line}`);
    return { contract: formatAccount(getAccountChain('eth'), digits(address)), imitates };
  });
  writeList('counterfeits-eth.json', { format: 'trailmark-counterfeits-1', chain: 'eth' }, 'tokens', rows);
}

const [source, poisoning] = process.argv.slice(2);
if (!source || !poisoning) throw new AppError('invalid', 'usage: scripts/build-token-lists.ts SOURCE POISONING');
mkdirSync(OUT, { recursive: true });
for (const chain of ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon', 'trx'] as const) {
  writeChain(source, chain);
}
writeCounterfeits(poisoning);
