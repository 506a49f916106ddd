import { TEST_EXTENDED_KEYS } from './bitcoin.ts';
import { defineUtxoChain, halvingSubsidy } from './utxo/chain-definition.ts';

const COMMON = {
  symbol: 'LTC',
  powAlgorithm: 'scrypt',
  targetSpacingSeconds: 150,
  coinbaseMaturity: 100,
  mweb: true,
} as const;

/** 0x05 and 0xc4 are the script versions Litecoin shared with Bitcoin until 2016; nodes still read them. */
const TEST_BASE58 = { p2pkh: 0x6f, p2sh: [0x3a, 0xc4] };

export const litecoin = defineUtxoChain({
  ...COMMON,
  id: 'ltc',
  name: 'Litecoin',
  network: 'main',
  rpcChainName: 'main',
  magic: 'fbc0b6db',
  genesisHash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  powLimitBits: 0x1e0fffff,
  base58: { p2pkh: 0x30, p2sh: [0x32, 0x05] },
  bech32: 'ltc',
  mwebHrp: 'ltcmweb',
  extendedKeys: [
    { name: 'Ltub', version: 0x019da462, form: 'p2pkh' },
    { name: 'Mtub', version: 0x01b26ef6, form: 'p2sh-p2wpkh' },
    { name: 'zpub', version: 0x04b24746, form: 'p2wpkh' },
    { name: 'xpub', version: 0x0488b21e, form: 'p2pkh' },
    { name: 'ypub', version: 0x049d7cb2, form: 'p2sh-p2wpkh' },
  ],
  // Litecoin Core's chainparams.
  checkpoints: [
    { height: 1_500, hash: '841a2965955dd288cfa707a755d05a54e45f8bd476835ec9af4402a2b59a2967' },
    { height: 4_032, hash: '9ce90e427198fc0ef05e5905ce3503725b80e26afd35a987965fd7e3d9cf0846' },
    { height: 8_064, hash: 'eb984353fc5190f210651f150c40b8a4bab9eeeff0b729fcb3987da694430d70' },
    { height: 16_128, hash: '602edf1859b7f9a6af809f1d9b0e6cb66fdc1d4d9dcd7a4bec03e12a1ccd153d' },
    { height: 23_420, hash: 'd80fdf9ca81afd0bd2b2a90ac3a9fe547da58f2530ec874e978fce0b5101b507' },
    { height: 50_000, hash: '69dc37eb029b68f075a5012dcc0419c127672adb4f3a32882b2b3e71d07a20a6' },
    { height: 80_000, hash: '4fcb7c02f676a300503f49c764a89955a8f920b46a8cbecb4867182ecdb2e90a' },
    { height: 120_000, hash: 'bd9d26924f05f6daa7f0155f32828ec89e8e29cee9e7121b026a7a3552ac6131' },
    { height: 161_500, hash: 'dbe89880474f4bb4f75c227c77ba1cdc024991123b28b8418dbbf7798471ff43' },
    { height: 179_620, hash: '2ad9c65c990ac00426d18e446e0fd7be2ffa69e9a7dcb28358a50b2b78b9f709' },
    { height: 240_000, hash: '7140d1c4b4c2157ca217ee7636f24c9c73db39c4590c4e6eab2e3ea1555088aa' },
    { height: 383_640, hash: '2b6809f094a9215bafc65eb3f110a35127a34be94b7d0590a096c3f126c6f364' },
    { height: 409_004, hash: '487518d663d9f1fa08611d9395ad74d982b667fbdc0e77e9cf39b4f1355908a3' },
    { height: 456_000, hash: 'bf34f71cc6366cd487930d06be22f897e34ca6a40501ac7d401be32456372004' },
    { height: 638_902, hash: '15238656e8ec63d28de29a8c75fcf3a5819afc953dcd9cc45cecc53baec74f38' },
    { height: 721_000, hash: '198a7b4de1df9478e2463bd99d75b714eab235a2e63e741641dc8a759a9840e5' },
  ],
  subsidy: halvingSubsidy(840_000),
});

export const litecoinTest = defineUtxoChain({
  ...COMMON,
  id: 'ltc-test',
  name: 'Litecoin testnet',
  network: 'test',
  rpcChainName: 'test',
  magic: 'fdd2c8f1',
  genesisHash: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
  powLimitBits: 0x1e0fffff,
  base58: TEST_BASE58,
  bech32: 'tltc',
  mwebHrp: 'tmweb',
  extendedKeys: [{ name: 'ttub', version: 0x0436f6e1, form: 'p2pkh' }, ...TEST_EXTENDED_KEYS],
  checkpoints: [
    { height: 300, hash: '54e6075affe658d6574e04c9245a7920ad94dc5af8f5b37fd9a094e317769740' },
    { height: 2_056, hash: '17748a31ba97afdc9a4f86837a39d287e3e7c7290a08a1d816c5969c78a83289' },
    { height: 2_352_616, hash: '7540437e7bf7831fa872ba8cfae85951a1e5dbb04c201b6f5def934d9299f3c2' },
  ],
  subsidy: halvingSubsidy(840_000),
});

export const litecoinRegtest = defineUtxoChain({
  ...COMMON,
  id: 'ltc-regtest',
  name: 'Litecoin regtest',
  network: 'regtest',
  rpcChainName: 'regtest',
  magic: 'fabfb5da',
  genesisHash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  powLimitBits: 0x207fffff,
  base58: TEST_BASE58,
  bech32: 'rltc',
  mwebHrp: 'tmweb',
  extendedKeys: TEST_EXTENDED_KEYS,
  checkpoints: [],
  subsidy: halvingSubsidy(150),
});
