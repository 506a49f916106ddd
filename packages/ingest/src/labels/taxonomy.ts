import { CATEGORIES, type CategoryId } from '@trailmark/core/category';

/**
 * Concepts of GraphSense's taxonomy (MIT), which derives from INTERPOL's dark web and virtual assets taxonomy
 * (Apache-2.0), and the category each is folded to. `market` there means markets of the dark web.
 */
const CONCEPTS: Readonly<Record<string, CategoryId>> = {
  abuse: 'other',
  account_hack: 'hack',
  atm: 'atm',
  behaviour: 'other',
  black_list: 'stablecoin_blacklist',
  child_sexual_abuse: 'csam',
  coinjoin: 'coinjoin',
  cold_wallet: 'other',
  collectible: 'nft_marketplace',
  concept: 'other',
  counterfeit: 'darknet_market',
  dark_web: 'darknet_market',
  data_breach: 'hack',
  defi: 'defi',
  defi_bridge: 'bridge',
  defi_custody: 'custody',
  defi_dao: 'dao',
  defi_derivative: 'defi',
  defi_dex: 'dex',
  defi_dex_pair: 'dex',
  defi_lending: 'defi',
  defi_staking: 'defi',
  defi_token: 'token_contract',
  donation: 'charity',
  drugs: 'darknet_market',
  entity: 'other',
  escrow_wallet: 'custody',
  exchange: 'exchange',
  exploit: 'hack',
  extortion: 'scam',
  extremism: 'extremism',
  faucet: 'other',
  filesharing: 'other',
  financial_crime: 'scam',
  forum_mention: 'other',
  gambling: 'gambling',
  gray_usage: 'other',
  hacking: 'hack',
  hosting: 'other',
  hot_wallet: 'other',
  human_trafficking: 'other',
  ico_wallet: 'other',
  index: 'other',
  investment_fraud: 'scam',
  item: 'other',
  malware: 'hack',
  market: 'darknet_market',
  mention: 'other',
  messaging_service: 'other',
  miner: 'mining_pool',
  mining_service: 'mining_pool',
  mixing: 'mixer',
  mixing_service: 'mixer',
  money_laundering: 'other',
  murder: 'other',
  nameservice: 'other',
  organization: 'other',
  payment_card_fraud: 'fraud_shop',
  payment_processor: 'payment_processor',
  perpetrator: 'other',
  phishing: 'phishing',
  ponzi_scheme: 'ponzi',
  pyramid_scheme: 'ponzi',
  ransomware: 'ransomware',
  sanction: 'sanctioned',
  scam: 'scam',
  search_engine: 'other',
  service: 'other',
  service_hack: 'hack',
  sextortion: 'sextortion',
  sexual_abuse: 'other',
  shop: 'market',
  social_engineering: 'scam',
  source: 'other',
  terrorism: 'terrorism_financing',
  terrorism_financing: 'terrorism_financing',
  torture: 'other',
  unknown: 'other',
  user: 'individual',
  victim: 'other',
  violence: 'other',
  vpn: 'other',
  wallet_service: 'hosted_wallet',
  warm_wallet: 'other',
  weapons: 'darknet_market',
  website_mention: 'other',
  white_usage: 'other',
};

export const CONCEPT_IDS: readonly string[] = Object.keys(CONCEPTS);

/** The category of a concept; undefined for a word that the taxonomy does not have. */
export function findConcept(concept: string): CategoryId | undefined {
  return Object.hasOwn(CONCEPTS, concept) ? CONCEPTS[concept] : undefined;
}

/** Of several categories the one with the greatest weight; `other` for none. */
export function weightiestCategory(categories: readonly CategoryId[]): CategoryId {
  let best: CategoryId = 'other';
  for (const category of categories) {
    const isFirst = best === 'other' && category !== 'other';
    if (isFirst || CATEGORIES[category].weight > CATEGORIES[best].weight) best = category;
  }
  return best;
}

/** A reason is in a pack once for each word that was wrong: it stays short. */
const LISTED_CHARACTERS = 220;

/**
 * Says that a word is not in a vocabulary, and which are: those that begin like it first, as many as fit, and how many
 * there are in all.
 */
export function describeUnknown(what: string, word: string, known: readonly string[]): string {
  const first = word.slice(0, 1).toLowerCase();
  const ordered = [
    ...known.filter((term) => term.startsWith(first)),
    ...known.filter((term) => !term.startsWith(first)),
  ];
  let listed = '';
  for (const term of ordered) {
    if (listed.length + term.length > LISTED_CHARACTERS) break;
    listed += listed === '' ? term : `, ${term}`;
  }
  const rest = listed.split(', ').length < known.length ? `, … (${known.length} in all)` : '';
  return `"${word.slice(0, 40)}" is no ${what} known here; known are ${listed}${rest}`;
}
