import { type AccountKey, MOVE_STAKE, MOVE_UNPLACED, MOVE_WRAP } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET, type TokenMetadata, type TokenReader } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import type { MoveFlag } from '@trailmark/core/move-flag';
import { z } from 'zod';
import { parseParams } from '../parse-params.ts';
import { indexLookAlikes, type LookAlikeIndex } from './look-alikes.ts';
import { judgeToken, type TokenTrust } from './token-trust.ts';

export const NOISE_PARAMS = z.object({
  firstDigits: z.int().min(1).max(20).default(3).describe('Equal first digits of a look-alike address.'),
  lastDigits: z.int().min(1).max(20).default(4).describe('Equal last digits of a look-alike address.'),
  dustCoin: z
    .bigint()
    .nonnegative()
    .default(10_000_000_000_000n)
    .describe('Incoming coin up to this amount is dust, where the coin has 18 decimals.'),
  dustTron: z.bigint().nonnegative().default(1000n).describe('The same on TRON, in sun.'),
  poisonTokens: z
    .bigint()
    .nonnegative()
    .default(1n)
    .describe('A look-alike sends this many whole known tokens at most for the move to be folded.'),
});
export type NoiseParams = z.output<typeof NOISE_PARAMS>;

/** The rule as named in answers; counts up with every change that can change a verdict. */
export const ACCOUNT_NOISE = { id: 'account-noise', version: 1 } as const;

/** Moves of one address, and what is known around them. */
export interface NoiseInput {
  readonly chain: AccountChainId;
  readonly address: AccountKey;
  readonly moves: readonly StoredMove[];
  /** Who sent the transaction of a move. Undefined: not known; then a move out counts as the address's own. */
  senderOf(move: StoredMove): AccountKey | undefined;
  readonly tokens: TokenReader;
  readonly metadata: ReadonlyMap<string, TokenMetadata>;
  /** Addresses with which this one exchanged real value, as far as known. */
  readonly counterparties: Iterable<AccountKey>;
  /** The text people compare, where it is not the digits: Base58 on TRON, whose leading T counts as a digit here. */
  readonly spell?: ((address: AccountKey) => string) | undefined;
  /** Parameters that differ from their defaults. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

export interface MoveVerdict {
  readonly flags: readonly MoveFlag[];
  /** Why most readers may skip it, in one sentence; undefined: it is shown. */
  readonly folded: string | undefined;
}

interface Context {
  readonly input: NoiseInput;
  readonly params: NoiseParams;
  readonly lookAlikes: LookAlikeIndex;
  trustOf(asset: string): TokenTrust;
}

const TOKEN_KINDS: ReadonlySet<string> = new Set(['token', 'nft', 'multi-token', 'trc10']);
const COIN_KINDS: ReadonlySet<string> = new Set(['native', 'internal']);

/** The address started the transaction itself, or may have: such moves are never folded. */
function isOwnAct({ input }: Context, move: StoredMove): boolean {
  const sender = input.senderOf(move);
  return sender === undefined ? move.from === input.address : sender === input.address;
}

function isDust(
  { input: { chain, address }, params }: Context,
  { kind, from, to, asset, amount }: StoredMove,
): boolean {
  if (!COIN_KINDS.has(kind) || asset !== NATIVE_ASSET || amount === 0n) return false;
  return to === address && from !== address && amount <= (chain === 'trx' ? params.dustTron : params.dustCoin);
}

/** Little enough for bait: nothing, dust, or at most a few whole tokens of a known kind. */
function isBait(context: Context, move: StoredMove): boolean {
  const { chain, tokens } = context.input;
  if (move.amount === 0n || isDust(context, move)) return true;
  const known = tokens.find(chain, move.asset);
  if (!known) return TOKEN_KINDS.has(move.kind);
  return move.amount <= context.params.poisonTokens * 10n ** BigInt(known.decimals);
}

function listFlags(context: Context, move: StoredMove): MoveFlag[] {
  const { address } = context.input;
  const isToken = TOKEN_KINDS.has(move.kind);
  const trust = isToken ? context.trustOf(move.asset) : undefined;
  const sender = context.input.senderOf(move);
  const isZero = isToken && move.amount === 0n;
  const other = move.from === address ? move.to : move.from;
  const isParty = other !== '' && other !== address && (isToken || COIN_KINDS.has(move.kind));
  const found: Record<MoveFlag, boolean> = {
    'zero-value': isZero,
    spoofed: isZero && move.from === address && sender !== undefined && sender !== address,
    'look-alike': isParty && context.lookAlikes.find(other) !== undefined,
    imitation: trust?.imitates !== undefined,
    'unverified-token': trust !== undefined && !trust.isKnown,
    dust: isDust(context, move),
    wrap: (move.flags & MOVE_WRAP) !== 0,
    stake: (move.flags & MOVE_STAKE) !== 0,
    'order-unknown': (move.flags & MOVE_UNPLACED) !== 0,
  };
  return (Object.keys(found) as MoveFlag[]).filter((flag) => found[flag]);
}

function explain(context: Context, move: StoredMove, flags: ReadonlySet<MoveFlag>): string | undefined {
  const trust = TOKEN_KINDS.has(move.kind) ? context.trustOf(move.asset) : undefined;
  if (flags.has('spoofed'))
    return 'A transfer of nothing in the name of this address, which did not send it: anybody can write that.';
  if (flags.has('look-alike') && isBait(context, move))
    return 'The other side has the same first and last digits as an address with which value was exchanged, and moved next to nothing: bait for copying the wrong address.';
  if (flags.has('zero-value')) return 'A transfer of nothing, which somebody else sent.';
  if (flags.has('imitation'))
    return trust?.isListed
      ? `A listed counterfeit of ${trust.imitates}, sent by somebody else.`
      : `Not the known ${trust?.imitates}, but a contract with a symbol that looks the same, sent by somebody else.`;
  if (trust?.isAdvertisement && !trust.isKnown)
    return 'An unknown token whose name advertises a site or a claim, sent by somebody else.';
  if (flags.has('dust')) return 'An amount of coin too small to be a payment, sent by somebody else.';
  return undefined;
}

/**
 * What is remarkable about each move, in the order given. Nothing is dropped: folding is the reader's choice, and what the
 * address sent itself, or calls without value, are never folded. Pages and rates: docs/methods/account-noise.md.
 */
export function classifyMoves(input: NoiseInput): MoveVerdict[] {
  const params = parseParams(ACCOUNT_NOISE.id, NOISE_PARAMS, input.params);
  const trusts = new Map<string, TokenTrust>();
  const context: Context = {
    input,
    params,
    lookAlikes: indexLookAlikes(input.counterparties, params.firstDigits, params.lastDigits, input.spell),
    trustOf(asset) {
      const known = trusts.get(asset) ?? judgeToken(input.tokens, input.chain, asset, input.metadata.get(asset));
      trusts.set(asset, known);
      return known;
    },
  };
  return input.moves.map((move) => {
    const flags = listFlags(context, move);
    return { flags, folded: isOwnAct(context, move) ? undefined : explain(context, move, new Set(flags)) };
  });
}
