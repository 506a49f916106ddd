import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { encodeHex } from '@trailmark/core/hex';
import { decodeOwner } from '@trailmark/core/owner';
import { INPUT_OWNER, OWNER_ROW_BYTES, type ResolvedBlock } from '@trailmark/core/resolved-block';
import { hasUnknownInputs } from '../utxo/apply-undo.ts';
import type { FilteredBlock } from './filter-source.ts';

/** Whether a block that matched contains something of what is watched. */
export type MatchVerdict = 'found' | 'chance' | 'undecided';

/** The scripts that a block pays, in its order. */
export function listPaidScripts({ mweb }: UtxoChain, block: ResolvedBlock): readonly Uint8Array[] {
  return Array.from({ length: block.txCount }, (_, tx) => {
    const start = block.txOffset[tx] ?? 0;
    const { outputs } = decodeTransaction(block.bytes.subarray(start, start + (block.txSize[tx] ?? 0)), { mweb });
    return outputs.map(({ script }) => script);
  }).flat();
}

/** The scripts of known payers; forms that only their script names are left out. */
function listPayerScripts(block: ResolvedBlock): Uint8Array[] {
  const scripts: Uint8Array[] = [];
  for (let input = 0; input < block.inFlags.length; input++) {
    if (((block.inFlags[input] ?? 0) & INPUT_OWNER) === 0) continue;
    const row = input * OWNER_ROW_BYTES;
    const length = block.inOwner[row + 1] ?? 0;
    const owner = decodeOwner(
      Uint8Array.of(block.inOwner[row] ?? 0, ...block.inOwner.subarray(row + 8, row + 8 + length)),
    );
    const script = owner && ownerScript(owner);
    if (script) scripts.push(script);
  }
  return scripts;
}

/** Decides why a block matched: because of a script in it, by chance, or not known, where it is not known what the block spends. */
export function judgeMatch(
  block: ResolvedBlock,
  wanted: readonly Uint8Array[],
  { paid, spent }: { readonly paid: readonly Uint8Array[]; readonly spent: readonly Uint8Array[] | undefined },
): MatchVerdict {
  const present = new Set([...paid, ...(spent ?? listPayerScripts(block))].map(encodeHex));
  if (wanted.some((script) => present.has(encodeHex(script)))) return 'found';
  return spent || !hasUnknownInputs(block) ? 'chance' : 'undecided';
}

/** A block of which the header alone is known: it pays nobody who is watched, by its filter. */
export function toHeaderBlock({ height, header, hash }: FilteredBlock, source: string): ResolvedBlock {
  const none = new Uint8Array(0);
  return {
    ...{ height, source, header: Uint8Array.from(header), hash: Uint8Array.from(Buffer.from(hash, 'hex').reverse()) },
    time: new DataView(header.buffer, header.byteOffset).getUint32(68, true),
    ...{ timeEstimated: false, heightEstimated: false, isWhole: false, hasRaw: false, size: 0, weight: 0, bytes: none },
    ...{ txCount: 0, txIndex: undefined, txOffset: new Uint32Array(0), txSize: new Uint32Array(0), txids: none },
    ...{ txFirstInput: new Uint32Array(1), txFirstOutput: new Uint32Array(1), txFlags: none },
    ...{ inOutpoint: new Uint32Array(0), inVout: new Uint32Array(0), inFlags: none, inValue: new BigUint64Array(0) },
    ...{
      inPosition: new Float64Array(0),
      inOwner: none,
      outValue: new BigUint64Array(0),
      outType: none,
      outOwner: none,
    },
  };
}
