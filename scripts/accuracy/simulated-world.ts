import type { LitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { createSeededChoice, type SeededChoice } from './seeded-choice.ts';

export const COIN = 100_000_000n;
/** Paid by every transaction that is put together by hand: far above what the node asks for. */
export const FEE = 20_000n;
/** Below it an output is not worth its fee. */
const DUST = 3_000n;

export const ADDRESS_FORMS = ['legacy', 'p2sh-segwit', 'bech32'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

/** What a simulated transaction is for. Truth about it that no analysis may read. */
export type SimulatedKind =
  | 'coinbase'
  | 'funding'
  | 'payment'
  | 'changeless'
  | 'consolidation'
  | 'sweep'
  | 'batch'
  | 'equal-batch'
  | 'peel'
  | 'joinmarket'
  | 'payjoin';

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly address: string;
  readonly units: bigint;
}

/** What people hand over: addresses with units. */
export type Payments = readonly (readonly [address: string, units: bigint])[];

export interface FundingOptions {
  readonly kind: SimulatedKind;
  readonly changeForm?: AddressForm;
  readonly changeAddress?: string;
  readonly coins?: readonly Coin[];
}

/** A node with wallets, and the truth that only who plays all of them can know. */
export interface SimulatedWorld {
  readonly node: LitecoinNode;
  readonly choice: SeededChoice;
  readonly kinds: ReadonlyMap<string, SimulatedKind>;
  /** Wallet of every address handed out. */
  readonly walletOf: ReadonlyMap<string, string>;
  call<T>(wallet: string, method: string, ...params: unknown[]): Promise<T>;
  createWallet(name: string): Promise<void>;
  createAddress(wallet: string, form: AddressForm): Promise<string>;
  /** Confirmed coins, largest first. */
  coins(wallet: string): Promise<Coin[]>;
  /** The wallet's own coin selection and change, as in a payment from its window. False where its money does not reach. */
  pay(wallet: string, payments: Payments, options: FundingOptions): Promise<boolean>;
  /** Exactly these inputs and outputs, signed by every wallet named. */
  join(wallets: readonly string[], coins: readonly Coin[], payments: Payments, kind: SimulatedKind): Promise<void>;
}

export function formatCoins(units: bigint): string {
  return `${units / COIN}.${String(units % COIN).padStart(8, '0')}`;
}

/** What a list of coins is worth together. */
export function sumCoins(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, coin) => sum + coin.units, 0n);
}

function toOutputs(payments: Payments): Record<string, string>[] {
  return payments.map(([address, units]) => ({ [address]: formatCoins(units) }));
}

/** Opens the world of one seed. The choices are the seed's; keys, and what a wallet selects to spend, are not. */
export function openWorld(node: LitecoinNode, seed: string): SimulatedWorld {
  const kinds = new Map<string, SimulatedKind>();
  const walletOf = new Map<string, string>();
  const authorization = `Basic ${Buffer.from(`${node.user}:${node.password}`).toString('base64')}`;

  async function call<T>(wallet: string, method: string, ...params: unknown[]): Promise<T> {
    const body = JSON.stringify({ id: 0, method, params });
    const answer = await fetch(`${node.url}/wallet/${wallet}`, { method: 'POST', headers: { authorization }, body });
    const { result, error } = (await answer.json()) as { result: T; error: { message: string } | null };
    if (error) throw new Error(`${method} of ${wallet}: ${error.message}`);
    return result;
  }

  async function send(hex: string, kind: SimulatedKind): Promise<void> {
    kinds.set(await node.call<string>('sendrawtransaction', hex), kind);
  }

  async function pay(wallet: string, payments: Payments, options: FundingOptions): Promise<boolean> {
    const inputs = (options.coins ?? []).map(({ txid, vout }) => ({ txid, vout }));
    const raw = await node.call<string>('createrawtransaction', inputs, toOutputs(payments));
    const change = options.changeAddress
      ? { changeAddress: options.changeAddress }
      : { change_type: options.changeForm ?? 'bech32' };
    let funded: { hex: string };
    try {
      funded = await call(wallet, 'fundrawtransaction', raw, change);
    } catch (error) {
      if (error instanceof Error && /Insufficient funds/.test(error.message)) return false;
      throw error;
    }
    const signed = await call<{ hex: string }>(wallet, 'signrawtransactionwithwallet', funded.hex);
    await send(signed.hex, options.kind);
    return true;
  }

  return {
    ...{ node, choice: createSeededChoice(seed), kinds, walletOf, call, pay },
    async createWallet(name) {
      await node.call('createwallet', name);
    },
    async createAddress(wallet, form) {
      const address = await call<string>(wallet, 'getnewaddress', '', form);
      walletOf.set(address, wallet);
      return address;
    },
    async coins(wallet) {
      type Unspent = { txid: string; vout: number; address: string; amount: number };
      const unspent = await call<Unspent[]>(wallet, 'listunspent', 1);
      return unspent
        .map(({ txid, vout, address, amount }) => ({ txid, vout, address, units: BigInt(Math.round(amount * 1e8)) }))
        .sort((a, b) => Number(b.units - a.units));
    },
    async join(wallets, coins, payments, kind) {
      const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
      const kept = payments.filter(([, units]) => units > DUST);
      let psbt = await node.call<string>('createpsbt', inputs, toOutputs(kept));
      for (const wallet of wallets) ({ psbt } = await call<{ psbt: string }>(wallet, 'walletprocesspsbt', psbt));
      const { hex } = await node.call<{ hex: string }>('finalizepsbt', psbt);
      await send(hex, kind);
    },
  };
}
