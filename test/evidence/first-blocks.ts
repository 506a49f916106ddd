import { ByteReader } from '../../packages/chains/src/utxo/byte-reader.ts';
import { readTransaction } from '../../packages/chains/src/utxo/transaction.ts';
import { mainnetFirstBlocks } from '../../packages/ingest/src/bundled/mainnet-0-4312.ts';
import type { ArrayReader } from '../../packages/server/src/testing/array-reader.ts';
import { buildLedger, type RawBlock } from '../../packages/server/src/testing/ledger-builder.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleClusters } from '../../packages/server/src/testing/sample-clusters.ts';

function splitBlock(height: number, raw: Uint8Array): RawBlock {
  const reader = new ByteReader(raw);
  const header = reader.take(80).slice();
  const transactions = Array.from({ length: reader.count(60) }, () => {
    const start = reader.offset;
    readTransaction(reader);
    return raw.slice(start, reader.offset);
  });
  return { height, header, transactions, source: 'bundled: mainnet 0 to 4312' };
}

/** A model ledger of the first month of Bitcoin, from its bundled raw blocks. */
export async function readFirstBlocks(): Promise<ArrayReader> {
  const source = await mainnetFirstBlocks.open();
  const blocks: RawBlock[] = [];
  for await (const batch of source.blocks({ from: 0, to: 4_312, batchBytes: 2 ** 20 })) {
    for (const { height, raw } of batch) blocks.push(splitBlock(height, raw));
  }
  return buildLedger('btc', blocks);
}

/** The proof file of two addresses of that month, as the API hands it out. */
export async function exportProof(from: string, to: string): Promise<string> {
  const reader = await readFirstBlocks();
  const { request } = createSampleApp({ reader, knowledge: await createSampleClusters(reader) });
  const response = await request(`/api/v1/btc/why/${from}/${to}/proof`);
  return response.text();
}
