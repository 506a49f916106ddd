import type { OutputChainId } from '@trailmark/core/chain';
import { assert } from '@trailmark/core/errors';

/** Single-key output forms that an extended public key can represent (BIP 44, 49, 84 and 86). */
export type KeyForm = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr';

/** One spelling of extended public keys: the four version bytes (SLIP-132) and the addresses wallets mean by it. */
export interface ExtendedKeyVersion {
  /** How such a key starts, e.g. `zpub`. */
  readonly name: string;
  readonly version: number;
  readonly form: KeyForm;
}

/** A block that must be on the chain. */
export interface Checkpoint {
  readonly height: number;
  /** Display order, 64 lower-case hex digits. */
  readonly hash: string;
}

/** The units a block may create beyond its fees. */
export interface Subsidy {
  readonly units: bigint;
  /** False where the amount depends on more than the height: `units` is then an upper bound. */
  readonly subsidyIsExact: boolean;
}

/** Everything the code needs to know of one chain of the Bitcoin family. */
export interface UtxoChain {
  readonly id: OutputChainId;
  readonly family: 'utxo';
  /** For people: "Bitcoin", "Bitcoin signet". */
  readonly name: string;
  /** Ticker of the coin, upper case; test networks share their main chain's. */
  readonly symbol: string;
  readonly decimals: 8;
  readonly network: 'main' | 'test' | 'signet' | 'regtest';
  /** Four bytes before each block in the node's `blk*.dat` files, hex in file order. */
  readonly magic: string;
  /** Display order. */
  readonly genesisHash: string;
  readonly powAlgorithm: 'sha256d' | 'scrypt';
  /** Easiest allowed target in compact form. */
  readonly powLimitBits: number;
  readonly targetSpacingSeconds: number;
  /** Blocks after which a coinbase output may be spent; the rule in force at the tip. */
  readonly coinbaseMaturity: number;
  /** `chain` as getblockchaininfo answers it. */
  readonly rpcChainName: 'main' | 'test' | 'signet' | 'regtest';
  readonly checkpoints: readonly Checkpoint[];
  readonly subsidy: (height: number) => Subsidy;
  /** Address version bytes; the first of each list is the one written. */
  readonly base58: { readonly p2pkh: number; readonly p2sh: readonly number[] };
  /** Human-readable part of segwit addresses (BIP 173); absent where the chain has no segwit. */
  readonly bech32?: string;
  /** Human-readable part of MWEB addresses, which never appear on the public ledger. */
  readonly mwebHrp?: string;
  readonly cashaddr?: string;
  readonly extendedKeys: readonly ExtendedKeyVersion[];
  /** Headers may carry a merge-mining proof between the 80 bytes and the transactions. */
  readonly auxPow: boolean;
  /** Blocks may end in an extension block (LIP-0003). */
  readonly mweb: boolean;
  /** 32 byte script hashes (CHIP-2022-05 P2SH32). */
  readonly p2sh32: boolean;
  /** Outputs may carry tokens before their script (CHIP-2022-02 CashTokens). */
  readonly cashTokens: boolean;
}

/** What a chain file says; the flags that most chains lack default to false. */
export type UtxoChainSpec = Omit<UtxoChain, 'family' | 'decimals' | 'auxPow' | 'mweb' | 'p2sh32' | 'cashTokens'> &
  Partial<Pick<UtxoChain, 'auxPow' | 'mweb' | 'p2sh32' | 'cashTokens'>>;

/** Completes and checks a chain's constants. Throws `internal` on a malformed one. */
export function defineUtxoChain(spec: UtxoChainSpec): UtxoChain {
  assert(/^[0-9a-f]{8}$/.test(spec.magic), `${spec.id}: the block file magic is four bytes.`);
  assert(/^[0-9a-f]{64}$/.test(spec.genesisHash), `${spec.id}: the genesis hash has 64 digits.`);
  assert(spec.base58.p2sh.length > 0, `${spec.id}: a script address version is missing.`);
  for (const { hash } of spec.checkpoints) {
    assert(/^[0-9a-f]{64}$/.test(hash), `${spec.id}: a checkpoint hash has 64 digits.`);
  }
  const flags = { auxPow: false, mweb: false, p2sh32: false, cashTokens: false };
  return { ...flags, ...spec, family: 'utxo', decimals: 8 };
}

/** Fifty coins, halved every `interval` blocks until nothing is left. */
export function halvingSubsidy(interval: number): (height: number) => Subsidy {
  return (height) => ({
    units: 5_000_000_000n >> BigInt(Math.floor(height / interval)),
    subsidyIsExact: true,
  });
}
