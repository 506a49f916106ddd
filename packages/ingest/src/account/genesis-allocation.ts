import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { GenesisGift } from '@trailmark/chains/evm/state-root';
import type { AccountChainId } from '@trailmark/core/chain';

const FILES: Partial<Record<AccountChainId, string>> = {
  eth: fileURLToPath(new URL('../../../../data/eth/genesis/allocation.csv.gz', import.meta.url)),
};

function readGifts(file: string): GenesisGift[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => ({ address: line.slice(0, 40), amount: BigInt(line.slice(41)) }));
}

/**
 * What the first block of a chain gave to accounts, which no answer of a node states; undefined where this software does not
 * have it. The source is in data/eth/genesis/PROVENANCE.txt.
 */
export function readGenesisAllocation(chain: AccountChainId): readonly GenesisGift[] | undefined {
  const file = FILES[chain];
  return file === undefined ? undefined : readGifts(file);
}
