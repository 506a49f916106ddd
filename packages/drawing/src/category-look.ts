import type { CategoryId } from '@trailmark/core/category';

/** Glyphs on a 16 px square, one per kind of subject; the hue shows the family, the shape the kind. */
const GLYPHS = {
  sanctioned: 'M5 1h6l4 4v6l-4 4H5l-4-4V5zM4 6.8v2.4h8V6.8z',
  darknet: 'M.8 2h14.4L8 15.2zM5.4 4.6L8 9.4l2.6-4.8z',
  ransomware: 'M2 7h1.5V5a4.5 4.5 0 019 0v2H14v8H2zm3.7 0h4.6V5a2.3 2.3 0 00-4.6 0zM7 9.5v3h2v-3z',
  scam: 'M8 1l7.4 13.6H.6zM7 6v4h2V6zm0 5.2v2h2v-2z',
  theft: 'M8 .6L15.4 8 8 15.4.6 8zM9.4 3.8L5 8.6h2.6l-1 3.6L11 7.4H8.4z',
  mixer: 'M8 .6l6.5 3.7v7.4L8 15.4l-6.5-3.7V4.3zM4.6 5.3v1.5h6.8V5.3zm0 3.9v1.5h6.8V9.2z',
  coinjoin:
    'M8 .6l6.5 3.7v7.4L8 15.4l-6.5-3.7V4.3zM8 4.2a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zm0 2a1.8 1.8 0 110 3.6 1.8 1.8 0 010-3.6z',
  exchange: 'M1.5 1.5h13v13h-13zM4 5.2v1.4h8V5.2zM4 9.4v1.4h8V9.4z',
  payment: 'M.8 3h14.4v10H.8zM.8 5.2v2h14.4v-2z',
  gambling:
    'M3.5 1.5h9a2 2 0 012 2v9a2 2 0 01-2 2h-9a2 2 0 01-2-2v-9a2 2 0 012-2zM4.6 3.8v2h2v-2zm4.8 6.4v2h2v-2zM7 7v2h2V7z',
  defi: 'M8 .8a7.2 7.2 0 110 14.4A7.2 7.2 0 018 .8zm0 2.8a4.4 4.4 0 100 8.8 4.4 4.4 0 000-8.8zm0 2.6a1.8 1.8 0 110 3.6 1.8 1.8 0 010-3.6z',
  contract: 'M2 1h8l4 4v10H2zM5 7v1.5h6V7zm0 3.2v1.5h6v-1.5z',
  bridge: 'M.8 13.5V6.5A7.2 5.6 0 018 2a7.2 5.6 0 017.2 4.5v7h-3V9.8a4.2 4 0 00-8.4 0v3.7z',
  mining: 'M8 .8l7.2 5.4-2.8 8.6H3.6L.8 6.2zM6 7v4.5h4V7z',
  official: 'M8 .8l6.4 2.2v4.6c0 3.6-2.6 6.2-6.4 7.6-3.8-1.4-6.4-4-6.4-7.6V3z',
  wallet: 'M8 2a6 6 0 100 12A6 6 0 008 2z',
} as const;
type Glyph = keyof typeof GLYPHS;
type Family =
  | 'sanctioned'
  | 'darknet'
  | 'scam'
  | 'mixer'
  | 'exchange'
  | 'defi'
  | 'bridge'
  | 'mining'
  | 'wallet'
  | 'unknown';

const LOOKS: Readonly<Record<CategoryId, readonly [Glyph | 'unknown', Family]>> = {
  sanctioned: ['sanctioned', 'sanctioned'],
  csam: ['darknet', 'sanctioned'],
  terrorism_financing: ['darknet', 'sanctioned'],
  ransomware: ['ransomware', 'scam'],
  darknet_market: ['darknet', 'darknet'],
  seizure_order: ['official', 'wallet'],
  stablecoin_blacklist: ['official', 'wallet'],
  hack: ['theft', 'scam'],
  scam: ['scam', 'scam'],
  phishing: ['scam', 'scam'],
  ponzi: ['scam', 'scam'],
  sextortion: ['scam', 'scam'],
  fraud_shop: ['darknet', 'darknet'],
  extremism: ['darknet', 'darknet'],
  mixer: ['mixer', 'mixer'],
  sanctioned_historic: ['sanctioned', 'unknown'],
  high_risk_exchange: ['exchange', 'exchange'],
  instant_swap: ['bridge', 'bridge'],
  coinjoin: ['coinjoin', 'mixer'],
  gambling: ['gambling', 'exchange'],
  bridge: ['bridge', 'bridge'],
  p2p: ['exchange', 'exchange'],
  atm: ['payment', 'exchange'],
  dex: ['defi', 'defi'],
  defi: ['defi', 'defi'],
  token_contract: ['contract', 'defi'],
  nft_marketplace: ['contract', 'defi'],
  mev: ['contract', 'defi'],
  exchange: ['exchange', 'exchange'],
  hosted_wallet: ['payment', 'exchange'],
  custody: ['payment', 'exchange'],
  payment_processor: ['payment', 'exchange'],
  market: ['payment', 'exchange'],
  mining_pool: ['mining', 'mining'],
  validator: ['mining', 'mining'],
  fund: ['wallet', 'wallet'],
  charity: ['wallet', 'wallet'],
  dao: ['contract', 'defi'],
  government: ['official', 'wallet'],
  burn: ['wallet', 'wallet'],
  individual: ['wallet', 'wallet'],
  other: ['unknown', 'unknown'],
};

export interface CategoryLook {
  /** Path on a 16 px square; undefined for the dashed circle of the unknown. */
  readonly path: string | undefined;
  /** `--tm-cat-…` */
  readonly family: string;
}

/** Glyph and hue of a category, for whoever draws on a canvas. */
export function lookOf(category: CategoryId | 'unknown'): CategoryLook {
  const [glyph, family] = category === 'unknown' ? (['unknown', 'unknown'] as const) : LOOKS[category];
  return { path: glyph === 'unknown' ? undefined : GLYPHS[glyph], family };
}
