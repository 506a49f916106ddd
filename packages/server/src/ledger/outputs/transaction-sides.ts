import type { OutputTransactionDetail } from '@trailmark/api/contract/transaction';
import { encodeScriptAddress, formatOwner } from '@trailmark/chains/utxo/address';
import { disassemble } from '@trailmark/chains/utxo/disassemble';
import { hash160 } from '@trailmark/chains/utxo/hash';
import { quoteData } from '@trailmark/chains/utxo/quote-data';
import { describeScript, type ScriptDescription } from '@trailmark/chains/utxo/script';
import { ownerFromSpend } from '@trailmark/chains/utxo/spend-forms';
import type { Transaction, TransactionInput } from '@trailmark/chains/utxo/transaction';
import { encodeHex } from '@trailmark/core/hex';
import type { RecordInput, RecordOutput, Spender, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ServedOutputs } from '../ledgers.ts';

type DetailInput = OutputTransactionDetail['inputs'][number];
type DetailOutput = OutputTransactionDetail['outputs'][number];

/** What both sides of a detail are read from. */
export interface SideSource {
  readonly ledger: ServedOutputs;
  readonly record: TransactionRecord;
  readonly decoded: Transaction | undefined;
  /** Txids of funding and spending transactions by position. */
  readonly txids: ReadonlyMap<Position, string>;
  /** Keyed `position:vout`. */
  readonly spenders: ReadonlyMap<string, Spender>;
  readonly isSpendKnown: boolean;
  readonly isNeverSpendable: boolean;
}

type ScriptPart = Pick<DetailInput, 'scriptSig' | 'scriptSigAsm' | 'witness' | 'sequence'>;

function toScriptPart(input: TransactionInput | undefined, isCoinbase: boolean): ScriptPart {
  if (!input) return { scriptSig: null, scriptSigAsm: null, witness: null, sequence: null };
  return {
    scriptSig: encodeHex(input.script),
    // A coinbase script is free data, often text: it is quoted, not read as opcodes.
    scriptSigAsm: isCoinbase ? quoteData(input.script) : disassemble(input.script),
    witness: input.witness.map(encodeHex),
    sequence: input.sequence,
  };
}

type OwnerPart = Pick<DetailInput, 'address' | 'scriptType' | 'addressFromSpend'>;

function toOwnerPart({ ledger, record }: SideSource, input: RecordInput, raw: TransactionInput | undefined): OwnerPart {
  if (input.owner) {
    const scriptType = input.isP2pk ? 'p2pk' : input.owner.type;
    return { address: formatOwner(ledger.chain, input.owner), scriptType, addressFromSpend: false };
  }
  const shown = raw && !record.isCoinbase ? ownerFromSpend(raw) : undefined;
  if (!shown) return { address: null, scriptType: null, addressFromSpend: false };
  return { address: formatOwner(ledger.chain, shown), scriptType: shown.type, addressFromSpend: true };
}

/** One input, resolved where its previous output is indexed, read from its own bytes where not. */
export function toDetailInput(source: SideSource, index: number): DetailInput {
  const { record, decoded, txids } = source;
  const input: RecordInput = record.inputs[index] ?? {
    owner: undefined,
    value: undefined,
    source: undefined,
    vout: 0,
    isP2pk: false,
  };
  const raw = decoded?.inputs[index];
  const isFunded = !record.isCoinbase;
  const prevTxid = raw?.prevTxid ?? (input.source === undefined ? undefined : txids.get(input.source));
  return {
    index,
    prevTxid: isFunded ? (prevTxid ?? null) : null,
    prevVout: isFunded && prevTxid !== undefined ? (raw?.prevVout ?? input.vout) : null,
    prevHeight: input.source === undefined || input.source < 0 ? null : positionHeight(input.source),
    value: input.value ?? null,
    ...toOwnerPart(source, input, raw),
    ...toScriptPart(raw, record.isCoinbase),
  };
}

type OutputScriptPart = Pick<DetailOutput, 'script' | 'scriptAsm' | 'data' | 'keyAddresses' | 'requiredKeys'>;

function toOutputScriptPart(
  { chain }: ServedOutputs,
  script: Uint8Array | undefined,
  description: ScriptDescription | undefined,
): OutputScriptPart {
  if (!script || !description)
    return { script: null, scriptAsm: null, data: null, keyAddresses: [], requiredKeys: null };
  const keys = description.keys ?? [];
  const data = description.data ?? [];
  return {
    script: encodeHex(script),
    scriptAsm: disassemble(script),
    data: data.length > 0 ? data.map(quoteData).join(' ') : null,
    keyAddresses: keys.map((key) => formatOwner(chain, { type: 'p2pkh', payload: hash160(key) })),
    requiredKeys: description.required ?? null,
  };
}

function addressOf({ chain }: ServedOutputs, output: RecordOutput, script: Uint8Array | undefined): string | null {
  // Only the script shows the address of a future witness version; its owner keeps a hash.
  const fromScript = script && output.type === 'witness-unknown' ? encodeScriptAddress(chain, script) : undefined;
  return fromScript ?? (output.owner ? formatOwner(chain, output.owner) : null);
}

type SpendPart = Pick<DetailOutput, 'spentBy' | 'spentKnown' | 'unspendable'>;

function toSpendPart(source: SideSource, output: RecordOutput, index: number, isProvablyLost: boolean): SpendPart {
  const { ledger, record, spenders, txids } = source;
  if (output.owner === undefined || isProvablyLost) return { spentBy: null, spentKnown: true, unspendable: true };
  const spender = spenders.get(`${record.position}:${index}`);
  const txid = spender && txids.get(spender.position);
  if (spender && txid !== undefined) {
    const spentBy = { txid, input: spender.input, height: positionHeight(spender.position) };
    return { spentBy, spentKnown: true, unspendable: false };
  }
  const claimed = ledger.overlay?.spenderOf(record.txid, index);
  const spentBy = claimed ? { txid: claimed.txid, input: claimed.input, height: null } : null;
  return { spentBy, spentKnown: source.isSpendKnown, unspendable: source.isNeverSpendable };
}

/** One output with its script in words and who spent it. */
export function toDetailOutput(source: SideSource, index: number): DetailOutput[] {
  const { ledger, record, decoded } = source;
  const output = record.outputs[index];
  if (!output) return [];
  const script = decoded?.outputs[index]?.script;
  const description = script && describeScript(script, { p2sh32: ledger.chain.p2sh32 });
  return [
    {
      index,
      value: output.value,
      address: addressOf(ledger, output, script),
      scriptType: output.type,
      ...toOutputScriptPart(ledger, script, description),
      ...toSpendPart(source, output, index, description?.unspendable ?? false),
    },
  ];
}
