import { type AccountKey, isStake } from '@trailmark/core/account-block';
import { type AccountLedger, accountAssetKey, type StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { MAX_SEEDS, type TraceRequest, type TraceSeed } from '@trailmark/core/trace/trace-request';
import { assertOnePart, dropWholeParts, readSeedPart } from '../seed-part.ts';
import { refuseNothing, refuseTooMany } from '../seed-refusals.ts';
import { placeKey } from './account-apportioning.ts';
import { findUnbegun, type UnbegunSeed } from './unbegun-seeds.ts';

/** Moves a trace begins with in the requested order, each whole or its first units. */
export interface ResolvedSeeds {
  /** The request without amounts that say the whole. */
  readonly stated: TraceRequest;
  readonly asset: AssetKey;
  readonly moves: readonly StoredMove[];
  /** Traced amounts of all of them. */
  readonly total: bigint;
  readonly byPlace: ReadonlyMap<string, StoredMove>;
  /** Addresses whose receipts the trace begins with, and which paid more than those. */
  readonly unbegun: readonly UnbegunSeed[];
  /** What of a seed is traced. */
  partOf(move: StoredMove): bigint;
}

interface Asked {
  readonly reader: AccountLedger;
  readonly knowledge: AccountTraceKnowledge;
  readonly request: TraceRequest;
}

const MOST_MOVES = 5_000;
/** Transfers of all addresses together: they are kept in memory before the budget counts one. */
const MOST_BEGINNINGS = 100_000;
const ADDRESSES_AT_ONCE = 20;
const FEES = new Set(['fee', 'tip']);
const ITEMS = new Set(['nft', 'multi-token']);

function refuse(text: string): never {
  throw new AppError('invalid', text);
}

function parseHash(text: string): string {
  const match = /^(?:0x)?([0-9a-f]{64})$/i.exec(text);
  return (
    match?.[1]?.toLowerCase() ?? refuse(`"${text.slice(0, 80)}" is not a transaction hash: 64 hexadecimal digits.`)
  );
}

async function findPositions({ reader, request }: Asked, read: ReadOptions): Promise<Map<string, Position>> {
  const hashes = request.seeds.flatMap((seed) =>
    seed.kind === 'transfer' || seed.kind === 'transaction' ? [parseHash(seed.txid)] : [],
  );
  const positions = await reader.positionsOf([...new Set(hashes)], read);
  const missing = hashes.find((hash) => !positions.has(hash));
  if (missing !== undefined)
    throw new AppError(
      'not-found',
      `No transaction ${missing} is in this index. It may be in a block that is not indexed.`,
    );
  return positions;
}

async function assertSucceeded({ reader }: Asked, positions: readonly Position[], read: ReadOptions): Promise<void> {
  for (const record of await reader.transactions(positions, read)) {
    if (record?.status === 'failed')
      refuse(`The transaction ${record.hash} failed: it moved nothing but its fee, so there is nothing to trace.`);
  }
}

/** Whether a move pays for something, rather than for its block, and not only puts coins at stake. */
function isPayment(move: StoredMove): boolean {
  return move.amount > 0n && !FEES.has(move.kind) && !isStake(move);
}

function pickTransfer(moves: readonly StoredMove[], { txid, slot }: TraceSeed & { kind: 'transfer' }): StoredMove {
  const move = moves.find((each) => each.slot === slot);
  if (!move)
    return refuse(
      `The transaction ${txid} has ${moves.length} transfers, numbered from 0; there is no transfer ${slot}.`,
    );
  if (FEES.has(move.kind)) refuse(`Transfer ${slot} of ${txid} is its fee. Give the slot of a payment.`);
  if (isStake(move))
    refuse(`Transfer ${slot} of ${txid} puts coins at stake or takes them back: they stay with their owner.`);
  if (move.amount === 0n) refuse(`Transfer ${slot} of ${txid} moved an amount of zero, so there is nothing to trace.`);
  return move;
}

function pickTransaction(moves: readonly StoredMove[], txid: string, asset: AssetKey | undefined): StoredMove[] {
  const payments = moves.filter(isPayment);
  const own = payments.filter((move) => asset === undefined || move.asset === asset);
  if (own.length === 0) refuse(`The transaction ${txid} moved nothing${asset === undefined ? '' : ' of this asset'}.`);
  if (new Set(own.map((move) => move.asset)).size > 1)
    refuse(
      `The transaction ${txid} moved more than one asset. Say which one to trace, or give one transfer by its slot.`,
    );
  return own;
}

function inWindow({ reader, request: { stops } }: Asked, { position }: StoredMove): boolean {
  const time = reader.block(positionHeight(position))?.time ?? 0;
  return time >= (stops.fromTime ?? 0) && time <= (stops.toTime ?? Number.MAX_SAFE_INTEGER);
}

const SIDE_WORDS = { received: 'received', paid: 'paid out' } as const;

/**
 * Forward what an address received, or, where no receipt is indexed, what it paid out: a source whose own receipts are
 * not indexed. Backward what it paid out. A seed that names a side begins with that one.
 */
function pickOfAddress(
  asked: Asked,
  { address: text, side }: TraceSeed & { kind: 'address' },
  { address, moves, cutTo }: AddressMoves,
): StoredMove[] {
  const own = moves.filter((move) => isPayment(move) && move.from !== move.to && inWindow(asked, move));
  const received = own.filter(({ to }) => to === address);
  const paid = own.filter(({ from }) => from === address);
  const isForward = asked.request.direction === 'forward';
  const usual = isForward && received.length > 0 ? received : paid;
  const sides = { received, paid, all: own } as const;
  const picked = side === undefined ? usual : sides[side];
  if (picked.length > 0) return picked;
  const either = isForward ? 'received and paid out nothing' : 'paid out nothing';
  const what = side === 'received' || side === 'paid' ? `${SIDE_WORDS[side]} nothing` : either;
  const { fromTime, toTime } = asked.request.stops;
  const where = fromTime === undefined && toTime === undefined ? 'in the indexed blocks' : 'within the time window';
  if (cutTo !== undefined) refuse(`The address ${text} ${what} of this asset among its newest ${cutTo} transfers.`);
  return refuseNothing(`The address ${text} ${what} of this asset ${where}.`, moves.length > 0);
}

/** Transfers of one address, in their order. */
interface AddressMoves {
  readonly address: AccountKey;
  readonly moves: readonly StoredMove[];
  /** These are only its newest so many; undefined: all of them. */
  readonly cutTo: number | undefined;
}

/** The addresses of the request, once each; named more than once, with all that any of the seeds reads. */
function listAddresses({ knowledge, request }: Asked): { text: string; address: AccountKey; newest?: number }[] {
  const found = new Map<string, number | undefined>();
  for (const seed of request.seeds) {
    if (seed.kind !== 'address') continue;
    const { address: text, newest } = seed;
    const known = found.get(text);
    const isWhole = newest === undefined || (found.has(text) && known === undefined);
    found.set(text, isWhole ? undefined : Math.max(newest, known ?? 0));
  }
  return [...found].map(([text, newest]) => {
    const address = knowledge.parseAddress(text);
    return newest === undefined ? { text, address } : { text, address, newest };
  });
}

/** Reads whole histories by twenty, and of what is named with a number the newest transfers. */
async function readAddresses(asked: Asked, asset: AssetKey, read: ReadOptions): Promise<Map<string, AddressMoves>> {
  const { reader } = asked;
  const wanted = listAddresses(asked);
  const spans = new Map<string, { readonly moves: readonly StoredMove[]; readonly isCut: boolean }>();
  let count = 0;
  const take = async (addresses: readonly AccountKey[], page: Parameters<AccountLedger['spans']>[1]): Promise<void> => {
    const keys = addresses.map((address) => ({ address, asset }));
    for (const [key, span] of await reader.spans(keys, page, read)) {
      spans.set(key, span);
      count += span.moves.length;
    }
  };
  for (const { address, newest } of wanted)
    if (newest !== undefined) await take([address], { order: 'newest', limitEach: Math.min(newest, MOST_MOVES) });
  const whole = wanted.filter(({ newest }) => newest === undefined).map(({ address }) => address);
  for (let at = 0; at < whole.length; at += ADDRESSES_AT_ONCE) {
    await take(whole.slice(at, at + ADDRESSES_AT_ONCE), { order: 'oldest', limitEach: MOST_MOVES });
    if (count > MOST_BEGINNINGS)
      refuse(
        `The addresses have more than ${MOST_BEGINNINGS} transfers of this asset together, the most a trace begins with. Name fewer of them, or give single transfers.`,
      );
  }
  return new Map(
    wanted.map(({ text, address, newest }) => {
      const { moves = [], isCut = false } = spans.get(accountAssetKey(address, asset)) ?? {};
      if (isCut && newest === undefined)
        refuseTooMany(
          `The address ${text} has more than ${MOST_MOVES} transfers of this asset. Give single transfers instead.`,
          MOST_MOVES,
        );
      return [text, { address, moves, cutTo: isCut ? newest : undefined }] as const;
    }),
  );
}

function assertSeeds({ seeds, choices }: TraceRequest): void {
  if (seeds.length === 0) refuse('A trace needs at least one transfer, transaction or address to begin with.');
  if (seeds.length > MAX_SEEDS) refuse(`A trace begins with at most ${MAX_SEEDS} seeds; there are ${seeds.length}.`);
  if (seeds.some(({ kind }) => kind === 'output'))
    refuse(
      'Account chains have no outputs. Give a transfer by transaction hash and slot, a transaction or an address.',
    );
  if (choices.length > 0) refuse('Choices name outputs of transactions, which account chains do not have.');
}

interface PickedMove {
  readonly move: StoredMove;
  readonly part: bigint | undefined;
}

/** Each move once, with what of it is traced where that is not all. */
function joinPicked(picked: readonly PickedMove[]): { moves: StoredMove[]; parts: Map<string, bigint> } {
  const known = new Map<string, PickedMove>();
  const parts = new Map<string, bigint>();
  for (const { move, part } of picked) {
    const key = placeKey(move);
    const other = known.get(key);
    if (other) assertOnePart(other.part, part, `transfer ${move.slot} of one transaction`);
    known.set(key, { move, part });
    if (part !== undefined) parts.set(key, part);
  }
  return { moves: [...known.values()].map(({ move }) => move), parts };
}

function gather(picked: readonly PickedMove[]): Omit<ResolvedSeeds, 'stated' | 'unbegun'> {
  const { moves, parts } = joinPicked(picked);
  const distinct = moves;
  const assets = new Set(distinct.map(({ asset }) => asset));
  if (assets.size > 1)
    refuse('The seeds are of more than one asset. One trace follows one asset: trace each by itself.');
  if (distinct.some(({ kind }) => ITEMS.has(kind)))
    refuse('This token is of single items, which do not mix: its history is followed item by item, not by a method.');
  const paid = distinct.filter(({ from, to }) => from !== to);
  if (paid.length === 0) refuse('The seeds only move money from an address to itself, so nothing changed hands.');
  const partOf = (move: StoredMove): bigint => parts.get(placeKey(move)) ?? move.amount;
  const total = paid.reduce((sum, move) => sum + partOf(move), 0n);
  const byPlace = new Map(paid.map((move) => [placeKey(move), move]));
  return { asset: paid[0]?.asset ?? NATIVE_ASSET, moves: paid, total, byPlace, partOf };
}

/** Forward, the addresses of the request that the index shows to have paid more than they received. */
function listUnbegun(
  { reader, request }: Asked,
  addresses: ReadonlyMap<string, AddressMoves>,
  begun: readonly StoredMove[],
): UnbegunSeed[] {
  const { stops, direction, seeds } = request;
  const until = stops.toTime ?? Number.MAX_SAFE_INTEGER;
  const found = new Map<AccountKey, UnbegunSeed>();
  for (const seed of seeds) {
    const own =
      seed.kind === 'address' && (seed.side === undefined || seed.side === 'received')
        ? addresses.get(seed.address)
        : undefined;
    // Of the newest transfers alone nobody knows what was received before.
    if (direction !== 'forward' || !own || own.cutTo !== undefined || seed.kind !== 'address') continue;
    const { address } = own;
    if (!begun.some(({ to, from }) => to === address && from !== to)) continue;
    const moves = own.moves.filter(
      (move) => !isStake(move) && (reader.block(positionHeight(move.position))?.time ?? 0) <= until,
    );
    const short = findUnbegun({ seed: seed.address, address }, moves, begun);
    if (short) found.set(address, short);
  }
  return [...found.values()];
}

function toWhole(moves: readonly StoredMove[]): PickedMove[] {
  return moves.map((move) => ({ move, part: undefined }));
}

/** The moves a request begins with. Throws `invalid` or `not-found` with what was wrong with a seed. */
export async function resolveSeeds(asked: Asked, read: ReadOptions = {}): Promise<ResolvedSeeds> {
  const { reader, request } = asked;
  assertSeeds(request);
  const positions = await findPositions(asked, read);
  await assertSucceeded(asked, [...positions.values()], read);
  const moves = await reader.movesOf([...positions.values()], MOST_MOVES, read);
  const movesAt = (txid: string) => moves.get(positions.get(parseHash(txid)) ?? -1) ?? [];
  const named = request.seeds.flatMap((seed) => {
    if (seed.kind === 'transfer') return [pickTransfer(movesAt(seed.txid), seed)];
    return seed.kind === 'transaction' ? pickTransaction(movesAt(seed.txid), seed.txid, request.asset) : [];
  });
  const other = named.find(({ asset }) => request.asset !== undefined && asset !== request.asset);
  if (other)
    refuse(
      `The request names another asset than its seed in slot ${other.slot}. Leave the asset out, or name that one.`,
    );
  const asset = request.asset ?? named[0]?.asset ?? NATIVE_ASSET;
  const addresses = await readAddresses(asked, asset, read);
  const all = request.seeds.flatMap((seed): PickedMove[] => {
    if (seed.kind === 'transfer') {
      const move = pickTransfer(movesAt(seed.txid), seed);
      return [{ move, part: readSeedPart(seed, move.amount, `transfer ${seed.slot} of ${seed.txid}`) }];
    }
    if (seed.kind === 'transaction') return toWhole(pickTransaction(movesAt(seed.txid), seed.txid, request.asset));
    const own = seed.kind === 'address' ? addresses.get(seed.address) : undefined;
    return own && seed.kind === 'address' ? toWhole(pickOfAddress(asked, seed, own)) : [];
  });
  const seeds = gather(all);
  const unbegun = listUnbegun(asked, addresses, seeds.moves);
  const isPart = (seed: TraceSeed): boolean => {
    if (seed.kind !== 'transfer') return false;
    const move = movesAt(seed.txid).find(({ slot }) => slot === seed.slot);
    return move !== undefined && seeds.partOf(move) < move.amount;
  };
  return { ...seeds, unbegun, stated: dropWholeParts(request, isPart) };
}
