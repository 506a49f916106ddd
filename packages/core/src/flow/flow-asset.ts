import { formatUnits } from '../amount.ts';
import { ACCOUNT_CHAIN_IDS, type AccountChainId, OUTPUT_CHAIN_IDS } from '../chain.ts';
import type { FlowAsset, FlowEdge, UnitsText } from './flow-graph.ts';

const ACCOUNT_COINS: Readonly<Record<AccountChainId, readonly [symbol: string, decimals: number]>> = {
  arbitrum: ['ETH', 18],
  avalanche: ['AVAX', 18],
  base: ['ETH', 18],
  bsc: ['BNB', 18],
  eth: ['ETH', 18],
  'eth-dev': ['ETH', 18],
  optimism: ['ETH', 18],
  polygon: ['POL', 18],
  trx: ['TRX', 6],
};
const COIN_DECIMALS = 8;
const DOLLAR_DECIMALS = 6;
const MAX_SYMBOL = 24;
const MICRO_PLACES = 6;
const CENT = 10_000n;

function toAsset(id: string, symbol: string | null, decimals: number | null): readonly [string, FlowAsset] {
  return [id, { id, symbol, decimals, isVerified: true }];
}

/** Coins of the chains, and dollars and prices as tables state them: what documents need not say. */
const KNOWN: ReadonlyMap<string, FlowAsset> = new Map([
  ...OUTPUT_CHAIN_IDS.map((id) => toAsset(id, id.split('-', 1)[0]?.toUpperCase() ?? id, COIN_DECIMALS)),
  ...ACCOUNT_CHAIN_IDS.flatMap((id) => {
    const [symbol, decimals] = ACCOUNT_COINS[id];
    return [
      toAsset(id, symbol, decimals),
      toAsset(`${id}:usd`, 'USD stated', DOLLAR_DECIMALS),
      toAsset(`${id}:price`, `${symbol} stated`, decimals),
    ];
  }),
]);

/** How amounts of an asset are written: a chain's own coin, what the document states about a token, or the smallest unit. */
export function describeFlowAsset(assets: Readonly<Record<string, FlowAsset>> | undefined, id: string): FlowAsset {
  const known = KNOWN.get(id) ?? (assets && Object.hasOwn(assets, id) ? assets[id] : undefined);
  return known ?? { id, symbol: null, decimals: null, isVerified: false };
}

/** Word for an asset next to an amount: its symbol, quoted where nobody vouches for it, or the end of its id. */
export function flowAssetWord({ id, symbol, isVerified }: FlowAsset): string {
  if (symbol === null || symbol === '') return id.length > MAX_SYMBOL ? `…${id.slice(-8)}` : id;
  const short = symbol.length > MAX_SYMBOL ? `${symbol.slice(0, MAX_SYMBOL)}…` : symbol;
  return isVerified ? short : `“${short}”`;
}

/** An amount in whole coins with every decimal place, or in the smallest unit where the decimals are not known. */
export function formatFlowAmount(amount: UnitsText, { decimals }: FlowAsset): string {
  return decimals === null ? amount : formatUnits(BigInt(amount), decimals);
}

/** An amount for a drawing: the four leading decimals, more where the amount is small; never rounded up. */
export function shortenFlowAmount(amount: UnitsText, asset: FlowAsset): string {
  const [whole = '0', fraction = ''] = formatFlowAmount(amount, asset).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  if (fraction === '') return grouped;
  const first = fraction.search(/[1-9]/);
  const places = whole.replace('-', '') === '0' && first >= 0 ? Math.max(4, first + 2) : 4;
  return `${grouped}.${fraction.slice(0, places)}`;
}

/** Worth of an edge at the day of each payment: two places, cut, the code after; null where there is none. */
export function flowFiatWords(fiat: FlowEdge['fiat']): string | null {
  if (fiat === null) return null;
  const [whole = '0', cents = ''] = formatUnits((BigInt(fiat.micro) / CENT) * CENT, MICRO_PLACES).split('.');
  const rest = fiat.unpriced > 0 ? `, ${fiat.unpriced} without a price` : '';
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.slice(0, 2).padEnd(2, '0')} ${fiat.currency}${rest}`;
}
