import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';

/** What a trade moved of one asset. */
export interface TradeLeg {
  readonly asset: AssetKey;
  readonly amount: bigint;
}

/**
 * One asset became another, or several, in an account within one transaction. Its single moves of all of them are replaced by
 * their net.
 */
export interface Trade {
  readonly account: AccountKey;
  readonly position: Position;
  /** Just after the last of the moves it nets. */
  readonly slot: number;
  readonly kind: 'swap' | 'wrap';
  readonly rule: string;
  readonly protocol: string;
  /** What the trail comes from: what was given, backward what was got. */
  readonly from: TradeLeg;
  /** What it continues with, each with the share of it that was traced. */
  readonly to: readonly [TradeLeg, ...TradeLeg[]];
}

/** Where a trade may be, and which way the trail runs through it. */
export interface TradePlace {
  readonly position: Position;
  /** What the transaction called; empty where it created a contract. */
  readonly called: AccountKey;
  readonly isForward: boolean;
}

const IGNORED = new Set(['fee', 'tip', 'stated', 'nft', 'multi-token']);

/** Whether a move is one of those a trade nets. */
export function isNetted({ kind }: StoredMove): boolean {
  return !IGNORED.has(kind);
}

/** Whether the trade reports a transfer of an asset in its place. */
export function isOfTrade({ from, to }: Trade, asset: AssetKey): boolean {
  return from.asset === asset || to.some((leg) => leg.asset === asset);
}

/** Whether a move brought an account what the trace continues with, backward whether it paid it. */
export function isGainOf({ account, position, to }: Trade, move: StoredMove, isForward: boolean): boolean {
  const isOwn = (isForward ? move.to : move.from) === account && move.from !== move.to;
  return isOwn && move.position === position && isNetted(move) && to.some(({ asset }) => asset === move.asset);
}

function netOf(moves: readonly StoredMove[], account: AccountKey, asset: AssetKey): bigint {
  return moves.reduce((net, move) => {
    if (move.asset !== asset || move.from === move.to || !isNetted(move)) return net;
    return net + (move.to === account ? move.amount : 0n) - (move.from === account ? move.amount : 0n);
  }, 0n);
}

/** Whoever is paid and passes nothing on, or pays and took nothing in, may have been given something outside the trade. */
function isAmongTraders(
  moves: readonly StoredMove[],
  own: readonly StoredMove[],
  { account, parties }: ProtocolAction,
  called: AccountKey,
): boolean {
  const known = new Set(['', called, ...parties.map(({ address }) => address)]);
  const payers = new Set(moves.map(({ from }) => from));
  const payees = new Set(moves.map(({ to }) => to));
  return own.every(({ from, to }) => {
    const other = from === account ? to : from;
    return known.has(other) || (payers.has(other) && payees.has(other));
  });
}

function legsOf({ kind, given, got }: ProtocolAction, isForward: boolean): Pick<Trade, 'from' | 'to'> | undefined {
  if (kind !== 'swap' && kind !== 'wrap' && kind !== 'unwrap') return undefined;
  const [sources, targets] = isForward ? [given, got] : [got, given];
  const [from, ...others] = sources;
  const [first, ...more] = targets;
  // What several assets brought for one of them cannot be distinguished: no chain proves what each was worth.
  if (!from || others.length > 0 || !first) return undefined;
  const all = [from, first, ...more];
  if (all.some(({ tokenId, amount }) => tokenId !== undefined || amount <= 0n)) return undefined;
  if (new Set(all.map(({ asset }) => asset)).size < all.length) return undefined;
  return { from: toLeg(from), to: [toLeg(first), ...more.map(toLeg)] };
}

function toLeg({ asset, amount }: TradeLeg): TradeLeg {
  return { asset, amount };
}

function toTrade(place: TradePlace, moves: readonly StoredMove[], action: ProtocolAction): Trade | undefined {
  const { position, called, isForward } = place;
  const { kind, account, given, got, rule, protocol } = action;
  const legs = legsOf(action, isForward);
  if (account === undefined || !legs) return undefined;
  const assets = new Set([legs.from, ...legs.to].map(({ asset }) => asset));
  const own = moves.filter(
    (move) => isNetted(move) && (move.from === account || move.to === account) && assets.has(move.asset),
  );
  const isCertain =
    given.every(({ asset, amount }) => netOf(own, account, asset) === -amount) &&
    got.every(({ asset, amount }) => netOf(own, account, asset) === amount);
  if (!isCertain || (legs.to.length > 1 && !isAmongTraders(moves, own, action, called))) return undefined;
  return {
    account,
    position,
    slot: own.reduce((last, { slot }) => Math.max(last, slot), 0) + 0.5,
    kind: kind === 'swap' ? 'swap' : 'wrap',
    rule,
    protocol,
    ...legs,
  };
}

/**
 * Trades that the moves themselves bear out: of one asset for one other, or where the trail comes from one of them for several.
 * An account that traded an asset twice in one transaction gave no amount for an amount and is left out.
 */
export function toTrades(place: TradePlace, moves: readonly StoredMove[], actions: readonly ProtocolAction[]): Trade[] {
  const taken = new Set<string>();
  const trades: Trade[] = [];
  for (const action of actions) {
    const trade = toTrade(place, moves, action);
    if (!trade) continue;
    const keys = [trade.from, ...trade.to].map(({ asset }) => `${trade.account}:${asset}`);
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    trades.push(trade);
  }
  return trades;
}
