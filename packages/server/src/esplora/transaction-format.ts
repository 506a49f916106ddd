import { encodeAddress, encodeScriptAddress } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { Transaction, TransactionInput } from '@trailmark/chains/utxo/transaction';
import { encodeHex } from '@trailmark/core/hex';
import type { RecordInput, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ScriptType } from '@trailmark/core/script-type';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { readTxids } from '../ledger/outputs/transaction-detail.ts';
import { decodeRaw } from '../ledger/outputs/transaction-lookup.ts';
import { toEsploraAsm, toEsploraType } from './script-asm.ts';

/** Esplora's block reference of a transaction. */
export interface EsploraStatus {
  readonly confirmed: boolean;
  readonly block_height?: number;
  readonly block_hash?: string;
  readonly block_time?: number;
}

/** Status of a position; negative ones are unconfirmed. */
export function toStatus({ reader }: ServedOutputs, position: Position): EsploraStatus {
  if (position < 0) return { confirmed: false };
  const block = reader.block(positionHeight(position));
  if (!block) return { confirmed: true, block_height: positionHeight(position) };
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
}

interface OutputParts {
  readonly owner: Owner | undefined;
  readonly value: bigint;
  readonly type: ScriptType;
  /** Undefined: the source carried no raw bytes, and the owner does not give the script. */
  readonly script: Uint8Array | undefined;
}

function toOutput({ chain }: ServedOutputs, { owner, value, type, script }: OutputParts): Record<string, unknown> {
  const known = script ?? (owner && type !== 'p2pk' ? ownerScript(owner) : undefined);
  const scripts = known ? { scriptpubkey: encodeHex(known), scriptpubkey_asm: toEsploraAsm(known) } : {};
  // Esplora gives no address to bare keys.
  const address =
    type === 'p2pk' ? undefined : known ? encodeScriptAddress(chain, known) : owner && encodeAddress(chain, owner);
  return {
    ...scripts,
    scriptpubkey_type: toEsploraType(type, known),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value,
  };
}

/** What a page of transactions refers to. */
interface Context {
  readonly ledger: ServedOutputs;
  readonly raw: ReadonlyMap<Position, Transaction>;
  readonly txids: ReadonlyMap<Position, string>;
}

function toPrevout({ ledger, raw }: Context, input: RecordInput): Record<string, unknown> | null {
  if (!input.owner || input.value === undefined) return null;
  const source = input.source === undefined ? undefined : raw.get(input.source);
  const type = input.isP2pk ? 'p2pk' : input.owner.type;
  return toOutput(ledger, {
    owner: input.owner,
    value: input.value,
    type,
    script: source?.outputs[input.vout]?.script,
  });
}

function toInput(
  context: Context,
  record: TransactionRecord,
  input: RecordInput,
  raw: TransactionInput | undefined,
): Record<string, unknown> {
  const known = input.source === undefined ? undefined : context.txids.get(input.source);
  const witness = raw && raw.witness.length > 0 ? { witness: raw.witness.map(encodeHex) } : {};
  return {
    txid: raw?.prevTxid ?? known ?? null,
    vout: raw?.prevVout ?? input.vout,
    prevout: record.isCoinbase ? null : toPrevout(context, input),
    scriptsig: raw ? encodeHex(raw.script) : null,
    scriptsig_asm: raw ? toEsploraAsm(raw.script) : null,
    ...witness,
    is_coinbase: record.isCoinbase,
    sequence: raw?.sequence ?? null,
  };
}

function toTransaction(
  context: Context,
  record: TransactionRecord,
  own: Transaction | undefined,
): Record<string, unknown> {
  const { ledger } = context;
  return {
    txid: record.txid,
    version: own?.version ?? null,
    locktime: own?.lockTime ?? null,
    vin: record.inputs.map((input, i) => toInput(context, record, input, own?.inputs[i])),
    vout: record.outputs.map((output, i) => toOutput(ledger, { ...output, script: own?.outputs[i]?.script })),
    size: own?.size ?? null,
    weight: own?.weight ?? null,
    fee: record.fee ?? null,
    status: toStatus(ledger, record.position),
  };
}

/** Coinbases of sources that list no input still have the one Esplora shows. */
function withCoinbaseInput(record: TransactionRecord): TransactionRecord {
  if (!record.isCoinbase || record.inputs.length > 0) return record;
  return {
    ...record,
    inputs: [{ owner: undefined, value: undefined, source: undefined, vout: 0xffff_ffff, isP2pk: false }],
  };
}

async function readRaw(
  ledger: ServedOutputs,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<Map<Position, Transaction>> {
  const wanted = [...new Set(positions)].filter((position) => position >= 0);
  if (wanted.length === 0) return new Map();
  const raw = await ledger.reader.rawTransactions(wanted, read);
  return new Map([...raw].map(([position, bytes]) => [position, decodeRaw(ledger.chain, bytes)]));
}

/**
 * Transactions in Esplora's form: two store queries for the raw bytes and ids of all and of what they spend. Parts that
 * only raw bytes show are null where the source carried none.
 */
export async function readEsploraTransactions(
  ledger: ServedOutputs,
  records: readonly TransactionRecord[],
  read: ReadOptions,
  unconfirmed: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Record<string, unknown>[]> {
  const sources = records.flatMap((record) => record.inputs.flatMap((input) => input.source ?? []));
  const own = records.filter((record) => record.hasRaw).map((record) => record.position);
  const [raw, txids] = await Promise.all([
    readRaw(ledger, [...own, ...sources], read),
    readTxids(ledger, sources, read),
  ]);
  return records.map((record) => {
    const bytes = unconfirmed.get(record.txid);
    const decoded = bytes ? decodeRaw(ledger.chain, bytes) : raw.get(record.position);
    return toTransaction({ ledger, raw, txids }, withCoinbaseInput(record), decoded);
  });
}
