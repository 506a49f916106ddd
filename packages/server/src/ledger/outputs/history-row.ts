import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { HistoryEntry, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import type { Pricer } from '../../knowledge/prices/pricer.ts';
import { countConfirmations } from '../answer.ts';
import { coinOf } from '../coin.ts';
import type { ServedOutputs } from '../ledgers.ts';
import type { NamedOwner } from './owner-input.ts';
import { isSameOwner } from './same-owner.ts';
import { isNeverSpendable } from './unspendable.ts';

const COUNTERPARTIES_SHOWN = 5;
/** Received amounts at or below this are flagged as dust: the relay limits of the reference nodes, smallest unit. */
const DUST_UNITS = { DOGE: 1_000_000n, other: 546n } as const;

interface Side {
  readonly owner: Owner | undefined;
  readonly value: bigint | undefined;
}

/** Sum by owner of one side of a transaction without one owner; an unknown value makes its owner's sum unknown. */
function sumOthers(sides: readonly Side[], self: Owner): { owner: Owner; amount: bigint | null }[] {
  const sums = new Map<string, { owner: Owner; amount: bigint | null }>();
  for (const { owner, value } of sides) {
    if (!owner || isSameOwner(owner, self)) continue;
    const id = ownerId(owner);
    const known = sums.get(id);
    if (!known) sums.set(id, { owner, amount: value ?? null });
    else known.amount = known.amount === null || value === undefined ? null : known.amount + value;
  }
  return [...sums.values()];
}

function compareAmounts(a: { amount: bigint | null }, b: { amount: bigint | null }): number {
  const [x, y] = [a.amount ?? -1n, b.amount ?? -1n];
  return x === y ? 0 : x > y ? -1 : 1;
}

/** What is read off a transaction for one owner. */
interface OwnSide {
  readonly isSender: boolean;
  readonly paysOthers: boolean;
  readonly hasP2pk: boolean;
  readonly isUnspendable: boolean;
}

function isOwn(owner: Owner | undefined, self: Owner): boolean {
  return owner !== undefined && isSameOwner(owner, self);
}

function readOwnSide(ledger: ServedOutputs, record: TransactionRecord, entry: HistoryEntry, self: Owner): OwnSide {
  const ownInputs = record.inputs.filter((input) => isOwn(input.owner, self));
  const ownOutputs = record.outputs.filter((output) => isOwn(output.owner, self));
  return {
    isSender: entry.sent > 0n || ownInputs.length > 0,
    // A zero-valued data output pays nobody.
    paysOthers: record.outputs.some(
      (output) => !isOwn(output.owner, self) && (output.owner !== undefined || output.value > 0n),
    ),
    hasP2pk: ownInputs.some((input) => input.isP2pk) || ownOutputs.some((output) => output.type === 'p2pk'),
    isUnspendable: ownOutputs.length > 0 && isNeverSpendable(ledger, record),
  };
}

function toDirection({ isSender, paysOthers }: OwnSide): OutputHistoryRow['direction'] {
  if (!isSender) return 'in';
  return paysOthers ? 'out' : 'self';
}

function isDust(ledger: ServedOutputs, direction: OutputHistoryRow['direction'], received: bigint): boolean {
  const limit = ledger.chain.symbol === 'DOGE' ? DUST_UNITS.DOGE : DUST_UNITS.other;
  return direction === 'in' && received > 0n && received <= limit;
}

type Flag = OutputHistoryRow['flags'][number];

function toFlags(ledger: ServedOutputs, record: TransactionRecord, entry: HistoryEntry, own: OwnSide): Flag[] {
  const flags: Flag[] = [];
  if (record.isCoinbase) flags.push('coinbase');
  if (record.position < 0) flags.push('unconfirmed');
  if (hasUnknownInputs(record)) flags.push('inputs-unknown');
  if (isDust(ledger, toDirection(own), entry.received)) flags.push('dust');
  if (own.hasP2pk) flags.push('p2pk');
  if (own.isUnspendable) flags.push('unspendable');
  if (!record.hasRaw) flags.push('no-raw');
  return flags;
}

/** Some input spends an output that is not indexed. */
export function hasUnknownInputs(record: TransactionRecord): boolean {
  return !record.isCoinbase && record.inputs.some((input) => input.owner === undefined || input.value === undefined);
}

type BlockPart = Pick<
  OutputHistoryRow,
  'height' | 'index' | 'blockHash' | 'time' | 'timeEstimated' | 'heightEstimated' | 'confirmations'
>;

function toBlockPart({ reader }: ServedOutputs, position: number): BlockPart {
  const height = positionHeight(position);
  const block = reader.block(height);
  return {
    height,
    index: positionIndex(position),
    blockHash: block?.hash ?? null,
    time: block?.time ?? null,
    timeEstimated: block?.timeEstimated ?? false,
    heightEstimated: block?.heightEstimated ?? false,
    confirmations: countConfirmations(reader, height),
  };
}

function toRow(
  ledger: ServedOutputs,
  self: NamedOwner,
  record: TransactionRecord,
  entry: HistoryEntry,
): Omit<OutputHistoryRow, keyof BlockPart | 'runningBalance' | 'fiat' | 'changes'> {
  const own = readOwnSide(ledger, record, entry, self.owner);
  const others = sumOthers(own.isSender ? record.outputs : record.inputs, self.owner).sort(compareAmounts);
  return {
    txid: record.txid,
    hash: record.txid,
    direction: toDirection(own),
    received: entry.received,
    sent: entry.sent,
    net: entry.received - entry.sent,
    fee: record.fee ?? null,
    isCoinbase: record.isCoinbase,
    counterparties: others
      .slice(0, COUNTERPARTIES_SHOWN)
      .map(({ owner, amount }) => ({ address: formatOwner(ledger.chain, owner), amount })),
    counterpartyCount: others.length,
    inputCount: record.inputs.length,
    outputCount: record.outputs.length,
    flags: toFlags(ledger, record, entry, own),
  };
}

/** The net change under the name that it has on every chain; nothing where nothing changed. */
function toChanges(ledger: ServedOutputs, net: bigint, fiat: OutputHistoryRow['fiat']): OutputHistoryRow['changes'] {
  return net === 0n ? [] : [{ asset: coinOf(ledger), amount: net, tokenId: null, fiat }];
}

/** A mined transaction as seen from one address. */
export function toHistoryRow(
  ledger: ServedOutputs,
  self: NamedOwner,
  { record, entry, runningBalance }: { record: TransactionRecord; entry: HistoryEntry; runningBalance: bigint | null },
  pricer: Pricer,
): OutputHistoryRow {
  const block = toBlockPart(ledger, entry.position);
  const fiat = pricer.value(entry.received - entry.sent, block);
  const row = toRow(ledger, self, record, entry);
  return { ...row, ...block, runningBalance, fiat, changes: toChanges(ledger, row.net, fiat) };
}

function sumOwn(sides: readonly Side[], self: Owner): bigint {
  return sides.reduce((sum, { owner, value }) => sum + (isOwn(owner, self) ? (value ?? 0n) : 0n), 0n);
}

/** What an owner gets and gives in a transaction. */
export function toEntry(record: TransactionRecord, self: Owner): HistoryEntry {
  return { position: record.position, received: sumOwn(record.outputs, self), sent: sumOwn(record.inputs, self) };
}

/** An unconfirmed transaction as seen from one address: no block, no balance, no day to price it by. */
export function toUnconfirmedRow(
  ledger: ServedOutputs,
  self: NamedOwner,
  { record, seen }: UnconfirmedTransaction,
): OutputHistoryRow {
  const entry = toEntry(record, self.owner);
  const row = toRow(ledger, self, record, entry);
  return {
    ...row,
    height: null,
    index: null,
    blockHash: null,
    time: seen,
    timeEstimated: false,
    heightEstimated: false,
    confirmations: 0,
    runningBalance: null,
    fiat: null,
    changes: toChanges(ledger, row.net, null),
  };
}
