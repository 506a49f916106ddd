import type { CategoryId } from './category.ts';

interface ScamCategory {
  readonly name: string;
  /** What a label made of such a report says its address is. */
  readonly label: CategoryId;
  /** Word of the Chainabuse report format. */
  readonly chainabuse: string;
}

/** What reports of scams are about: GraphSense abuse concepts, with the words that other bodies use for them. */
export const SCAM_CATEGORIES = {
  investment: { name: 'Investment fraud', label: 'scam', chainabuse: 'OTHER_INVESTMENT_SCAM' },
  romance: { name: 'Romance or pig-butchering scam', label: 'scam', chainabuse: 'PIGBUTCHERING' },
  recovery: { name: 'Recovery fee scam', label: 'scam', chainabuse: 'IMPERSONATION' },
  impersonation: { name: 'Impersonation', label: 'scam', chainabuse: 'IMPERSONATION' },
  phishing: { name: 'Phishing', label: 'phishing', chainabuse: 'PHISHING' },
  ponzi: { name: 'Ponzi scheme', label: 'ponzi', chainabuse: 'OTHER_INVESTMENT_SCAM' },
  'rug-pull': { name: 'Rug pull or fake project', label: 'scam', chainabuse: 'RUG_PULL' },
  giveaway: { name: 'Fake giveaway or donation', label: 'scam', chainabuse: 'DONATION_SCAM' },
  sextortion: { name: 'Sextortion', label: 'sextortion', chainabuse: 'SEXTORTION' },
  ransomware: { name: 'Ransomware', label: 'ransomware', chainabuse: 'RANSOMWARE' },
  theft: { name: 'Hack or theft', label: 'hack', chainabuse: 'OTHER_HACK' },
  exploit: { name: 'Contract exploit', label: 'hack', chainabuse: 'CONTRACT_EXPLOIT' },
  'sim-swap': { name: 'SIM swap', label: 'hack', chainabuse: 'SIM_SWAP' },
  trafficking: { name: 'Human trafficking', label: 'other', chainabuse: 'OTHER' },
  terrorism: { name: 'Terrorism financing', label: 'terrorism_financing', chainabuse: 'OTHER' },
  other: { name: 'Other', label: 'other', chainabuse: 'OTHER' },
} as const satisfies Record<string, ScamCategory>;
export type ScamCategoryId = keyof typeof SCAM_CATEGORIES;
export const SCAM_CATEGORY_IDS = Object.keys(SCAM_CATEGORIES) as readonly ScamCategoryId[];

/** `appeal`: decided, and the reporter asks for another look. */
export const SCAM_STATES = ['new', 'verified', 'rejected', 'merged', 'appeal'] as const;
export type ScamState = (typeof SCAM_STATES)[number];

/** Who reports, by their own word. `for-another`: somebody else's loss, so nobody is called because of it. */
export const SCAM_REPORTERS = ['victim', 'for-another', 'officer', 'exchange', 'researcher'] as const;
export type ScamReporter = (typeof SCAM_REPORTERS)[number];

/** How far a report is trusted before anybody read it, 0 to 3: who sent it counts, never what it says. */
export function trustOf(channel: 'member' | 'public', reporter: ScamReporter): number {
  if (channel === 'public') return reporter === 'for-another' ? 0 : 1;
  return reporter === 'officer' || reporter === 'exchange' ? 3 : 2;
}

/** Kinds of what a report states about the other side. */
export const SUSPECT_KINDS = ['address', 'domain', 'email', 'phone', 'handle', 'name', 'app'] as const;
export type SuspectKind = (typeof SUSPECT_KINDS)[number];

/** What the ledger states about a payment that somebody reports. */
export const PAYMENT_FINDINGS = [
  'matches',
  'other-amount',
  'other-time',
  'not-to-address',
  'not-on-chain',
  'chain-not-indexed',
  'no-transaction',
] as const;
