/** What a label says its subject is. `weight` (0 to 100) orders hits for attention; it never hides one. */
export interface Category {
  readonly name: string;
  readonly weight: number;
  /** Subjects that take deposits from customers: a request for records can be sent to them. */
  readonly isService: boolean;
}

function category(name: string, weight: number, isService = false): Category {
  return { name, weight, isService };
}

/**
 * The categories of labels: GraphSense concepts and INTERPOL's dark web and virtual assets taxonomy, folded to what
 * investigators ask for. Importers map a source's own words onto these; words without a place become `other`.
 */
export const CATEGORIES = {
  sanctioned: category('Sanctioned', 100),
  csam: category('Child sexual abuse material', 100),
  terrorism_financing: category('Terrorism financing', 100),
  ransomware: category('Ransomware', 90),
  darknet_market: category('Darknet market', 90),
  seizure_order: category('Seizure order', 85),
  stablecoin_blacklist: category('Stablecoin blacklist', 85),
  hack: category('Hack or theft', 80),
  scam: category('Scam', 80),
  phishing: category('Phishing', 80),
  ponzi: category('Ponzi scheme', 80),
  sextortion: category('Sextortion', 80),
  fraud_shop: category('Fraud shop', 80),
  extremism: category('Extremism', 75),
  mixer: category('Mixer', 75),
  sanctioned_historic: category('Formerly sanctioned', 60),
  high_risk_exchange: category('High-risk exchange', 60, true),
  instant_swap: category('Instant swap', 60, true),
  coinjoin: category('CoinJoin', 50),
  gambling: category('Gambling', 40, true),
  bridge: category('Bridge', 25),
  p2p: category('Peer-to-peer exchange', 25, true),
  atm: category('ATM operator', 25, true),
  dex: category('Decentralised exchange', 15),
  defi: category('DeFi protocol', 15),
  token_contract: category('Token contract', 10),
  nft_marketplace: category('NFT marketplace', 10),
  mev: category('MEV bot', 10),
  exchange: category('Exchange', 5, true),
  hosted_wallet: category('Hosted wallet', 5, true),
  custody: category('Custody', 5, true),
  payment_processor: category('Payment processor', 5, true),
  market: category('Marketplace', 5, true),
  mining_pool: category('Mining pool', 5),
  validator: category('Validator', 5),
  fund: category('Fund', 5),
  charity: category('Donation or charity', 5),
  dao: category('DAO', 5),
  government: category('Government', 0),
  burn: category('Burn address', 0),
  individual: category('Private wallet', 0),
  other: category('Other', 0),
} as const satisfies Record<string, Category>;
export type CategoryId = keyof typeof CATEGORIES;

export const CATEGORY_IDS = Object.keys(CATEGORIES) as readonly CategoryId[];

export function isCategoryId(text: string): text is CategoryId {
  return Object.hasOwn(CATEGORIES, text);
}
