import { toAccountTransaction } from '@trailmark/analysis/statement/account-transaction';
import { toOutputTransaction } from '@trailmark/analysis/statement/output-transaction';
import { OwnerSet } from '@trailmark/analysis/statement/owner-set';
import { type AddressKey, coinOf, type Transfer } from '@trailmark/core/ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { SetAction, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readActions } from '../accounts/actions.ts';
import { byFamily, type ServedAccounts, type ServedLedger, type ServedOutputs } from '../ledgers.ts';

/**
 * Transactions read at a time. Those of account chains cost a few store queries per batch. Records of chains of outputs cost none, and
 * what is made of so few of them is gone before the collector of garbage comes by: ten times as many take half as long again.
 */
const ACCOUNT_BATCH = 1_000;
const OUTPUT_BATCH = 100;
/** A transaction with more transfers than these is not added up. */
const MOST_TRANSFERS = 10_000;

export interface SetRead {
  readonly ledger: ServedLedger;
  readonly knowledge: Knowledge;
  readonly keys: ReadonlySet<AddressKey>;
  /** Ascending. */
  readonly positions: readonly Position[];
  readonly read: ReadOptions;
}

type BatchOf<L> = Omit<SetRead, 'ledger'> & { readonly ledger: L };

const ownerSets = new WeakMap<ReadonlySet<AddressKey>, OwnerSet>();

/** A set is read in many batches: its owners are decoded once. */
function ownerSetOf(keys: ReadonlySet<AddressKey>): OwnerSet {
  const known = ownerSets.get(keys);
  if (known) return known;
  const made = new OwnerSet(keys);
  ownerSets.set(keys, made);
  return made;
}

async function readOutputs({ ledger, knowledge, keys, positions, read }: BatchOf<ServedOutputs>) {
  const { id, reader } = ledger;
  const clusters = knowledge.clusters(id);
  const own = ownerSetOf(keys);
  const records = await reader.records(positions, read);
  return records.flatMap((record): SetTransaction[] => {
    const time = record && reader.block(positionHeight(record.position))?.time;
    if (!record || time === undefined) return [];
    const seen = toOutputTransaction(record, { chain: id, time, own, mix: undefined });
    // Only what others funded too can be a mix.
    return [seen.isJoint && clusters ? { ...seen, mix: clusters.detect(record)?.kind } : seen];
  });
}

function toSetAction({ kind, protocol, rule, counterpart }: ProtocolAction): SetAction {
  return { kind, protocol, rule, message: counterpart?.message, network: counterpart?.network };
}

async function readAccounts({ ledger, keys, positions, read }: BatchOf<ServedAccounts>) {
  const { id, reader, transfers } = ledger;
  const isOwn = (key: AddressKey) => keys.has(key);
  const [moves, txids, { actions, records }] = await Promise.all([
    transfers.transfersAt(positions, MOST_TRANSFERS, read),
    transfers.transactionIds(positions, read),
    readActions(ledger, positions, read),
  ]);
  return positions.flatMap((position, i): SetTransaction[] => {
    const time = reader.block(positionHeight(position))?.time;
    if (time === undefined) return [];
    const list: readonly Transfer[] = moves.get(position) ?? [];
    const record = records.get(position);
    const own = (actions.get(position) ?? []).filter(({ account }) => account === undefined || isOwn(account));
    const found = toAccountTransaction(list, {
      ...{ chain: id, position, txid: txids[i], time, coin: coinOf(id), isOwn },
      sender: record?.from,
      isFailed: record?.status === 'failed',
      isCut: list.length >= MOST_TRANSFERS,
      actions: own.map(toSetAction),
    });
    return [found];
  });
}

interface BatchRead {
  readonly size: number;
  readonly readBatch: (positions: readonly Position[]) => Promise<readonly SetTransaction[]>;
}

function openBatches(request: SetRead): BatchRead {
  return byFamily<BatchRead>(request.ledger, {
    outputs: (ledger) => ({
      size: OUTPUT_BATCH,
      readBatch: (positions) => readOutputs({ ...request, ledger, positions }),
    }),
    accounts: (ledger) => ({
      size: ACCOUNT_BATCH,
      readBatch: (positions) => readAccounts({ ...request, ledger, positions }),
    }),
  });
}

/** Transactions of the set on one chain in order, in batches. */
export async function* readSetTransactions(request: SetRead): AsyncGenerator<readonly SetTransaction[]> {
  const { size, readBatch } = openBatches(request);
  for (let at = 0; at < request.positions.length; at += size)
    yield await readBatch(request.positions.slice(at, at + size));
}
