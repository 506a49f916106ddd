import { parsePlainCsv } from './plain-csv.ts';
import { definePriceSource } from './price-source.ts';

/** Who stated the rows of the bundled table, by the id in its source column. */
export const BUNDLED_ROW_SOURCES: Readonly<Record<string, { readonly name: string; readonly note: string }>> = {
  benjaminpo_yahoo: {
    name: 'Yahoo Finance closes (benjaminpo)',
    note: 'A volume-weighted average over exchanges (CoinMarketCap), close of the UTC day.',
  },
  mario_so_yahoo: {
    name: 'Yahoo Finance closes (Mario-SO)',
    note: 'A volume-weighted average over exchanges (CoinMarketCap), close of the UTC day.',
  },
  chainlink_arbitrum: {
    name: 'Chainlink price feed on Arbitrum, answer at 24:00 UTC',
    note: 'What the feed contract stated at the end of the day: it is renewed every 24 hours, and sooner when the price moves, so it may be up to a day old.',
  },
  cilphex: {
    name: 'MtGox daily closes (cilphex)',
    note: 'One exchange, which failed in 2014; trading was thin and halted from 20 to 25 June 2011.',
  },
  typedcypher: {
    name: 'Bitstamp daily closes (typedcypher)',
    note: 'One exchange. The file holds opens; the open of the next day stands here as the close.',
  },
  kaggle_cmc: {
    name: 'CoinMarketCap closes, as redistributed on Kaggle',
    note: 'A volume-weighted average over exchanges that the publisher chose.',
  },
  binance_djienne: {
    name: 'Binance daily closes (djienne)',
    note: 'One exchange, in Tether (USDT) counted as dollars.',
  },
  coingecko_zeketests: {
    name: 'CoinGecko snapshots at 12:00 UTC (zeketests)',
    note: 'Not a close but a value at noon, on working days only: about 1.5 % beside a close in the median, more on days of large moves.',
  },
};

/** Daily dollar closes that come with this software: `date,asset,price,currency,source`. */
export const bundledTable = definePriceSource({
  id: 'bundled',
  name: 'Daily closes that come with Trailmark',
  note: 'Collected from published tables; data/prices/PROVENANCE.txt names each, its gaps and its licence.',
  parse: (text, options) => {
    const batch = parsePlainCsv(text, options);
    return { ...batch, quotes: batch.quotes.map((row) => ({ ...row, source: row.source.replace(/^file:/, '') })) };
  },
});
