import type { SourceBlock } from '../source.ts';
import { defineBundledSet, readBundledFile } from './bundled-set.ts';

/** Neighbours (227835 and 227836) are next to each other: their link can be checked. */
const HEIGHTS = [
  131025, 169482, 227835, 227836, 333961, 363703, 370661, 481829, 482683, 574200, 700000, 818677, 832918,
] as const;

async function* readBlocks(): AsyncGenerator<SourceBlock[]> {
  for (const height of HEIGHTS) {
    yield [{ height, raw: await readBundledFile(`btc/blocks-every-era/blocks/${height}.raw.gz`) }];
  }
}

export const blocksOfEveryEra = defineBundledSet({
  id: 'blocks-every-era',
  title: 'Bitcoin blocks of every era',
  description:
    'Thirteen whole raw blocks from June 2011 to March 2024: bare keys, multisig, script hashes, segwit, taproot and inscriptions.',
  limitations: [
    'The blocks stand alone: most previous outputs are not in the index, so owners and values of most inputs are not known.',
    'Heights of the blocks before 227,836 are those their publishers give; from there on the coinbase states them.',
  ],
  licence: 'Apache-2.0 AND MIT AND ISC',
  chain: 'btc',
  kind: 'isolated-blocks',
  open: async () => ({ description: 'bundled: blocks of every era', blocks: readBlocks }),
});
