import type { AccountKey } from './account-block.ts';
import type { AssetKey } from './asset.ts';

/** What a known protocol may have done in a transaction. */
export const ACTION_KINDS = [
  'swap',
  'bridge-out',
  'bridge-in',
  'wrap',
  'unwrap',
  'mixer-deposit',
  'mixer-withdrawal',
  'freeze',
  'unfreeze',
  'destroy-frozen',
  'approval',
  'nft-sale',
  'nft-loan',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Parts an address may play in an action in addition to its account. `issuer` is the token's own contract. */
export const PARTY_ROLES = ['spender', 'recipient', 'relayer', 'payer', 'buyer', 'seller', 'issuer', 'pool'] as const;
export type PartyRole = (typeof PARTY_ROLES)[number];

export interface ActionAmount {
  readonly asset: AssetKey;
  readonly amount: bigint;
  readonly tokenId: bigint | undefined;
}

/** What a sale took from its price: the market's fee, the creator's royalty, or a share of somebody the event does not explain. */
export interface SaleCost extends ActionAmount {
  readonly role: 'fee' | 'royalty' | 'other';
  readonly to: AccountKey;
}

/** The other end of a bridge, on another network. */
export interface ActionCounterpart {
  /** As the protocol names it: `moonbeam`, `BTC`, a chain or domain number. Hostile where a user typed it. */
  readonly network: string | undefined;
  /** In that network's spelling, as the message has it. */
  readonly address: string | undefined;
  /** By which the other side can be found there. */
  readonly message: string | undefined;
  /** `proven`: a message id that both sides carry. `stated`: a log or memo says so. */
  readonly certainty: 'proven' | 'stated' | 'likely';
}

/** What the logs of a known protocol say happened: an inference by a named rule from facts of one transaction. */
export interface ProtocolAction {
  readonly kind: ActionKind;
  /** `uniswap-v2/1`. */
  readonly rule: string;
  readonly protocol: string;
  /** Whose action it is, where the rule states it. */
  readonly account: AccountKey | undefined;
  readonly given: readonly ActionAmount[];
  readonly got: readonly ActionAmount[];
  /** Of a sale, as its event states them; undefined where it states none. They are parts of the price. */
  readonly costs?: readonly SaleCost[] | undefined;
  /** What it is about without moving it: the amount a spender may take, the balance that was frozen. */
  readonly about: readonly ActionAmount[];
  readonly parties: readonly { readonly role: PartyRole; readonly address: AccountKey }[];
  readonly counterpart: ActionCounterpart | undefined;
  /** Log indexes it rests on. */
  readonly evidence: readonly number[];
  readonly note: string;
}
