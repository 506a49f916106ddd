import { defineUtxoChain, type Subsidy } from './utxo/chain-definition.ts';

const COIN = 100_000_000n;

const COMMON = {
  symbol: 'DOGE',
  powAlgorithm: 'scrypt',
  targetSpacingSeconds: 60,
  // 30 before block 145,000; 240 since.
  coinbaseMaturity: 240,
  auxPow: true,
} as const;

/** Half a million coins halved every `interval` blocks, then 10,000 forever from the sixth interval on. */
function scheduledSubsidy(height: number, interval: number): Subsidy {
  const halvings = Math.floor(height / interval);
  return { units: halvings < 6 ? (500_000n * COIN) >> BigInt(halvings) : 10_000n * COIN, subsidyIsExact: true };
}

/**
 * Before block 145,000 the reward was drawn at random from the previous block's hash: up to 1,000,000 coins, up to
 * 500,000 from block 100,000 on.
 */
function publicSubsidy(height: number): Subsidy {
  if (height >= 145_000) return scheduledSubsidy(height, 100_000);
  return { units: (height < 100_000 ? 1_000_000n : 500_000n) * COIN, subsidyIsExact: false };
}

export const dogecoin = defineUtxoChain({
  ...COMMON,
  id: 'doge',
  name: 'Dogecoin',
  network: 'main',
  rpcChainName: 'main',
  magic: 'c0c0c0c0',
  genesisHash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
  powLimitBits: 0x1e0fffff,
  base58: { p2pkh: 0x1e, p2sh: [0x16] },
  extendedKeys: [
    { name: 'dgub', version: 0x02facafd, form: 'p2pkh' },
    { name: 'xpub', version: 0x0488b21e, form: 'p2pkh' },
  ],
  checkpoints: [
    { height: 42_279, hash: '8444c3ef39a46222e87584ef956ad2c9ef401578bd8b51e8e4b9a86ec3134d3a' },
    { height: 42_400, hash: '557bb7c17ed9e6d4a6f9361cfddf7c1fc0bdc394af7019167442b41f507252b4' },
    { height: 104_679, hash: '35eb87ae90d44b98898fec8c39577b76cb1eb08e1261cfc10706c8ce9a1d01cf' },
    { height: 128_370, hash: '3f9265c94cab7dc3bd6a2ad2fb26c8845cb41cff437e0a75ae006997b4974be6' },
    { height: 145_000, hash: 'cc47cae70d7c5c92828d3214a266331dde59087d4a39071fa76ddfff9b7bde72' },
    { height: 165_393, hash: '7154efb4009e18c1c6a6a79fc6015f48502bcd0a1edd9c20e44cd7cbbe2eeef1' },
    { height: 186_774, hash: '3c712c49b34a5f34d4b963750d6ba02b73e8a938d2ee415dcda141d89f5cb23a' },
    { height: 199_992, hash: '3408ff829b7104eebaf61fd2ba2203ef2a43af38b95b353e992ef48f00ebb190' },
  ],
  subsidy: publicSubsidy,
});

export const dogecoinTest = defineUtxoChain({
  ...COMMON,
  id: 'doge-test',
  name: 'Dogecoin testnet',
  network: 'test',
  rpcChainName: 'test',
  magic: 'fcc1b7dc',
  genesisHash: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e',
  powLimitBits: 0x1e0fffff,
  base58: { p2pkh: 0x71, p2sh: [0xc4] },
  extendedKeys: [{ name: 'tpub', version: 0x043587cf, form: 'p2pkh' }],
  checkpoints: [],
  subsidy: publicSubsidy,
});

export const dogecoinRegtest = defineUtxoChain({
  ...COMMON,
  id: 'doge-regtest',
  name: 'Dogecoin regtest',
  network: 'regtest',
  rpcChainName: 'regtest',
  magic: 'fabfb5da',
  genesisHash: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
  powLimitBits: 0x207fffff,
  base58: { p2pkh: 0x6f, p2sh: [0xc4] },
  extendedKeys: [{ name: 'tpub', version: 0x043587cf, form: 'p2pkh' }],
  checkpoints: [],
  subsidy: (height) => scheduledSubsidy(height, 150),
});
