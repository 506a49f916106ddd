import type { AccountBlockProof, TransactionProof } from '@trailmark/chains/account/block-proof';
import type { AccountChainId } from '@trailmark/core/chain';
import { encodeJson } from './strict-json.ts';

/** Most blocks that are requested from a node: each answer is a whole block with its receipts. */
const MOST_BLOCKS = 2_000;

export interface AccountOrder {
  readonly chain: AccountChainId;
  /** Transactions by the height of their block. */
  readonly byHeight: ReadonlyMap<number, readonly string[]>;
  /** What proves transactions of one block; undefined where the source cannot. */
  readonly ask: (height: number, txids: readonly string[]) => Promise<AccountBlockProof | undefined>;
}

/** Proofs and headers of transactions of an account chain by path, and how many transactions they prove. Stops at the first block without. */
export async function collectAccounts({ chain, byHeight, ask }: AccountOrder): Promise<{
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly provenCount: number;
}> {
  const files = new Map<string, Uint8Array>();
  const headers = new Map<number, object>();
  const proofs = new Map<string, TransactionProof>();
  const heights = [...byHeight.keys()].sort((a, b) => a - b).slice(0, MOST_BLOCKS);
  for (const height of heights) {
    const found = await ask(height, byHeight.get(height) ?? []);
    if (!found) break;
    headers.set(height, { raw: found.header, ...(found.signature !== undefined && { signature: found.signature }) });
    for (const [txid, proof] of found.proofs) proofs.set(txid, proof);
  }
  for (const [txid, proof] of proofs) files.set(`ledger/${chain}/proofs/${txid}.json`, encodeJson(proof));
  for (const height of headers.keys()) {
    if (headers.has(height - 1)) continue;
    const run: object[] = [];
    for (let at = height; headers.has(at); at++) run.push(headers.get(at) ?? {});
    files.set(`ledger/${chain}/headers-${height}.json`, encodeJson(run));
  }
  return { files, provenCount: proofs.size };
}
