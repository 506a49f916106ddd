import type { AddressKey, AssetChange, AssetId, LedgerReader, Transfer } from '@trailmark/core/ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';

/** A transaction with what it changed for the watched addresses, one change an asset. */
export interface TouchedTransaction {
  readonly position: Position;
  readonly height: number;
  readonly time: number;
  readonly transfers: readonly Transfer[];
  readonly touched: readonly AddressKey[];
  readonly changes: readonly AssetChange[];
  readonly isUnconfirmed?: boolean | undefined;
  readonly arrivals?: readonly { readonly name: string; readonly kind: string }[] | undefined;
}

/** Transfers of one transaction that are read; more than that are a batch whose rest adds nothing to an alert. */
const MOST_TRANSFERS = 400;
const PAGE = 500;

interface Sums {
  received: bigint;
  sent: bigint;
}

/** Sums by asset, added up over watched addresses. */
class Changes {
  readonly #sums = new Map<AssetId, Sums>();

  add(asset: AssetId, received: bigint, sent: bigint): void {
    const sums = this.#sums.get(asset) ?? { received: 0n, sent: 0n };
    sums.received += received;
    sums.sent += sent;
    this.#sums.set(asset, sums);
  }

  list(): readonly AssetChange[] {
    return [...this.#sums].map(([asset, sums]) => ({ asset, ...sums }));
  }
}

/** Whether all payers of a transfer are watched, or none; undefined where it is some, or not all are known. */
function isPaidByOwn({ from, payersKnown }: Transfer, isOwn: (key: AddressKey) => boolean): boolean | undefined {
  const own = from.filter(isOwn).length;
  return payersKnown && (own === 0 || own === from.length) ? own > 0 : undefined;
}

/** What a transaction changed, where its transfers alone say it: every payer is watched, or none is. Undefined otherwise. */
function sumTransfers(
  transfers: readonly Transfer[],
  isOwn: (key: AddressKey) => boolean,
): readonly AssetChange[] | undefined {
  const changes = new Changes();
  for (const transfer of transfers) {
    const { asset, amount, to, basis } = transfer;
    const pays = isPaidByOwn(transfer, isOwn);
    if (pays === undefined) return undefined;
    const receives = to !== undefined && isOwn(to);
    if (basis === 'fact' && (pays || receives)) changes.add(asset, receives ? amount : 0n, pays ? amount : 0n);
  }
  return changes.list();
}

/** The same from the entries of each address, which say who spent what. */
async function readChanges(
  reader: LedgerReader,
  { position, touched }: { readonly position: Position; readonly touched: readonly AddressKey[] },
  read: ReadOptions,
): Promise<readonly AssetChange[]> {
  const changes = new Changes();
  const height = positionHeight(position);
  for (const key of touched) {
    const filter = { fromHeight: height, toHeight: height, order: 'oldest' } as const;
    const entries = await reader.history(key, filter, { limit: PAGE }, read);
    const own = entries.find((entry) => entry.position === position);
    for (const { asset, received, sent } of own?.changes ?? []) changes.add(asset, received, sent);
  }
  return changes.list();
}

function touchedBy(transfers: readonly Transfer[], isOwn: (key: AddressKey) => boolean): readonly AddressKey[] {
  const sides = transfers.flatMap(({ from, to }) => (to === undefined ? from : [...from, to]));
  return [...new Set(sides)].filter(isOwn);
}

/** What one transaction is to watched addresses. */
export async function toTouched(
  reader: LedgerReader,
  { position, transfers }: { readonly position: Position; readonly transfers: readonly Transfer[] },
  isOwn: (key: AddressKey) => boolean,
  read: ReadOptions,
): Promise<TouchedTransaction> {
  const height = positionHeight(position);
  const touched = touchedBy(transfers, isOwn);
  const changes = sumTransfers(transfers, isOwn) ?? (await readChanges(reader, { position, touched }, read));
  return { position, height, time: reader.block(height)?.time ?? 0, transfers, touched, changes };
}

/** What one transaction is to whoever watches an asset: everything of it that moved. */
export function toAssetTouched(
  reader: LedgerReader,
  { position, transfers }: { readonly position: Position; readonly transfers: readonly Transfer[] },
  asset: AssetId,
): TouchedTransaction {
  const height = positionHeight(position);
  const received = transfers.reduce((sum, each) => (each.asset === asset ? sum + each.amount : sum), 0n);
  const time = reader.block(height)?.time ?? 0;
  return { position, height, time, transfers, touched: [], changes: [{ asset, received, sent: 0n }] };
}

/** What one transaction is to followed money: the traced part of what it paid. */
export function toStepTouched(
  reader: LedgerReader,
  { position, transfers }: { readonly position: Position; readonly transfers: readonly Transfer[] },
  { touched, changes, arrivals }: Pick<TouchedTransaction, 'touched' | 'changes' | 'arrivals'>,
): TouchedTransaction {
  const height = positionHeight(position);
  return { position, height, time: reader.block(height)?.time ?? 0, transfers, touched, changes, arrivals };
}

/** Positions of the transactions of addresses between two heights, ascending, at most so many. */
async function listPositions(
  reader: LedgerReader,
  keys: readonly AddressKey[],
  { fromHeight, toHeight, limit }: { readonly fromHeight: number; readonly toHeight: number; readonly limit: number },
  read: ReadOptions,
): Promise<{ readonly positions: readonly Position[]; readonly isCut: boolean }> {
  const found = new Set<Position>();
  let isCut = false;
  for (const key of keys) {
    let after: Position | undefined;
    // The last ones first: where there are too many, those are what matters.
    for (;;) {
      const page = { after, limit: PAGE };
      const entries = await reader.history(key, { fromHeight, toHeight, order: 'newest' }, page, read);
      for (const { position } of entries) found.add(position);
      after = entries.at(-1)?.position;
      if (entries.length < PAGE) break;
      if (found.size > limit) {
        isCut = true;
        break;
      }
    }
  }
  const positions = [...found].sort((a, b) => b - a);
  return { positions: positions.slice(0, limit).reverse(), isCut: isCut || positions.length > limit };
}

/** Past transactions of watched addresses between two heights, ascending; the last ones where there are more than `limit`. */
export async function readPast(
  reader: LedgerReader,
  keys: readonly AddressKey[],
  range: { readonly fromHeight: number; readonly toHeight: number; readonly limit: number },
  read: ReadOptions,
): Promise<{ readonly transactions: readonly TouchedTransaction[]; readonly isCut: boolean }> {
  const own = new Set(keys);
  const { positions, isCut } = await listPositions(reader, keys, range, read);
  const transactions: TouchedTransaction[] = [];
  for (let at = 0; at < positions.length; at += PAGE) {
    const batch = positions.slice(at, at + PAGE);
    const transfers = await reader.transfersAt(batch, MOST_TRANSFERS, read);
    for (const position of batch) {
      const of = { position, transfers: transfers.get(position) ?? [] };
      transactions.push(await toTouched(reader, of, (key) => own.has(key), read));
    }
  }
  return { transactions, isCut };
}
