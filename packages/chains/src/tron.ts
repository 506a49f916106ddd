import { defineTronChain } from './account/chain-definition.ts';

export const tron = defineTronChain({
  id: 'trx',
  name: 'TRON',
  symbol: 'TRX',
  ticker: 'TRX',
  genesisHash: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  // Two thirds of 27 producers (19 blocks) make a block solid.
  finalityDepth: 19,
});
