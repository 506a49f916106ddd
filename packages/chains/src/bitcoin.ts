import { defineUtxoChain, type ExtendedKeyVersion, halvingSubsidy } from './utxo/chain-definition.ts';

/** SLIP-132 versions of main-network keys; forks of Bitcoin use them too. */
export const MAIN_EXTENDED_KEYS: readonly ExtendedKeyVersion[] = [
  { name: 'xpub', version: 0x0488b21e, form: 'p2pkh' },
  { name: 'ypub', version: 0x049d7cb2, form: 'p2sh-p2wpkh' },
  { name: 'zpub', version: 0x04b24746, form: 'p2wpkh' },
];

/** SLIP-132 versions of test-network keys. */
export const TEST_EXTENDED_KEYS: readonly ExtendedKeyVersion[] = [
  { name: 'tpub', version: 0x043587cf, form: 'p2pkh' },
  { name: 'upub', version: 0x044a5262, form: 'p2sh-p2wpkh' },
  { name: 'vpub', version: 0x045f1cf6, form: 'p2wpkh' },
];

/**
 * Checkpoints of Bitcoin Core's chainparams, all before the forks of 2017, and before the first of them two of Electrum's
 * (chains/mainnet/checkpoints.json): what is proven of the first month needs a known block near.
 */
export const EARLY_CHECKPOINTS = [
  { height: 2_015, hash: '00000000693067b0e6b440bc51450b9f3850561b07f6d3c021c54fbd6abb9763' },
  { height: 4_031, hash: '00000000f037ad09d0b05ee66b8c1da83030abaf909d2b1bf519c3c7d2cd3fdf' },
  { height: 11_111, hash: '0000000069e244f73d78e8fd29ba2fd2ed618bd6fa2ee92559f542fdb26e7c1d' },
  { height: 33_333, hash: '000000002dd5588a74784eaa7ab0507a18ad16a236e7b1ce69f00d7ddfb5d0a6' },
  { height: 74_000, hash: '0000000000573993a3c9e41ce34471c079dcf5f52a0e824a81e7f953b8661a20' },
  { height: 105_000, hash: '00000000000291ce28027faea320c8d2b054b2e0fe44a773f3eefb151d6bdc97' },
  { height: 134_444, hash: '00000000000005b12ffd4cd315cd34ffd4a594f430ac814c91184a0d42d2b0fe' },
  { height: 168_000, hash: '000000000000099e61ea72015e79632f216fe6cb33d7899acb35b75c8303b763' },
  { height: 193_000, hash: '000000000000059f452a5f7340de6682a977387c17010ff6e6c3bd83ca8b1317' },
  { height: 210_000, hash: '000000000000048b95347e83192f69cf0366076336c639f9b7228e9ba171342e' },
  { height: 216_116, hash: '00000000000001b4f4b433e81ee46494af945cf96014816a4e2370f11b23df4e' },
  { height: 225_430, hash: '00000000000001c108384350f74090433e7fcf79a606b8e797f065b130575932' },
  { height: 250_000, hash: '000000000000003887df1f29024b06fc2200b55f8af8f35453d7be294df2d214' },
  { height: 279_000, hash: '0000000000000001ae8c72a0b0c301f67e3afca10e819efa9041e458e9bd7e40' },
  { height: 295_000, hash: '00000000000000004d9b4ef50f0f9d686fd69db2e03af35a100370c64632a983' },
] as const;

/** Bitcoin's own constants that its test networks and forks share. */
const COMMON = {
  symbol: 'BTC',
  powAlgorithm: 'sha256d',
  targetSpacingSeconds: 600,
  coinbaseMaturity: 100,
} as const;

const TEST_BASE58 = { p2pkh: 0x6f, p2sh: [0xc4] };

export const bitcoin = defineUtxoChain({
  ...COMMON,
  id: 'btc',
  name: 'Bitcoin',
  network: 'main',
  rpcChainName: 'main',
  magic: 'f9beb4d9',
  genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  powLimitBits: 0x1d00ffff,
  base58: { p2pkh: 0x00, p2sh: [0x05] },
  bech32: 'bc',
  extendedKeys: MAIN_EXTENDED_KEYS,
  checkpoints: EARLY_CHECKPOINTS,
  subsidy: halvingSubsidy(210_000),
});

/** The third test network; testnet4 is another chain and not known here. */
export const bitcoinTest = defineUtxoChain({
  ...COMMON,
  id: 'btc-test',
  name: 'Bitcoin testnet',
  network: 'test',
  rpcChainName: 'test',
  magic: '0b110907',
  genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  powLimitBits: 0x1d00ffff,
  base58: TEST_BASE58,
  bech32: 'tb',
  extendedKeys: TEST_EXTENDED_KEYS,
  checkpoints: [{ height: 546, hash: '000000002a936ca763904c3c35fce2f3556c559c0214345d31b1bcebf76acb70' }],
  subsidy: halvingSubsidy(210_000),
});

/** The public signet (BIP 325): blocks are signed, the work limit is its own. */
export const bitcoinSignet = defineUtxoChain({
  ...COMMON,
  id: 'btc-signet',
  name: 'Bitcoin signet',
  network: 'signet',
  rpcChainName: 'signet',
  magic: '0a03cf40',
  genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  powLimitBits: 0x1e0377ae,
  base58: TEST_BASE58,
  bech32: 'tb',
  extendedKeys: TEST_EXTENDED_KEYS,
  checkpoints: [],
  subsidy: halvingSubsidy(210_000),
});

export const bitcoinRegtest = defineUtxoChain({
  ...COMMON,
  id: 'btc-regtest',
  name: 'Bitcoin regtest',
  network: 'regtest',
  rpcChainName: 'regtest',
  magic: 'fabfb5da',
  genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  powLimitBits: 0x207fffff,
  base58: TEST_BASE58,
  bech32: 'bcrt',
  extendedKeys: TEST_EXTENDED_KEYS,
  checkpoints: [],
  subsidy: halvingSubsidy(150),
});
