import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';
import {
  algorandForm,
  byronForm,
  eosForm,
  moneroForm,
  moveForm,
  nearForm,
  polkadotForm,
  solanaForm,
  stellarForm,
  tonForm,
  tronForm,
} from './network/account-forms.ts';
import { type AddressForm, type NetworkAddress, refuse } from './network/address-form.ts';
import { base58CheckForm, rippleForm } from './network/base58-check.ts';
import { anyForm, bech32Form, UNIFIED_ZCASH } from './network/bech32-form.ts';
import { evmForm } from './network/evm-address.ts';
import { utxoForm } from './network/utxo-form.ts';

export type { NetworkAddress } from './network/address-form.ts';

const LONGEST = 500;

/** Version bytes and prefixes are those of each network's reference node. */
const FORMS: Readonly<Record<NetworkId, AddressForm>> = {
  ada: anyForm(
    bech32Form({ prefix: 'addr', lengths: [29, 32, 33, 34, 35, 57], longest: 200 }),
    bech32Form({ prefix: 'stake', lengths: [29], longest: 200 }),
    byronForm,
  ),
  algo: algorandForm,
  apt: moveForm,
  arbitrum: evmForm,
  atom: bech32Form({ prefix: 'cosmos', lengths: [20, 32] }),
  avalanche: evmForm,
  base: evmForm,
  bch: utxoForm('bch'),
  bnb: bech32Form({ prefix: 'bnb', lengths: [20] }),
  bsc: evmForm,
  bsv: base58CheckForm([0x00, 0x05]),
  btc: utxoForm('btc'),
  btg: anyForm(bech32Form({ prefix: 'btg', lengths: [] }), base58CheckForm([0x26, 0x17])),
  celo: evmForm,
  cronos: evmForm,
  dash: base58CheckForm([0x4c, 0x10]),
  doge: utxoForm('doge'),
  dot: polkadotForm,
  eos: eosForm,
  etc: evmForm,
  eth: evmForm,
  fantom: evmForm,
  gnosis: evmForm,
  linea: evmForm,
  ltc: utxoForm('ltc'),
  mantle: evmForm,
  near: nearForm,
  optimism: evmForm,
  polygon: evmForm,
  scroll: evmForm,
  sol: solanaForm,
  sui: moveForm,
  ton: tonForm,
  trx: tronForm,
  xlm: stellarForm,
  xmr: moneroForm,
  xrp: rippleForm,
  xvg: base58CheckForm([0x1e, 0x21]),
  zec: anyForm(UNIFIED_ZCASH, bech32Form({ prefix: 'zs', lengths: [43] }), base58CheckForm([0x1cb8, 0x1cbd], 2)),
  zksync: evmForm,
};

/** Best known first, for texts that are an address on several networks. */
const FIRST: readonly NetworkId[] = ['btc', 'ltc', 'doge', 'bch', 'eth', 'trx'];
const DETECTION_ORDER: readonly NetworkId[] = [...FIRST, ...NETWORK_IDS.filter((id) => !FIRST.includes(id))];

/**
 * How an address of a network begins, to spare the other forms their checksums. Forms that a word, a hash or a key has
 * too (EOS names, keys of NEAR, bare hexadecimal digits) match nothing: they are read where the network is named.
 */
const EVM_START = /^0x[0-9a-f]{40}$/i;
const MOVE_START = /^0x[0-9a-f]{60,64}$/i;
const STARTS: Readonly<Partial<Record<NetworkId, RegExp>>> = {
  ada: /^(?:addr1|stake1|Ae2|DdzFF)/i,
  algo: /^[A-Z2-7]{58}$/,
  apt: MOVE_START,
  atom: /^cosmos1/i,
  bch: /^(?:[13]|bitcoincash:|[qp][a-z0-9]{41})/i,
  bnb: /^bnb1/i,
  bsv: /^[13]/,
  btc: /^(?:[13]|bc1)/i,
  btg: /^(?:[AG]|btg1)/i,
  dash: /^[X7]/,
  doge: /^[9AD]/,
  dot: /^1[1-9A-HJ-NP-Za-km-z]{45,47}$/,
  eos: /^(?!)/,
  ltc: /^(?:[LM3]|ltc1)/i,
  near: /\./,
  sol: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  sui: MOVE_START,
  ton: /^(?:[EUk0][Qf]|0:|-1:)/,
  trx: /^T/,
  xlm: /^[GM][A-Z2-7]{55}/,
  xmr: /^[48]/,
  xrp: /^r/,
  xvg: /^[DE]/,
  zec: /^(?:t[13]|zs1|u1)/i,
};

function strangeCharacter(text: string): string | undefined {
  const found = /[^\x21-\x7e]/u.exec(text)?.[0];
  if (found === undefined) return undefined;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const what = found === ' ' || found === '\t' ? 'a space' : 'no character of an address, though it may look like one';
  return `it contains U+${code}, which is ${what}`;
}

/**
 * The canonical spelling of an address on a network, or the reason why the text is none. Main networks only. Checksums
 * must hold; letter case is changed only where the format ignores it; look-alike and invisible characters are refused
 * by code point. White space around the text is ignored.
 */
export function parseNetworkAddress(network: NetworkId, text: string): NetworkAddress {
  const trimmed = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (trimmed === '') return refuse('it is empty');
  if (trimmed.length > LONGEST) return refuse('it is too long');
  const strange = strangeCharacter(trimmed);
  return strange ? refuse(strange) : FORMS[network](trimmed);
}

/**
 * Every network on which a text is an address, best known first; empty where there is none. Account names without a
 * recognisable form (EOS, keys of NEAR) and bare hexadecimal digits are never guessed.
 */
export function detectNetworks(text: string): NetworkId[] {
  const trimmed = text.trim();
  const verdicts = new Map<AddressForm, boolean>();
  const fits = (network: NetworkId): boolean => {
    if (!(STARTS[network] ?? EVM_START).test(trimmed)) return false;
    const form = FORMS[network];
    const verdict = verdicts.get(form) ?? parseNetworkAddress(network, trimmed).ok;
    verdicts.set(form, verdict);
    return verdict;
  };
  return DETECTION_ORDER.filter(fits);
}
