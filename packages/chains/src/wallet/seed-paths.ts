import type { ChainId } from '@trailmark/core/chain';
import type { BranchRole } from '@trailmark/core/statement/wallet-keys';
import type { UtxoChain } from '../utxo/chain-definition.ts';
import { type AddressForm, findOutputChain, listForms } from './key-address.ts';

/** Where wallets look for the addresses of one branch below a root. */
export interface SeedPath {
  /** Steps from the root with `*` for the index: `m/84'/0'/0'/0/*`. */
  readonly path: string;
  readonly form: AddressForm;
  readonly role: BranchRole;
  /** Which standard or wallet uses it. */
  readonly wallet: string;
}

/** Coin types of SLIP-44; test networks share 1. */
const COIN_TYPES: Readonly<Record<string, number>> = { btc: 0, ltc: 2, doge: 3, bch: 145 };
const TEST_COIN = 1;
const ETHER = 60;
const TRON = 195;

const PURPOSES: readonly (readonly [purpose: number, form: AddressForm])[] = [
  [44, 'p2pkh'],
  [49, 'p2sh-p2wpkh'],
  [84, 'p2wpkh'],
  [86, 'p2tr'],
];

/** Both branches of a wallet: `below` is what comes before the branch. */
function both(below: string, form: AddressForm, wallet: string): SeedPath[] {
  return [
    { path: `m/${below}0/*`, form, role: 'receive', wallet },
    { path: `m/${below}1/*`, form, role: 'change', wallet },
  ];
}

function coinTypeOf({ id, network }: UtxoChain): number {
  return network === 'main' ? (COIN_TYPES[id] ?? TEST_COIN) : TEST_COIN;
}

/** Branches that a standard repeats for every account. */
function listAccountPaths(chain: UtxoChain, account: number): SeedPath[] {
  const forms = listForms(chain.id);
  const coin = coinTypeOf(chain);
  const standard = PURPOSES.filter(([, form]) => forms.includes(form)).flatMap(([purpose, form]) =>
    both(`${purpose}'/${coin}'/${account}'/`, form, `BIP ${purpose}`),
  );
  // Coins of Bitcoin Cash from before the fork, and wallets that kept the coin type of Bitcoin.
  const older = chain.id === 'bch' ? both(`44'/0'/${account}'/`, 'p2pkh', 'BIP 44 with the coin type of Bitcoin') : [];
  return [...standard, ...older];
}

/** Accounts that Samourai set aside for mixing, at the end of the range of hardened steps. */
const SAMOURAI = [
  [2_147_483_644, 'bad bank'],
  [2_147_483_645, 'before mixing'],
  [2_147_483_646, 'after mixing'],
] as const;

function listBitcoinPaths(coin: number): SeedPath[] {
  const mixing = SAMOURAI.flatMap(([account, name]) =>
    both(`84'/${coin}'/${account}'/`, 'p2wpkh', `Samourai, ${name}`),
  );
  return [
    ...both(`44'/${coin}'/0'/`, 'p2wpkh', 'BitPay (native segwit below BIP 44)'),
    ...both(`44'/${coin}'/2147483647'/`, 'p2pkh', 'Samourai, ricochet'),
    ...mixing,
  ];
}

/** Branches that some wallets use and no standard of accounts repeats. */
function listWalletPaths(chain: UtxoChain): SeedPath[] {
  const forms = listForms(chain.id).filter((form) => form !== 'p2tr');
  const older = forms.filter((form) => form !== 'p2sh-p2wpkh');
  const core = forms.flatMap((form): SeedPath[] => [
    { path: "m/0'/0'/*'", form, role: 'receive', wallet: 'Bitcoin Core before descriptors' },
    { path: "m/0'/1'/*'", form, role: 'change', wallet: 'Bitcoin Core before descriptors' },
  ]);
  return [
    ...older.flatMap((form) => both("0'/", form, 'MultiBit HD, BRD')),
    ...older.flatMap((form) => both('', form, 'BIP 32 without accounts')),
    ...core,
    ...(chain.symbol === 'BTC' ? listBitcoinPaths(coinTypeOf(chain)) : []),
  ];
}

function listEtherLike(coin: number, wallets: string): SeedPath[] {
  const at = (path: string, wallet: string): SeedPath => ({ path, form: 'account', role: 'addresses', wallet });
  return [
    at(`m/44'/${coin}'/0'/0/*`, `BIP 44 (${wallets})`),
    at(`m/44'/${coin}'/*'/0/0`, 'Ledger Live'),
    at(`m/44'/${coin}'/0'/*`, 'MyEtherWallet, older Ledger'),
  ];
}

/** Where wallets put the addresses of a chain below the root of a seed; `account` 0 comes with paths that have no accounts. */
export function listSeedPaths(chain: ChainId, account: number): readonly SeedPath[] {
  const outputs = findOutputChain(chain);
  if (outputs) return [...listAccountPaths(outputs, account), ...(account === 0 ? listWalletPaths(outputs) : [])];
  if (account > 0) return [];
  return chain === 'trx' ? listEtherLike(TRON, 'TRON wallets') : listEtherLike(ETHER, 'MetaMask, Trezor');
}

/** What an Electrum wallet derives from its own kinds of seeds. */
export function listElectrumPaths(kind: 'standard' | 'segwit'): readonly SeedPath[] {
  return kind === 'standard' ? both('', 'p2pkh', 'Electrum') : both("0'/", 'p2wpkh', 'Electrum (segwit)');
}
