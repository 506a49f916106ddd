import type { Answer } from '../api.ts';

/** Real bytes of Bitcoin block 170 and its neighbours: the first payment from one person to another. */
export const BLOCK_170 = {
  hash: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee',
  header:
    '0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb05421ab93e63f8c3ce5c2c2e9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70',
  previousHeader:
    '01000000696aa63f0f22d9189c8536bb83b18737ae8336c25a67937f79957e5600000000982db9870a5e30d8f0b2a4ebccc5852b5a1e2413e9274c4947bfec6bdaa9b9d75bb76a49ffff001d2b719fdd',
  nextHeader:
    '01000000eea2d48d2fced4346842835c659e493d323f06d4034469a8905714d100000000f293c86973e758ccd11975fa464d4c3e8500979c95425c7be6f0a65314d2f2d5c9ba6a49ffff001d07a8f226',
  merkleRoot: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
  coinbase: 'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082',
  payment: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  paymentRaw:
    '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000',
  time: 1231731025,
} as const;

/** The proof of the payment in block 170, as the server gives it. */
export function createProof(): Answer<'getTransactionProof'> {
  return {
    asOf: { chain: 'btc', height: 171, hash: null, time: null, software: 'test' },
    txid: BLOCK_170.payment,
    height: 170,
    index: 1,
    blockHash: BLOCK_170.hash,
    header: BLOCK_170.header,
    branch: [BLOCK_170.coinbase],
    rawTransaction: BLOCK_170.paymentRaw,
    previousHeader: BLOCK_170.previousHeader,
    nextHeader: BLOCK_170.nextHeader,
    powAlgorithm: 'sha256d',
  };
}
