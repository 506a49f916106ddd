import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';

/** One asset became another in an account within one transaction. Its single moves of both are replaced by their net. */
export interface Trade {
  readonly account: AccountKey;
  readonly position: Position;
  /** Just after the last of the moves it nets. */
  readonly slot: number;
  readonly kind: 'swap' | 'wrap';
  readonly rule: string;
  readonly protocol: string;
  readonly given: { readonly asset: AssetKey; readonly amount: bigint };
  readonly got: { readonly asset: AssetKey; readonly amount: bigint };
}

const IGNORED = new Set(['fee', 'tip', 'stated', 'nft', 'multi-token']);

/** Whether a move is one of those a trade nets. */
export function isNetted({ kind }: StoredMove): boolean {
  return !IGNORED.has(kind);
}

function netOf(moves: readonly StoredMove[], account: AccountKey, asset: AssetKey): bigint {
  return moves.reduce((net, move) => {
    if (move.asset !== asset || move.from === move.to || !isNetted(move)) return net;
    return net + (move.to === account ? move.amount : 0n) - (move.from === account ? move.amount : 0n);
  }, 0n);
}

function toTrade(position: Position, moves: readonly StoredMove[], action: ProtocolAction): Trade | undefined {
  const { kind, account, given, got, rule, protocol } = action;
  const [gave, received] = [given[0], got[0]];
  if (kind !== 'swap' && kind !== 'wrap' && kind !== 'unwrap') return undefined;
  if (account === undefined || !gave || !received || given.length > 1 || got.length > 1) return undefined;
  if (gave.tokenId !== undefined || received.tokenId !== undefined || gave.asset === received.asset) return undefined;
  const own = moves.filter(
    (move) =>
      isNetted(move) &&
      (move.from === account || move.to === account) &&
      (move.asset === gave.asset || move.asset === received.asset),
  );
  const isCertain =
    netOf(own, account, gave.asset) === -gave.amount && netOf(own, account, received.asset) === received.amount;
  if (!isCertain || gave.amount <= 0n || received.amount <= 0n) return undefined;
  return {
    account,
    position,
    slot: own.reduce((last, { slot }) => Math.max(last, slot), 0) + 0.5,
    kind: kind === 'swap' ? 'swap' : 'wrap',
    rule,
    protocol,
    given: { asset: gave.asset, amount: gave.amount },
    got: { asset: received.asset, amount: received.amount },
  };
}

/**
 * Trades of one asset for one other that the moves themselves bear out. An account that traded twice in one transaction, or
 * several assets at once, gave no amount for an amount and is left out.
 */
export function toTrades(
  position: Position,
  moves: readonly StoredMove[],
  actions: readonly ProtocolAction[],
): Trade[] {
  const taken = new Set<string>();
  const trades: Trade[] = [];
  for (const action of actions) {
    const trade = toTrade(position, moves, action);
    if (!trade) continue;
    const keys = [trade.given.asset, trade.got.asset].map((asset) => `${trade.account}:${asset}`);
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    trades.push(trade);
  }
  return trades;
}
