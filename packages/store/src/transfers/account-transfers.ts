import {
  type AccountKey,
  BLOCK_FOREIGN_GENESIS,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_MOVES_INDEX,
} from '@trailmark/core/account-block';
import type { AccountHistoryFilter, AccountLedger, AssetTotals, StoredMove } from '@trailmark/core/account-ledger';
import { formatAssetId } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import {
  type AddressKey,
  type AssetBalance,
  type AssetChange,
  findAssetKey,
  type LedgerReader,
  type Transfer,
  type TransferFilter,
} from '@trailmark/core/ledger';
import { type Position, toPosition } from '@trailmark/core/position';

const HOLDS_EVERYTHING =
  BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS;
/** Movements read of one transaction: batch payments and airdrops have thousands. */
const MOST_MOVES_EACH = 1_000;
/** Transactions of an address whose places are read at once. */
const POSITIONS_PAGE = 5_000;
/** No transaction has more: what a query takes as its limit. */
const MOST_MOVES_OF_ONE = 0xffff_ffff;

function assertKey(key: AddressKey): AccountKey {
  if (/^[0-9a-f]{40}$/.test(key)) return key;
  throw new AppError('invalid', 'This is not the key of an address: it takes 40 lower-case hexadecimal digits.');
}

/** A movement as a transfer. */
export function toAccountTransfer(chain: AccountChainId, move: StoredMove): Transfer {
  const { position, slot, asset, amount, from, to, kind, tokenId } = move;
  return {
    chain,
    position,
    slot,
    asset: formatAssetId(chain, asset),
    amount,
    from: from === '' ? [] : [from],
    payersKnown: true,
    to: to === '' ? undefined : to,
    kind,
    basis: kind === 'stated' ? 'stated' : 'fact',
    tokenId,
  };
}

/** Undefined where the filter names an asset of another chain: nothing can match. */
function toAccountFilter(chain: AccountChainId, filter: TransferFilter): AccountHistoryFilter | undefined {
  const { asset, counterparty, ...rest } = filter;
  const key = asset === undefined ? undefined : findAssetKey(chain, asset);
  if (asset !== undefined && key === undefined) return undefined;
  return { ...rest, asset: key, counterparty: counterparty === undefined ? undefined : assertKey(counterparty) };
}

/** What movements changed for an address, by asset in their order. Stated payments change nothing. */
function toChanges(chain: AccountChainId, address: AccountKey, moves: readonly StoredMove[]): AssetChange[] {
  const sums = new Map<string, { received: bigint; sent: bigint }>();
  for (const { asset, amount, from, to, kind } of moves) {
    if (kind === 'stated') continue;
    const sum = sums.get(asset) ?? { received: 0n, sent: 0n };
    if (to === address) sum.received += amount;
    if (from === address) sum.sent += amount;
    sums.set(asset, sum);
  }
  return [...sums].map(([asset, sum]) => ({ asset: formatAssetId(chain, asset), ...sum }));
}

function toBalance(chain: AccountChainId, totals: AssetTotals): AssetBalance {
  const { asset, moves: count, ...sums } = totals;
  return { ...sums, asset: formatAssetId(chain, asset), count, unfundedSpends: 0 };
}

/** A chain of accounts read as transfers. */
class AccountTransfers implements LedgerReader {
  readonly chain: AccountChainId;
  private readonly ledger: AccountLedger;

  constructor(chain: AccountChainId, ledger: AccountLedger) {
    this.chain = chain;
    this.ledger = ledger;
  }

  tip: LedgerReader['tip'] = () => this.ledger.tip();

  block: LedgerReader['block'] = (height) => this.ledger.block(height);

  transactionCount: LedgerReader['transactionCount'] = () => this.ledger.transactionCount();

  coverage: LedgerReader['coverage'] = () =>
    this.ledger.heightRanges().map(({ fromHeight, toHeight, blocks, source, holds }) => {
      const isOwn = (holds & HOLDS_EVERYTHING) === HOLDS_EVERYTHING && (holds & BLOCK_FOREIGN_GENESIS) === 0;
      return { fromHeight, toHeight, blocks, source, isWhole: isOwn && blocks === toHeight - fromHeight + 1 };
    });

  revision: LedgerReader['revision'] = () => this.ledger.heightRanges();

