import type { AssetKey } from './asset.ts';

/** 40 lower-case hexadecimal digits: an EVM address, or a TRON address without its leading 41. Empty where there is none. */
export type AccountKey = string;

/**
 * What moved value. `native`: the call of a transaction with its value (zero for most contract calls). `internal`: a call
 * inside it. `fee`: what the sender pays, burned or to nobody we can name; `tip`: what of it the block's producer gets.
 * `reward`, `withdrawal` and `genesis` belong to the block. `destroyed`: coins a SELFDESTRUCT burned. Tokens: `token`
 * (ERC-20, TRC-20), `nft` (ERC-721), `multi-token` (ERC-1155), `trc10`. `stated`: what a table says was paid, in the assets
 * `usd` and `price` only.
 */
export const MOVE_KINDS = [
  'native',
  'internal',
  'fee',
  'tip',
  'reward',
  'withdrawal',
  'genesis',
  'destroyed',
  'token',
  'nft',
  'multi-token',
  'trc10',
  'stated',
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** Kinds that people look for together: amounts of tokens, by contract or by number, and single items. */
export const MOVE_KIND_GROUPS = {
  tokens: ['token', 'trc10'],
  items: ['nft', 'multi-token'],
} as const satisfies Readonly<Record<string, readonly MoveKind[]>>;
export type MoveKindGroup = keyof typeof MOVE_KIND_GROUPS;

/** Bits of `ValueMove.flags`. */
export const MOVE_WRAP = 1;
/** The move was read from a source that lists an address's transfers: its place in the transaction is not known. */
export const MOVE_UNPLACED = 2;
/** Coins that a stake takes out of the spendable balance (to nobody) or gives back: they stay the owner's throughout. */
export const MOVE_STAKE = 4;

/** Whether a move only puts coins at stake or takes them back. */
export function isStake({ flags }: { readonly flags: number }): boolean {
  return (flags & MOVE_STAKE) !== 0;
}

/** One movement of one asset. `from` is empty for what is created, `to` for what is destroyed. */
export interface ValueMove {
  readonly kind: MoveKind;
  readonly asset: AssetKey;
  readonly from: AccountKey;
  readonly to: AccountKey;
  /** Smallest unit; 1n for an NFT. Below 2^256. */
  readonly amount: bigint;
  readonly tokenId: bigint | undefined;
  /** Index of the log in the block, for tokens. */
  readonly logIndex: number | undefined;
  /** `0.2.1`: place of an internal call in the call tree. */
  readonly tracePath: string | undefined;
  readonly flags: number;
}

/** A log that is not part of a transfer. Texts are lower-case hex without 0x. */
export interface AccountLog {
  readonly logIndex: number;
  readonly address: AccountKey;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Bits of what is indexed of a transaction. */
export const HAS_CALL = 1;
export const HAS_FEE = 2;
export const HAS_LOGS = 4;
export const HAS_INTERNALS = 8;

/** Moves are in the declared order: the fee, the call, internal calls as traced, tokens by log, the tip. */
export interface AccountTransaction {
  readonly index: number;
  /** The source gives no index: this one is derived from the hash and is above 2^19. */
  readonly indexEstimated: boolean;
  /** 64 lower-case hex digits, without 0x. */
  readonly hash: string;
  readonly from: AccountKey;
  /** Empty for a contract creation. */
  readonly to: AccountKey;
  /** The contract this transaction created, or empty. */
  readonly created: AccountKey;
  /** As the transaction states it; a failed one moves nothing. */
  readonly value: bigint;
  readonly status: 'ok' | 'failed' | 'unknown';
  /** The node's or chain's word for a failure ("OUT_OF_ENERGY"), capped; hostile. */
  readonly failure: string | undefined;
  /** What the sender paid in all, smallest unit. Undefined where the source does not say. */
  readonly fee: bigint | undefined;
  /** Who paid it: the sender, but on TRON energy may be another's. */
  readonly feePayer: AccountKey;
  readonly gasUsed: bigint | undefined;
  readonly gasPrice: bigint | undefined;
  readonly nonce: bigint | undefined;
  /** Envelope type (EIP-2718), or the contract type number on TRON; UNKNOWN_TYPE where the source does not say. */
  readonly type: number;
  /** Call data in lower-case hex, cut after 1,024 bytes; `inputLength` says how long it is. */
  readonly input: string;
  readonly inputLength: number;
  /** HAS_ bits. */
  readonly holds: number;
  readonly moves: readonly ValueMove[];
  readonly logs: readonly AccountLog[];
  /** Addresses a log speaks of without moving anything (freezes, approvals, mixers), so that their histories find it. */
  readonly mentions: readonly { readonly address: AccountKey; readonly logIndex: number }[];
}

/** `type` of a transaction whose source does not name one. */
export const UNKNOWN_TYPE = 0xffff_ffff;

/** A transaction of which nothing is reported: what a source does report is spread over it. */
export const UNTOLD_TRANSACTION: Omit<AccountTransaction, 'index' | 'indexEstimated' | 'hash'> = {
  from: '',
  to: '',
  created: '',
  value: 0n,
  status: 'unknown',
  failure: undefined,
  fee: undefined,
  feePayer: '',
  gasUsed: undefined,
  gasPrice: undefined,
  nonce: undefined,
  type: UNKNOWN_TYPE,
  input: '',
  inputLength: 0,
  holds: 0,
  moves: [],
  logs: [],
  mentions: [],
};

/** Bits of what is indexed of a block. */
export const BLOCK_HOLDS_ALL = 1;
export const BLOCK_HOLDS_FEES = 2;
export const BLOCK_HOLDS_TOKENS = 4;
export const BLOCK_HOLDS_INTERNALS = 8;
export const BLOCK_HOLDS_REWARDS = 16;
export const BLOCK_TIME_ESTIMATED = 32;
/** Header hash, transaction root and receipt root were recomputed and hold. */
export const BLOCK_VERIFIED = 64;
/** The source's first block is not the chain's: a development or private chain under the same number. */
export const BLOCK_FOREIGN_GENESIS = 128;

/** Index of the pseudo transaction that carries what a block itself moves (rewards, withdrawals, genesis). */
export const BLOCK_MOVES_INDEX = 2 ** 20 - 1;

const FIRST_ESTIMATE = 2 ** 19;
const HASH_DIGITS_OF_ESTIMATE = 5;

/**
 * Index of a transaction whose place in its block is not reported: 2^19 and 19 bits of its hash, so that it is the same each time.
 * Never the index of what the block itself moves.
 */
export function estimateIndex(hash: string): number {
  const bits = Number.parseInt(hash.slice(0, HASH_DIGITS_OF_ESTIMATE), 16) >> 1;
  return Math.min(FIRST_ESTIMATE + bits, BLOCK_MOVES_INDEX - 1);
}

/** A block of an account chain as a source and its chain's decoder hand it to the store. */
export interface AccountBlock {
  readonly height: number;
  /** 64 hex digits without 0x; empty where the source does not say. */
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  /** Who produced it; empty where not known. */
  readonly producer: AccountKey;
  /** BLOCK_ bits. */
  readonly holds: number;
  /** Transactions the block has by its header; undefined where the source does not say. */
  readonly transactionTotal: number | undefined;
  readonly source: string;
  readonly transactions: readonly AccountTransaction[];
  /** What the block itself moves. */
  readonly moves: readonly ValueMove[];
}

/** What was fetched of one address from a source on demand: which part of its history is indexed, and how well. */
export interface AddressCoverage {
  readonly address: AccountKey;
  readonly source: string;
  /** Seconds, when it was requested. */
  readonly fetchedAt: number;
  readonly fromHeight: number;
  readonly toHeight: number;
  /** HAS_ bits, of what the lists that were read cover. */
  readonly holds: number;
  /** The source stated there is no more; false: a limit, a fault or a cancel ended it early. */
  readonly isComplete: boolean;
  readonly note: string | undefined;
}
