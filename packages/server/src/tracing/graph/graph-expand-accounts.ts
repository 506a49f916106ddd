import type { AccountHistoryFilter, MovePlace, StoredMove } from '@trailmark/core/account-ledger';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { type NamedAccount, readAccount } from '../../ledger/accounts/account-input.ts';
import type { ServedAccounts } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import type { ExpandBody, Expanded } from './graph-expansion.ts';
import { drawMoves, isPayment, readHashes } from './graph-moves.ts';
import { openAccountGraph } from './graph-scope.ts';
import { PassingWindow } from './graph-window.ts';

/** Moves read in one query, and at most. */
const PAGE = 5_000;
const MOST_MOVES = 2_000_000;
const MOVES_OF_TRANSACTION = 2_000;

/** The requested asset; else the coin where the address ever had it, else what it moved most. */
async function chooseAsset(
  { reader }: ServedAccounts,
  { key }: NamedAccount,
  asked: AssetKey | undefined,
  read: ReadOptions,
): Promise<{ asset: AssetKey; others: number }> {
  const { items, total } = await reader.assetsOf(key, { offset: 0, limit: 1 }, read);
  const asset = asked ?? items[0]?.asset ?? NATIVE_ASSET;
  return { asset, others: items.length === 0 ? 0 : total - 1 };
}

async function passMoves(
  { reader }: ServedAccounts,
  { key, address }: NamedAccount,
  filter: AccountHistoryFilter,
  { window, fromPosition }: { readonly window: PassingWindow<StoredMove>; readonly fromPosition: number },
  read: ReadOptions,
): Promise<void> {
  let after: MovePlace | undefined;
  for (let passed = 0; passed < MOST_MOVES; passed += PAGE) {
    const moves = await reader.moves(key, filter, { after, limit: PAGE }, read);
    for (const move of moves) if (isPayment(move) && move.position >= fromPosition) window.add(move);
    const last = moves.at(-1);
    if (moves.length < PAGE || !last) return;
    after = { position: last.position, slot: last.slot };
  }
  throw new AppError(
    'invalid',
    `${address} has more than ${MOST_MOVES} transfers in this span. Ask for a shorter span of time.`,
  );
}

async function expandAddress(
  deps: TraceDeps,
  ledger: ServedAccounts,
  account: NamedAccount,
  body: ExpandBody,
  read: ReadOptions,
): Promise<Expanded> {
  const { asset, others } = await chooseAsset(ledger, account, body.asset, read);
  const { fromPosition = 0, fromTime, toTime, direction } = body;
  const window = new PassingWindow<StoredMove>(body);
  const filter: AccountHistoryFilter = {
    order: 'oldest',
    asset,
    direction: direction === 'forward' ? 'out' : 'in',
    fromHeight: fromPosition === 0 ? undefined : positionHeight(fromPosition),
    fromTime,
    toTime,
    withoutZero: true,
  };
  await passMoves(ledger, account, filter, { window, fromPosition }, read);
  const { rows, restCount, restAmount } = window.finish();
  const scope = await openAccountGraph(deps, ledger, [asset], read);
  if (body.asset === undefined && others > 0) {
    scope.gaps.push(
      `${account.address} moved ${others} more assets. Only payments of ${scope.builder.context.assetOf(asset).id} are drawn: amounts of different assets do not compare.`,
    );
  }
  scope.builder.address(account.address);
  drawMoves(scope, rows, await readHashes(scope, rows));
  const remainder = restCount === 0 ? null : { count: restCount, amount: restAmount, asset };
  return { scope, total: window.count, remainder };
}

/** All payments of one transaction, whichever way they went; of one asset where one is requested. */
async function expandTransaction(
  deps: TraceDeps,
  ledger: ServedAccounts,
  hash: string,
  body: ExpandBody,
  read: ReadOptions,
): Promise<Expanded> {
  const position = (await ledger.reader.positionsOf([hash], read)).get(hash);
  if (position === undefined) {
    throw new AppError('not-found', `No ${ledger.chain.name} transaction with the hash 0x${hash} is indexed.`);
  }
  const moves = (await ledger.reader.movesOf([position], MOVES_OF_TRANSACTION + 1, read)).get(position) ?? [];
  const payments = moves.filter((move) => isPayment(move) && (body.asset === undefined || move.asset === body.asset));
  // Amounts of several assets do not compare: without one asset the order is that of the transaction.
  const assets = [...new Set(payments.map(({ asset }) => asset))];
  const window = new PassingWindow<StoredMove>({ ...body, order: assets.length > 1 ? 'time' : body.order });
  for (const move of payments) window.add(move);
  const { rows, restCount, restAmount } = window.finish();
  const scope = await openAccountGraph(deps, ledger, assets, read);
  if (moves.length > MOVES_OF_TRANSACTION) {
    scope.gaps.push(`0x${hash}: it has more than ${MOVES_OF_TRANSACTION} transfers, of which only these were read.`);
  }
  if (restCount > 0 && assets.length > 1) {
    scope.gaps.push(`0x${hash}: ${restCount} further transfers of ${assets.length} assets are not drawn.`);
  }
  drawMoves(scope, rows, await readHashes(scope, rows));
  const [asset] = assets;
  const isOne = assets.length === 1 && asset !== undefined;
  return {
    scope,
    total: window.count,
    remainder: restCount > 0 && isOne ? { count: restCount, amount: restAmount, asset } : null,
  };
}

/** One hop on from an address or a transaction of an account chain. */
export async function expandAccounts(
  deps: TraceDeps,
  ledger: ServedAccounts,
  body: ExpandBody,
  read: ReadOptions,
): Promise<Expanded> {
  const node = body.node.trim();
  const hash = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(node)?.[1]?.toLowerCase();
  if (hash !== undefined) return expandTransaction(deps, ledger, hash, body, read);
  return expandAddress(deps, ledger, readAccount(ledger, node), body, read);
}
