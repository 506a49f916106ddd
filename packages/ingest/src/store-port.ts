import { encodeOwner } from '@trailmark/core/owner';
import { OWNER_ROW_BYTES } from '@trailmark/core/resolved-block';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import type { ChainStore } from '@trailmark/store/open-store';
import type { FoundOutput, LedgerPort, OutputRequest } from './ledger-port.ts';

const LOOK_UP_BATCH = 20_000;

/** The port onto a store in this thread. */
export function createStorePort(store: ChainStore): LedgerPort {
  const { reader, writer } = store;
  return {
    async contiguousTip() {
      const top = contiguousTop(store);
      const block = top === undefined ? undefined : reader.block(top);
      return block && { height: block.height, hash: block.hash };
    },
    heldHash: async (height) => reader.block(height)?.hash,
    findOutputs: (requests) => findOutputs(store, requests),
    commit: (batch) => writer.commit(batch),
    invalidate: (fromHeight) => writer.invalidate(fromHeight),
    async discardFrom(fromHeight) {
      const top = reader.tip();
      if (top && top.height >= fromHeight) await writer.discard(fromHeight, top.height);
    },
  };
}

/** Top of the run of whole raw blocks from height 0. */
export function contiguousTop(store: ChainStore): number | undefined {
  let top: number | undefined;
  for (const range of store.reader.heightRanges()) {
    if (range.fromHeight !== (top ?? -1) + 1 || !range.wholeBlocks || !range.raw) break;
    top = range.toHeight;
  }
  return top;
}

async function findOutputs(
  store: ChainStore,
  requests: readonly OutputRequest[],
): Promise<(FoundOutput | undefined)[]> {
  const found: (FoundOutput | undefined)[] = [];
  for (let from = 0; from < requests.length; from += LOOK_UP_BATCH) {
    found.push(...(await findSome(store, requests.slice(from, from + LOOK_UP_BATCH))));
  }
  return found;
}

async function findSome(store: ChainStore, requests: readonly OutputRequest[]): Promise<(FoundOutput | undefined)[]> {
  const positions = await store.reader.positionsOf([...new Set(requests.map((request) => request.txid))]);
  const wanted = requests.map((request) =>
    positions.get(request.txid)?.findLast((position) => position < request.before),
  );
  const records = await store.reader.records(wanted.map((position) => position ?? -1));
  return requests.map((request, i) => {
    const position = wanted[i];
    const output = position === undefined ? undefined : records[i]?.outputs[request.vout];
    if (position === undefined || !output?.owner) return undefined;
    const owner = new Uint8Array(OWNER_ROW_BYTES);
    const bytes = encodeOwner(output.owner);
    owner[0] = bytes[0] ?? 0;
    owner[1] = bytes.length - 1;
    owner.set(bytes.subarray(1), 8);
    return { position, value: output.value, type: SCRIPT_CODE[output.type], owner };
  });
}