  onChange: LedgerReader['onChange'] = (listener) => this.ledger.onChange?.(listener) ?? (() => undefined);

  transactionIds: LedgerReader['transactionIds'] = (positions, options) => this.ledger.hashes(positions, options);

  transfersAt: LedgerReader['transfersAt'] = async (positions, limitEach, options) => {
    const moves = await this.ledger.movesOf(positions, limitEach, options);
    return new Map([...moves].map(([position, found]) => [position, this.toTransfers(found)]));
  };

  transfersIn: LedgerReader['transfersIn'] = async (height, options) => {
    const positions = await this.ledger.blockPositions(height, options);
    const ofBlock = toPosition(height, BLOCK_MOVES_INDEX);
    const moves = await this.ledger.movesOf([...positions, ofBlock], MOST_MOVES_OF_ONE, options);
    return [...positions, ofBlock].flatMap((position) => this.toTransfers(moves.get(position) ?? []));
  };

  transfers: LedgerReader['transfers'] = async (address, filter, page, options) => {
    const asked = toAccountFilter(this.chain, filter);
    return asked ? this.toTransfers(await this.ledger.moves(assertKey(address), asked, page, options)) : [];
  };

  history: LedgerReader['history'] = async (address, filter, page, options) => {
    const asked = toAccountFilter(this.chain, filter);
    if (!asked) return [];
    const key = assertKey(address);
    const entries = await this.ledger.history(key, asked, { ...page, movesEach: MOST_MOVES_EACH }, options);
    return entries.map(({ position, moves, moveCount }) => {
      return { position, changes: toChanges(this.chain, key, moves), isCut: moveCount > moves.length };
    });
  };

  positions: LedgerReader['positions'] = async (address, page, options) => {
    const key = assertKey(address);
    const found: Position[] = [];
    let { after } = page;
    for (;;) {
      const limit = Math.min(POSITIONS_PAGE, page.limit - found.length);
      const entries = await this.ledger.history(key, { order: 'oldest' }, { after, limit, movesEach: 1 }, options);
      for (const { position } of entries) found.push(position);
      after = found.at(-1);
      if (entries.length < limit || found.length === page.limit) return found;
    }
  };

  balances: LedgerReader['balances'] = async (address, page, options) => {
    const { items, total } = await this.ledger.assetsOf(assertKey(address), page, options);
    return { items: items.map((totals) => toBalance(this.chain, totals)), total };
  };

  coinBalances: LedgerReader['coinBalances'] = async (addresses, options) => {
    const totals = await this.ledger.totals(addresses.map(assertKey), options);
    return new Map(
      [...totals].flatMap(([key, { native }]) => (native ? [[key, toBalance(this.chain, native)] as const] : [])),
    );
  };

  counterparties: LedgerReader['counterparties'] = async (address, { asset, ...page }, options) => {
    const key = asset === undefined ? undefined : findAssetKey(this.chain, asset);
    if (asset !== undefined && key === undefined) return { items: [], total: 0 };
    const { items, total } = await this.ledger.counterparties(assertKey(address), { ...page, asset: key }, options);
    return {
      total,
      items: items.map(({ moves, asset: own, ...sums }) => {
        return { ...sums, asset: formatAssetId(this.chain, own), count: moves };
      }),
    };
  };

  links: LedgerReader['links'] = (a, b, { before, limit }, options) =>
    this.transfers(a, { counterparty: b, order: 'newest' }, { after: before, limit }, options);

  activity: LedgerReader['activity'] = async (address, asset, period, options) => {
    const key = findAssetKey(this.chain, asset);
    if (key === undefined) throw new AppError('invalid', `"${asset.slice(0, 80)}" is not an asset of ${this.chain}.`);
    const { points, weekdayHours } = await this.ledger.activity(assertKey(address), key, period, options);
    return { points: points.map(({ moves, ...sums }) => ({ ...sums, count: moves })), weekdayHours };
  };

  fetched: LedgerReader['fetched'] = (address, options) => this.ledger.addressCoverage(assertKey(address), options);

  private toTransfers(moves: readonly StoredMove[]): Transfer[] {
    return moves.map((move) => toAccountTransfer(this.chain, move));
  }
}

export function readAccountsAsTransfers(chain: AccountChainId, ledger: AccountLedger): LedgerReader {
  return new AccountTransfers(chain, ledger);
}
