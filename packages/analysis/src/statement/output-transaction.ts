import type { OutputChainId } from '@trailmark/core/chain';
import { type AddressKey, type AssetId, coinOf, type TransferKind } from '@trailmark/core/ledger';
import type { RecordInput, RecordOutput, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { SetCoin, SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { OwnerSet } from './owner-set.ts';

/** What an output transaction is seen with. */
export interface OutputView {
  readonly chain: OutputChainId;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly own: OwnerSet;
  readonly mix: string | undefined;
}

interface Side {
  /** Others that funded it, each once. */
  readonly payers: readonly Owner[];
  /** Every input is known to be the set's. */
  readonly isAllOwn: boolean;
  readonly hasOwn: boolean;
  readonly hasUnknown: boolean;
  readonly hasUnknownPayer: boolean;
  readonly spent: readonly SetCoin[];
}

function readInputs(inputs: readonly RecordInput[], set: OwnerSet): Side {
  const payers: Owner[] = [];
  const spent: SetCoin[] = [];
  let [own, hasUnknown, hasUnknownPayer] = [0, false, false];
  for (const { owner, value, source, vout } of inputs) {
    if (set.keyOf(owner) === undefined) {
      if (owner === undefined) hasUnknownPayer = true;
      else payers.push(owner);
      continue;
    }
    own += 1;
    if (value === undefined) hasUnknown = true;
    else spent.push({ source, vout, amount: value });
  }
  const isAllOwn = own > 0 && own === inputs.length;
  return { payers, isAllOwn, hasOwn: own > 0, hasUnknown, hasUnknownPayer, spent };
}

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  let total = 0n;
  for (const { amount } of amounts) total += amount;
  return total;
}

/** What an output is to the set. */
interface SeenOutput {
  readonly owner: Owner | undefined;
  readonly amount: bigint;
  readonly isOwn: boolean;
  /** Of the address of the set that it pays. */
  readonly own: AddressKey | undefined;
}

function seeOutput({ owner, value }: RecordOutput, set: OwnerSet): SeenOutput {
  const own = set.keyOf(owner);
  return { owner, amount: value, isOwn: own !== undefined, own };
}

function kindOf(record: TransactionRecord, owner: Owner | undefined): TransferKind {
  if (owner === undefined) return 'destroyed';
  return record.isCoinbase ? 'reward' : 'native';
}

/** Keys of owners, each once. */
function listKeys(owners: readonly Owner[]): readonly AddressKey[] {
  const [first] = owners;
  if (first && owners.length === 1) return [ownerId(first)];
  return [...new Set(owners.map(ownerId))];
}

/** The payments of the outputs, by whether the set made and gets them. Outputs of nothing pay nobody. */
function sortOutputs(record: TransactionRecord, seen: readonly SeenOutput[], side: Side, asset: AssetId) {
  const [ins, outs, within]: [SetPayment[], SetPayment[], SetPayment[]] = [[], [], []];
  const { hasOwn, isAllOwn } = side;
  const payers = hasOwn ? [] : listKeys(side.payers);
  for (const { owner, amount, isOwn, own } of seen) {
    if (amount === 0n) continue;
    const payment = { asset, amount, kind: kindOf(record, owner), tokenId: undefined };
    if (isOwn && hasOwn) within.push({ ...payment, others: [], own });
    else if (isOwn) ins.push({ ...payment, others: payers, own });
    else if (isAllOwn) outs.push({ ...payment, others: owner === undefined ? [] : [ownerId(owner)], own: undefined });
  }
  return { ins, outs, within };
}

/**
 * A transaction of a chain of outputs as the set of a statement sees it. Where others funded it together with the set, whose
 * coins paid whom cannot be determined: such a transaction has no payments to others and no fee, only what it changed for the set.
 */
export function toOutputTransaction(record: TransactionRecord, view: OutputView): SetTransaction {
  const side = readInputs(record.isCoinbase ? [] : record.inputs, view.own);
  const asset = coinOf(view.chain);
  const seen = record.outputs.map((output) => seeOutput(output, view.own));
  const { ins, outs, within } = sortOutputs(record, seen, side, asset);
  const made: SetCoin[] = [];
  for (const [vout, { amount, isOwn }] of seen.entries())
    if (isOwn) made.push({ source: record.position, vout, amount });
  const isJoint = side.hasOwn && !side.isAllOwn;
  const feeAmount = side.isAllOwn ? record.fee : 0n;
  return {
    chain: view.chain,
    position: record.position,
    txid: record.txid,
    time: view.time,
    ins,
    outs,
    within,
    fee: isJoint || feeAmount === undefined ? undefined : { asset, amount: feeAmount },
    net: new Map([[asset, sum(made) - sum(side.spent)]]),
    isJoint,
    mix: view.mix,
    isOwnCall: side.hasOwn,
    isFailed: false,
    actions: [],
    spent: side.spent,
    made,
    outputs: seen,
    receiverCount: record.outputs.length,
    isCut: false,
    hasUnknownPayer: side.hasUnknownPayer,
    hasUnknownInput: side.hasUnknown,
  };
}
