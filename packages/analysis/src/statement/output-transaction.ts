import type { OutputChainId } from '@trailmark/core/chain';
import { type AddressKey, type AssetId, coinOf, type TransferKind } from '@trailmark/core/ledger';
import type { RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { SetCoin, SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';

/** What an output transaction is seen with. */
export interface OutputView {
  readonly chain: OutputChainId;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  /** Key of an owner, computed once for each. */
  readonly isOwn: (key: AddressKey) => boolean;
  readonly mix: string | undefined;
}

function keyOf(owner: Owner | undefined): AddressKey | undefined {
  return owner && ownerId(owner);
}

interface Side {
  readonly payers: readonly AddressKey[];
  /** Every input is known to be the set's. */
  readonly isAllOwn: boolean;
  readonly hasOwn: boolean;
  readonly hasUnknown: boolean;
  readonly hasUnknownPayer: boolean;
  readonly spent: readonly SetCoin[];
}

function readInputs(inputs: readonly RecordInput[], isOwn: OutputView['isOwn']): Side {
  const payers = new Set<AddressKey>();
  const spent: SetCoin[] = [];
  let [own, hasUnknown, hasUnknownPayer] = [0, false, false];
  for (const { owner, value, source, vout } of inputs) {
    const key = keyOf(owner);
    if (key === undefined || !isOwn(key)) {
      if (key === undefined) hasUnknownPayer = true;
      else payers.add(key);
      continue;
    }
    own += 1;
    if (value === undefined) hasUnknown = true;
    else spent.push({ source, vout, amount: value });
  }
  const isAllOwn = own > 0 && own === inputs.length;
  return { payers: [...payers], isAllOwn, hasOwn: own > 0, hasUnknown, hasUnknownPayer, spent };
}

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}

/** What an output is to the set, with the key it pays. */
interface SeenOutput {
  readonly key: AddressKey | undefined;
  readonly amount: bigint;
  readonly isOwn: boolean;
}

function kindOf(record: TransactionRecord, key: AddressKey | undefined): TransferKind {
  if (key === undefined) return 'destroyed';
  return record.isCoinbase ? 'reward' : 'native';
}

/** The payments of the outputs, by whether the set made and gets them. Outputs of nothing pay nobody. */
function sortOutputs(record: TransactionRecord, seen: readonly SeenOutput[], { payers, hasOwn }: Side, asset: AssetId) {
  const [ins, outs, within]: [SetPayment[], SetPayment[], SetPayment[]] = [[], [], []];
  for (const { key, amount, isOwn } of seen) {
    if (amount === 0n) continue;
    const payment = { asset, amount, kind: kindOf(record, key), tokenId: undefined };
    if (isOwn && hasOwn) within.push({ ...payment, others: [], own: key });
    else if (isOwn) ins.push({ ...payment, others: payers, own: key });
    else if (hasOwn) outs.push({ ...payment, others: key === undefined ? [] : [key], own: undefined });
  }
  return { ins, outs, within };
}

/**
 * A transaction of a chain of outputs as the set of a statement sees it. Where others funded it together with the set, whose
 * coins paid whom cannot be told: such a transaction has no payments to others and no fee, only what it changed for the set.
 */
export function toOutputTransaction(record: TransactionRecord, view: OutputView): SetTransaction {
  const side = readInputs(record.isCoinbase ? [] : record.inputs, view.isOwn);
  const asset = coinOf(view.chain);
  const seen = record.outputs.map(({ owner, value }): SeenOutput => {
    const key = keyOf(owner);
    return { key, amount: value, isOwn: key !== undefined && view.isOwn(key) };
  });
  const { ins, outs, within } = sortOutputs(record, seen, side, asset);
  const made = seen.flatMap(({ amount, isOwn }, vout) => (isOwn ? [{ source: record.position, vout, amount }] : []));
  const isJoint = side.hasOwn && !side.isAllOwn;
  const feeAmount = side.isAllOwn ? record.fee : 0n;
  return {
    chain: view.chain,
    position: record.position,
    txid: record.txid,
    time: view.time,
    ins,
    outs: isJoint ? [] : outs,
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
    outputs: seen.map(({ amount, isOwn }) => ({ amount, isOwn })),
    receiverCount: record.outputs.length,
    isCut: false,
    hasUnknownPayer: side.hasUnknownPayer,
    hasUnknownInput: side.hasUnknown,
  };
}
