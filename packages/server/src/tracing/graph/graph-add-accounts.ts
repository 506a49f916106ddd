import type { StoredMove } from '@trailmark/core/account-ledger';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { type NamedAccount, readAccount } from '../../ledger/accounts/account-input.ts';
import type { ServedAccounts } from '../../ledger/ledgers.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { drawMoves, isPayment, readHashes } from './graph-moves.ts';
import { type Added, listItems, type RefusedItem, readOrRefuse, refuseItem } from './graph-refusals.ts';
import { type AccountGraphScope, openAccountGraph } from './graph-scope.ts';

/** Transfers of one added transaction that are drawn; all of an answer together stays within what a canvas takes at once. */
const MOVES_DRAWN = 100;
const MOVES_OF_ALL = 6_000;
const HASH = /^(?:0x)?([0-9a-fA-F]{64})$/;

interface AskedHash {
  readonly text: string;
  readonly hash: string;
}

interface Asked {
  readonly accounts: readonly NamedAccount[];
  readonly hashes: readonly AskedHash[];
  readonly refused: RefusedItem[];
}

function readItems(ledger: ServedAccounts, items: readonly string[]): Asked {
  const refused: RefusedItem[] = [];
  const accounts: NamedAccount[] = [];
  const hashes: AskedHash[] = [];
  for (const text of listItems(items)) {
    const hash = HASH.exec(text)?.[1]?.toLowerCase();
    if (hash === undefined) {
      const account = readOrRefuse(text, refused, () => readAccount(ledger, text));
      if (account) accounts.push(account);
    } else hashes.push({ text, hash });
  }
  return { accounts, hashes, refused };
}

async function addNamed(
  { ledger, builder, gaps, read }: AccountGraphScope,
  accounts: readonly NamedAccount[],
): Promise<void> {
  if (accounts.length === 0) return;
  const totals = await ledger.reader.totals(
    accounts.map(({ key }) => key),
    read,
  );
  for (const { key, address } of accounts) {
    builder.address(address);
    if (!totals.has(key)) gaps.push(`${address}: no payment of this address is indexed.`);
  }
}

/** The payments of one transaction, with what is stated where there are none or too many. */
function paymentsOf(scope: AccountGraphScope, hash: string, own: readonly StoredMove[], each: number): StoredMove[] {
  const payments = own.slice(0, each).filter(isPayment);
  if (own.length > each) scope.gaps.push(`${hash}: only the first ${each} of its transfers are drawn.`);
  if (payments.length === 0) scope.gaps.push(`${hash}: this transaction moved nothing between two addresses.`);
  return payments;
}

/** Adds addresses and transactions of an account chain: a few queries for all of them. */
export async function addAccounts(
  deps: TraceDeps,
  ledger: ServedAccounts,
  items: readonly string[],
  read: ReadOptions,
): Promise<Added> {
  const { accounts, hashes, refused } = readItems(ledger, items);
  const asked = [...new Set(hashes.map(({ hash }) => hash))];
  const positions = asked.length === 0 ? new Map<string, Position>() : await ledger.reader.positionsOf(asked, read);
  const places = [...new Set(positions.values())];
  const each = Math.max(4, Math.min(MOVES_DRAWN, Math.floor(MOVES_OF_ALL / Math.max(1, places.length))));
  const moves =
    places.length === 0 ? new Map<Position, StoredMove[]>() : await ledger.reader.movesOf(places, each + 1, read);
  const assets = [...moves.values()].flat().map(({ asset }) => asset);
  const scope = await openAccountGraph(deps, ledger, new Set(assets), read);
  await addNamed(scope, accounts);
  const drawn: StoredMove[] = [];
  for (const { text, hash } of hashes) {
    const position = positions.get(hash);
    if (position === undefined) {
      refused.push(refuseItem(text, `No ${ledger.chain.name} transaction with this hash is indexed.`));
    } else drawn.push(...paymentsOf(scope, hash, moves.get(position) ?? [], each));
  }
  drawMoves(scope, drawn, await readHashes(scope, drawn));
  return { scope, refused };
}
