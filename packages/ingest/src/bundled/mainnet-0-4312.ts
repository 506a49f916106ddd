import { getChain } from '@trailmark/chains/catalogue';
import { openFrameFiles } from '../sources/block-files.ts';
import { openMemoryFile } from '../sources/byte-file.ts';
import { defineBundledSet, readBundledFile } from './bundled-set.ts';

export const mainnetFirstBlocks = defineBundledSet({
  id: 'mainnet-0-4312',
  title: 'Bitcoin blocks 0 to 4,312',
  description:
    'The first month of Bitcoin, January and February 2009, as a node stored it: 4,313 raw blocks with 4,371 transactions, among them the first payment, in block 170.',
  limitations: ['The chain goes on after block 4,312: outputs unspent here may be spent later.'],
  licence: 'MIT',
  chain: 'btc',
  kind: 'blocks',
  async open() {
    const { magic, name, genesisHash } = getChain('btc');
    const file = openMemoryFile('blk00000.dat', await readBundledFile('btc/mainnet-0-4312/blk00000.dat.gz'));
    return openFrameFiles(async () => [file], {
      description: 'bundled: mainnet 0 to 4312',
      magics: [magic],
      chainName: name,
      genesisHash,
    });
  },
});
