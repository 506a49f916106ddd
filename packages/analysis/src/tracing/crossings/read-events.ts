import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readMemoPayment } from '../../protocols/memo-payment.ts';
import { least } from '../accounts/account-apportioning.ts';
import type { BridgeEvent } from './bridge-event.ts';
import type { AccountCrossingLedger, CrossingLedger, OutputCrossingLedger } from './crossing-ledger.ts';

/** Moves of one transaction that are looked at. */
const MOST_MOVES = 2_000;
const AT_ONCE = 200;
const FEES = new Set(['fee', 'tip']);

interface Transaction {
  readonly record: AccountTransactionRecord;
  readonly moves: readonly StoredMove[];
}

/** The one payment that has the action's amount; else the only one of its asset and account. */
function findPayment(
  moves: readonly StoredMove[],
  account: AccountKey,
  { asset, amount }: { readonly asset: string; readonly amount: bigint },
  isOut: boolean,
): StoredMove | undefined {
  const own = moves.filter(
    (move) =>
      move.asset === asset &&
      !FEES.has(move.kind) &&
      move.from !== move.to &&
      (isOut ? move.from : move.to) === account,
  );
  const fitting = own.filter((move) => move.amount === amount);
  if (fitting.length === 1) return fitting[0];
  return own.length === 1 ? own[0] : undefined;
}

function toEvent(
  ledger: AccountCrossingLedger,
  { record, moves }: Transaction,
  { kind, rule, protocol, account, given, got, counterpart }: ProtocolAction,
): BridgeEvent | undefined {
  if (kind !== 'bridge-out' && kind !== 'bridge-in') return undefined;
  const [moved, other] = kind === 'bridge-out' ? given : got;
  if (!moved || other || account === undefined || !counterpart) return undefined;
  const payment = findPayment(moves, account, moved, kind === 'bridge-out');
  const height = positionHeight(record.position);
  return {
    ...{ kind, rule, protocol, counterpart, height },
    chain: ledger.chain,
    txid: record.hash,
    ref: payment && `${record.hash}#${payment.slot}`,
    address: ledger.formatAddress(account),
    asset: moved.asset,
    amount: payment ? least(payment.amount, moved.amount) : moved.amount,
    paid: payment?.amount ?? moved.amount,
    time: ledger.reader.block(height)?.time ?? 0,
  };
}

async function readAccountEvents(
  ledger: AccountCrossingLedger,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<BridgeEvent[]> {
  const { reader, chain } = ledger;
  const [records, moves, logs] = await Promise.all([
    reader.transactions(positions, read),
    reader.movesOf(positions, MOST_MOVES, read),
    reader.logsOf(positions, read),
  ]);
  return positions.flatMap((position, i) => {
    const record = records[i];
    if (!record || record.status === 'failed') return [];
    const own = moves.get(position) ?? [];
    const actions = ledger.actionsOf({ chain, transaction: record, moves: own, logs: logs.get(position) ?? [] });
    return actions.flatMap((action) => toEvent(ledger, { record, moves: own }, action) ?? []);
  });
}

function toMemoEvent(
  ledger: OutputCrossingLedger,
  record: TransactionRecord,
  raw: Uint8Array,
): BridgeEvent | undefined {
  const payment = readMemoPayment(record, ledger.memosOf(raw));
  const output = payment && record.outputs[payment.vout];
  if (!payment || !output) return undefined;
  const { kind, rule, protocol, counterpart, vout } = payment;
  const owner = kind === 'bridge-out' ? record.inputs[0]?.owner : output.owner;
  const height = positionHeight(record.position);
  return {
    ...{ kind, rule, protocol, counterpart, height },
    chain: ledger.chain,
    txid: record.txid,
    ref: `${record.txid}:${vout}`,
    address: owner ? ledger.formatOwner(owner) : null,
    asset: NATIVE_ASSET,
    amount: output.value,
    paid: output.value,
    time: ledger.reader.block(height)?.time ?? 0,
  };
}

async function readOutputEvents(
  ledger: OutputCrossingLedger,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<BridgeEvent[]> {
  const { reader } = ledger;
  const records = (await reader.records(positions, read)).flatMap((record) => record ?? []);
  const speaking = records.filter(({ outputs }) => outputs.some(({ type }) => type === 'op-return'));
  if (speaking.length === 0) return [];
  const raws = await reader.rawTransactions(
    speaking.map(({ position }) => position),
    read,
  );
  return speaking.flatMap((record) => {
    const raw = raws.get(record.position);
    return (raw && toMemoEvent(ledger, record, raw)) ?? [];
  });
}

/** What protocols and memos state about transactions, in the requested order: payments into and out of bridges. */
export async function readEvents(
  ledger: CrossingLedger,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<BridgeEvent[]> {
  const events: BridgeEvent[] = [];
  for (let at = 0; at < positions.length; at += AT_ONCE) {
    const part = positions.slice(at, at + AT_ONCE);
    events.push(
      ...(ledger.family === 'accounts'
        ? await readAccountEvents(ledger, part, read)
        : await readOutputEvents(ledger, part, read)),
    );
  }
  return events;
}

/** Positions of a transaction named by its hash, in lower case without 0x; empty where it is not indexed. */
export async function findTransaction(ledger: CrossingLedger, hash: string, read: ReadOptions): Promise<Position[]> {
  if (ledger.family === 'outputs') return (await ledger.reader.positionsOf([hash], read)).get(hash)?.slice(-1) ?? [];
  const position = (await ledger.reader.positionsOf([hash], read)).get(hash);
  return position === undefined ? [] : [position];
}
