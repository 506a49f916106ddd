import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import {
  type AddressKey,
  type AssetBalance,
  type AssetId,
  coinOf,
  findAssetKey,
  type LedgerReader,
  type Transfer,
  type TransferFilter,
  type TransferKind,
  type TransferPlace,
} from '@trailmark/core/ledger';
import type { HistoryFilter, OutputLedger, OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { decodeOwner, type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';

/** Transactions read at a time where transfers are filtered after they were read. */
const PAGE = 200;

function toOwner(key: AddressKey): Owner {
  const owner = /^([0-9a-f]{2})+$/.test(key) ? decodeOwner(decodeHex(key)) : undefined;
  if (owner) return owner;
  throw new AppError('invalid', 'This is not the key of an address: it takes a script form and its payload as hex.');
}

function kindOf(record: TransactionRecord, to: AddressKey | undefined): TransferKind {
  if (to === undefined) return 'destroyed';
  return record.isCoinbase ? 'reward' : 'native';
}

/** The outputs of a transaction as transfers, and its fee as the last one; outputs of nothing are left out. */
export function toOutputTransfers(chain: OutputChainId, record: TransactionRecord): Transfer[] {
  const { position, inputs, outputs, isCoinbase, fee } = record;
  const payers = isCoinbase ? [] : inputs.map(({ owner }) => owner && ownerId(owner));
  const base = {
    chain,
    asset: coinOf(chain),
    position,
    from: [...new Set(payers.filter((payer) => payer !== undefined))],
    payersKnown: !payers.includes(undefined),
    basis: 'fact',
    tokenId: undefined,
  } as const;
  const paid = outputs.map(({ owner, value }, slot): Transfer => {
    const to = owner && ownerId(owner);
    return { ...base, slot, amount: value, to, kind: kindOf(record, to) };
  });
  if (fee !== undefined && fee > 0n)
    paid.push({ ...base, slot: outputs.length, amount: fee, to: undefined, kind: 'fee' });
  return paid.filter(({ amount }) => amount > 0n);
}

function isDirection({ from, to }: Transfer, address: AddressKey, direction: TransferFilter['direction']): boolean {
  const pays = from.includes(address);
  const isPaid = to === address;
  if (direction === 'in') return isPaid && !pays;
  if (direction === 'out') return pays && !isPaid;
  if (direction === 'self') return pays && isPaid;
  return pays || isPaid;
}

function isAfter(place: TransferPlace, after: TransferPlace | undefined, order: TransferFilter['order']): boolean {
  if (!after) return true;
  const difference = place.position - after.position || place.slot - after.slot;
  return order === 'newest' ? difference < 0 : difference > 0;
}

/** The last place before a position in the requested order, so that a page begins with that position's transaction. */
function justBefore(position: Position, order: TransferFilter['order']): Position {
  return order === 'newest' ? position + 1 : position - 1;
}

/** Conditions on whole transactions. Direction and kind are conditions on single transfers, so they are checked later. */
function toHistoryFilter({ counterparty, kinds, asset, direction, ...rest }: TransferFilter): HistoryFilter {
  return { ...rest, counterparty: counterparty === undefined ? undefined : toOwner(counterparty) };
}

function toBalance(asset: AssetId, totals: OwnerTotals): AssetBalance[] {
  const { received, sent, receiveCount, spendCount, firstPosition, lastPosition, unfundedSpends } = totals;
  if (firstPosition === undefined || lastPosition === undefined) return [];
  const count = receiveCount + spendCount;
  return [{ asset, received, sent, count, firstPosition, lastPosition, unfundedSpends }];
}

/** A chain of outputs read as transfers. */
class OutputTransfers implements LedgerReader {
  readonly chain: OutputChainId;
  private readonly ledger: OutputLedger;
  private readonly coin: AssetId;

  constructor(chain: OutputChainId, ledger: OutputLedger) {
    this.chain = chain;
    this.ledger = ledger;
    this.coin = coinOf(chain);
  }

  tip: LedgerReader['tip'] = () => this.ledger.tip();

  block: LedgerReader['block'] = (height) => this.ledger.block(height);

  transactionCount: LedgerReader['transactionCount'] = () => this.ledger.transactionCount();

  coverage: LedgerReader['coverage'] = () =>
    this.ledger.heightRanges().map(({ fromHeight, toHeight, blocks, source, wholeBlocks, heightEstimated }) => {
      const isWhole = wholeBlocks && !heightEstimated && blocks === toHeight - fromHeight + 1;
      return { fromHeight, toHeight, blocks, source, isWhole };
    });

  revision: LedgerReader['revision'] = () => this.ledger.heightRanges();

  onChange: LedgerReader['onChange'] = (listener) => this.ledger.onChange?.(listener) ?? (() => undefined);

  transactionIds: LedgerReader['transactionIds'] = (positions, options) => this.ledger.txids(positions, options);

  transfersAt: LedgerReader['transfersAt'] = async (positions, limitEach, options) => {
    const all = await this.allAt(positions, options);
    return new Map([...all].map(([position, found]) => [position, found.slice(0, limitEach)]));
  };

  transfersIn: LedgerReader['transfersIn'] = async (height, options) => {
    const positions = await this.ledger.blockPositions(height, options);
    const all = await this.allAt(positions, options);
    return positions.flatMap((position) => all.get(position) ?? []);
  };

  transfers: LedgerReader['transfers'] = async (address, filter, { after, limit }, options) => {
    if (!this.isMoved(filter.asset)) return [];
    const owner = toOwner(address);
    const { order } = filter;
    const pages = (from: Position | undefined): Promise<Position[]> =>
      this.ledger
        .history(owner, toHistoryFilter(filter), { after: from, limit: PAGE }, options)
        .then((entries) => entries.map(({ position }) => position));
    const isWanted = (transfer: Transfer): boolean =>
      isDirection(transfer, address, filter.direction) && (filter.kinds?.includes(transfer.kind) ?? true);
    return this.collect({ pages, isWanted, order, after, limit }, options);
  };

  history: LedgerReader['history'] = async (address, filter, page, options) => {
    if (!this.isMoved(filter.asset)) return [];
    const asked = { ...toHistoryFilter(filter), direction: filter.direction };
    const entries = await this.ledger.history(toOwner(address), asked, page, options);
    return entries.map(({ position, received, sent }) => {
      return { position, changes: [{ asset: this.coin, received, sent }], isCut: false };
    });
  };

  positions: LedgerReader['positions'] = (address, page, options) =>
    this.ledger.ownerPositions(toOwner(address), page, options);

  balances: LedgerReader['balances'] = async (address, { offset, limit }, options) => {
    const totals = (await this.ledger.totals([toOwner(address)], options)).get(address);
    const items = totals ? toBalance(this.coin, totals) : [];
    return { items: items.slice(offset, offset + limit), total: items.length };
  };

  coinBalances: LedgerReader['coinBalances'] = async (addresses, options) => {
    const totals = await this.ledger.totals(addresses.map(toOwner), options);
    return new Map([...totals].flatMap(([key, sums]) => toBalance(this.coin, sums).map((sum) => [key, sum] as const)));
  };

  counterparties: LedgerReader['counterparties'] = async (address, { asset, sort, offset, limit }, options) => {
    if (!this.isMoved(asset)) return { items: [], total: 0 };
    const { items, total } = await this.ledger.counterparties(toOwner(address), { sort, offset, limit }, options);
    return {
      total,
      items: items.map(({ owner, transactionCount, ...sums }) => {
        return { address: ownerId(owner), asset: this.coin, count: transactionCount, ...sums };
      }),
    };
  };

  links: LedgerReader['links'] = async (a, b, { before, limit }, options) => {
    const [first, second] = [toOwner(a), toOwner(b)];
    const pages = (from: Position | undefined): Promise<Position[]> =>
      this.ledger.links(first, second, { before: from, limit: PAGE }, options);
    const isWanted = ({ from, to }: Transfer): boolean =>
      (from.includes(a) && to === b) || (from.includes(b) && to === a);
    return this.collect({ pages, isWanted, order: 'newest', after: before, limit }, options);
  };

  activity: LedgerReader['activity'] = async (address, asset, period, options) => {
    if (!this.isMoved(asset))
      throw new AppError('invalid', `"${asset.slice(0, 80)}" is not an asset of ${this.chain}.`);
    const { points, weekdayHours } = await this.ledger.activity(toOwner(address), period, options);
    return { points: points.map(({ transactions, ...sums }) => ({ ...sums, count: transactions })), weekdayHours };
  };

  fetched: LedgerReader['fetched'] = (address, options) => this.ledger.fetched(toOwner(address), options);

  /** Only the coin moves here; text that is no asset is refused. */
  private isMoved(asset: AssetId | undefined): boolean {
    return asset === undefined || findAssetKey(this.chain, asset) === NATIVE_ASSET;
  }

  private async allAt(positions: readonly Position[], options?: ReadOptions): Promise<Map<Position, Transfer[]>> {
    const records = await this.ledger.records(positions, options);
    return new Map(
      records.flatMap((record) => (record ? [[record.position, toOutputTransfers(this.chain, record)] as const] : [])),
    );
  }

  /** The wanted transfers of page after page of transactions, until there are enough. */
  private async collect(search: Search, options?: ReadOptions): Promise<Transfer[]> {
    const { pages, isWanted, order, after, limit } = search;
    const found: Transfer[] = [];
    let from = after && justBefore(after.position, order);
    for (;;) {
      const positions = await pages(from);
      const byPosition = await this.allAt(positions, options);
      for (const position of positions) {
        const own = (byPosition.get(position) ?? []).filter((each) => isWanted(each) && isAfter(each, after, order));
        found.push(...(order === 'newest' ? own.reverse() : own));
        if (found.length >= limit) return found.slice(0, limit);
      }
      if (positions.length < PAGE) return found;
      from = positions.at(-1);
    }
  }
}

interface Search {
  /** Positions strictly after the given one in the order of the search, at most a page of them. */
  readonly pages: (after: Position | undefined) => Promise<Position[]>;
  readonly isWanted: (transfer: Transfer) => boolean;
  readonly order: TransferFilter['order'];
  readonly after: TransferPlace | undefined;
  readonly limit: number;
}

export function readOutputsAsTransfers(chain: OutputChainId, ledger: OutputLedger): LedgerReader {
  return new OutputTransfers(chain, ledger);
}
