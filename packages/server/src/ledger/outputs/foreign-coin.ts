import { decodeBase58Check } from '@trailmark/chains/utxo/base58-address';

interface ForeignForm {
  /** With its article: "an Ethereum address". */
  readonly name: string;
  readonly spelling: RegExp;
  /** Bytes a Base58Check text of this form starts with, hex; absent where the spelling alone shows it. */
  readonly versions?: readonly string[];
  readonly toBitcoinAlphabet?: (text: string) => string;
}

const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const XRP_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

function fromXrpAlphabet(text: string): string {
  return Array.from(text, (letter) => BITCOIN_ALPHABET[XRP_ALPHABET.indexOf(letter)] ?? '0').join('');
}

/** Forms that nothing of the chains read here can be mistaken for: a checksum fits, or the spelling is unmistakable. */
const FORMS: readonly ForeignForm[] = [
  {
    name: 'an XRP Ledger address',
    spelling: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
    versions: ['00'],
    toBitcoinAlphabet: fromXrpAlphabet,
  },
  { name: 'a Monero address', spelling: /^[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}$/ },
  { name: 'a Monero address', spelling: /^4[1-9A-HJ-NP-Za-km-z]{105}$/ },
  { name: 'a Cardano address', spelling: /^(?:addr|stake)1[02-9ac-hj-np-z]{50,105}$/ },
  { name: 'a Cosmos address', spelling: /^cosmos1[02-9ac-hj-np-z]{38}$/ },
  { name: 'a Stellar address', spelling: /^G[A-Z2-7]{55}$/ },
  {
    name: 'a Tezos address',
    spelling: /^(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/,
    versions: ['06a19f', '06a1a1', '06a1a4', '06a1a6', '025a79'],
  },
  { name: 'a Dash address', spelling: /^[X7][1-9A-HJ-NP-Za-km-z]{33}$/, versions: ['4c', '10'] },
  { name: 'a Zcash address', spelling: /^t[13][1-9A-HJ-NP-Za-km-z]{33}$/, versions: ['1cb8', '1cbd'] },
];

function fits({ spelling, versions, toBitcoinAlphabet }: ForeignForm, text: string): boolean {
  if (!spelling.test(text)) return false;
  if (!versions) return true;
  const decoded = decodeBase58Check(toBitcoinAlphabet?.(text) ?? text);
  return (
    'bytes' in decoded && versions.some((version) => Buffer.from(decoded.bytes).toString('hex').startsWith(version))
  );
}

/** Why a text that belongs to a chain this version does not read is refused; undefined for any other text. */
export function refuseForeignCoin(text: string): string | undefined {
  const form = FORMS.find((candidate) => fits(candidate, text));
  if (!form) return undefined;
  return `This looks like ${form.name}; this version does not read that chain.`;
}
