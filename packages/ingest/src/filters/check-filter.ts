import { checkProofOfWork, decodeHeader } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import {
  buildBlockFilter,
  listFilterItems,
  matchBlockFilter,
  toFilterHeader,
} from '@trailmark/chains/utxo/filter/block-filter';
import { AppError } from '@trailmark/core/errors';
import { displayHash, internalHash } from '@trailmark/core/hex';
import type { FilterPlace } from './filter-log.ts';
import type { FilteredBlock } from './filter-source.ts';

function refuse(chain: UtxoChain, { height, hash }: FilteredBlock, what: string): never {
  throw new AppError(
    'inconsistent',
    `The filter of ${chain.name} block ${height.toLocaleString('en')} (${hash}) is refused: ${what}`,
    { context: { height, hash } },
  );
}

/**
 * Checks what header and filter prove without the block: the header's hash, its parent, its work where that is double SHA-256, and that
 * the filter's hash continues the chain of filter headers (BIP 157). `last` is undefined for the block that following starts at, whose
 * filter header is taken as the source states it. Throws `inconsistent`.
 */
export function checkFilteredBlock(chain: UtxoChain, block: FilteredBlock, last: FilterPlace | undefined): void {
  const header = decodeHeader(block.header);
  if (header.hash !== block.hash) refuse(chain, block, `its header is of block ${header.hash}.`);
  if (chain.powAlgorithm === 'sha256d' && !checkProofOfWork(header, chain)) {
    refuse(chain, block, 'the hash of its header does not meet its proof-of-work target.');
  }
  const checkpoint = chain.checkpoints.find(({ height }) => height === block.height);
  if (checkpoint && checkpoint.hash !== block.hash) {
    refuse(chain, block, `the checkpoint at this height is ${checkpoint.hash}.`);
  }
  if (!last) return;
  if (header.prevHash !== last.hash) {
    refuse(chain, block, `its parent is ${header.prevHash}, but the block below it is ${last.hash}.`);
  }
  const expected = displayHash(toFilterHeader(block.filter, internalHash(last.filterHeader)));
  if (expected !== block.filterHeader) {
    refuse(
      chain,
      block,
      `with the filter header below it, it makes ${expected}, but its source states ${block.filterHeader}. The chain of filter headers is broken.`,
    );
  }
}

/** The indexes of the scripts that a filter matches. Throws `inconsistent` for bytes that are no filter. */
export function matchFilter(chain: UtxoChain, block: FilteredBlock, scripts: readonly Uint8Array[]): readonly number[] {
  try {
    return matchBlockFilter(block.filter, internalHash(block.hash), scripts);
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    return refuse(chain, block, cause.message);
  }
}

/**
 * Compares a filter with the whole block: where everything that the block spends is known, the filter is built again and must be the
 * same; else every script that is paid must match. Throws `inconsistent`.
 */
export function compareFilter(
  chain: UtxoChain,
  block: FilteredBlock,
  { paid, spent }: { readonly paid: readonly Uint8Array[]; readonly spent: readonly Uint8Array[] | undefined },
): void {
  const hash = internalHash(block.hash);
  const items = listFilterItems(paid, spent ?? []);
  if (spent) {
    if (Buffer.compare(buildBlockFilter(hash, items), block.filter) !== 0) {
      refuse(chain, block, 'it is not the filter of the scripts that the block pays and spends.');
    }
  } else if (matchFilter(chain, block, items).length !== items.length) {
    refuse(chain, block, 'it lacks scripts that the block pays.');
  }
}
