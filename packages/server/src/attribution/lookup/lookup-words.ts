import { detectNetworks, parseNetworkAddress } from '@trailmark/chains/network-address';
import { PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import { findScanWords } from '../../ledger/outputs/scan-words.ts';

/** An output named in a text. */
export interface OutpointWord {
  readonly kind: 'outpoint';
  readonly text: string;
  readonly txid: string;
  readonly vout: number;
}

/** An address named in a text, with every network on which it is one, best known first. */
export interface AddressWord {
  readonly kind: 'address';
  readonly text: string;
  readonly networks: readonly NetworkId[];
}

export interface RefusedWord {
  readonly text: string;
  readonly reason: string;
}

export interface LookupWords {
  /** In the order of the text, each once. */
  readonly words: readonly (OutpointWord | AddressWord)[];
  readonly refused: readonly RefusedWord[];
}

const OUTPOINT = /(?<![A-Za-z0-9])([0-9a-f]{64}):(\d{1,10})(?!\d)/gi;
/** TON addresses use `-` and `_`, at which other words end. */
const TON = /(?<![A-Za-z0-9_-])[EUk0][Qf][A-Za-z0-9_-]{46}(?![A-Za-z0-9_-])/g;
/** Addresses that hold a letter of another alphabet which looks like one of theirs. */
const MIXED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{25,113}(?![\p{L}\p{N}])/gu;
const MOST_MIXED = 100;

/** What people would take for an address, by how it begins: a reason is owed where such a word fails. */
const SHAPES: readonly (readonly [NetworkId, RegExp])[] = [
  ['eth', /^0x[0-9a-f]{36,44}$/i],
  ['btc', /^(?:bc1[a-z0-9]{20,90}|[13][1-9A-HJ-NP-Za-km-z]{24,35})$/i],
  ['ltc', /^(?:ltc1[a-z0-9]{20,90}|[LM][1-9A-HJ-NP-Za-km-z]{24,35})$/],
  ['bch', /^bitcoincash:[a-z0-9]{30,90}$/i],
  ['doge', /^D[1-9A-HJ-NP-Za-km-z]{24,35}$/],
  ['trx', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['xrp', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['xmr', /^[48][1-9A-HJ-NP-Za-km-z]{94}$/],
  ['ada', /^addr1[a-z0-9]{50,105}$/],
];

function refuseWord(word: string): RefusedWord[] {
  const network = SHAPES.find(([, shape]) => shape.test(word))?.[0];
  if (network === undefined) return [];
  const verdict = parseNetworkAddress(network, word);
  return verdict.ok ? [] : [{ text: word, reason: `This is no ${NETWORKS[network]} address: ${verdict.reason}.` }];
}

function refuseMixed(text: string): RefusedWord[] {
  const refused: RefusedWord[] = [];
  for (const [word] of text.matchAll(MIXED)) {
    const ascii = word.replace(/[^\x21-\x7e]/g, '').length;
    // Words of other languages are left alone: an address has at most a few letters changed.
    if (ascii === word.length || ascii < 20) continue;
    const verdict = parseNetworkAddress('btc', word);
    if (!verdict.ok) refused.push({ text: word, reason: `This is no address: ${verdict.reason}.` });
    if (refused.length >= MOST_MIXED) break;
  }
  return refused;
}

function findOutpoints(text: string): OutpointWord[] {
  return [...text.matchAll(OUTPOINT)].map(([whole, txid = '', vout = '']) => ({
    kind: 'outpoint',
    text: whole,
    txid: txid.toLowerCase(),
    vout: Number(vout),
  }));
}

const BARE_TXID = 'This is a transaction id. Name one of its outputs, as txid:vout, to find whom it paid.';
const WALLET_KEY = 'This is a wallet key, no address. The address search derives its addresses.';

/** Addresses of any network and outputs in a text, and what looks like one and is none. */
export function findLookupWords(text: string): LookupWords {
  const outpoints = findOutpoints(text);
  // Letter for letter, so that places in the text stay what they are.
  const rest = text.replace(OUTPOINT, (found) => ' '.repeat(found.length));
  const mixed = refuseMixed(rest);
  const { txids, keys, others, privateKeysAt } = findScanWords(
    mixed.reduce((left, word) => left.replaceAll(word.text, ' '.repeat(word.text.length)), rest),
  );
  const tons = [...rest.matchAll(TON)].map(([word]) => word);
  const words: (OutpointWord | AddressWord)[] = [...outpoints];
  const refused: RefusedWord[] = [
    ...privateKeysAt.map((at) => ({ text: `private key at character ${at}`, reason: PRIVATE_KEY_REASON })),
    ...mixed,
    ...txids.map((txid) => ({ text: txid, reason: BARE_TXID })),
    ...keys.map((key) => ({ text: key.slice(0, 120), reason: WALLET_KEY })),
  ];
  for (const word of new Set([...others, ...tons])) {
    const networks = detectNetworks(word);
    if (networks.length > 0) words.push({ kind: 'address', text: word, networks });
    else refused.push(...refuseWord(word));
  }
  const placed = new Map(words.map((word) => [word.text.toLowerCase(), { word, at: text.indexOf(word.text) }]));
  const ordered = [...placed.values()].sort((a, b) => a.at - b.at).map(({ word }) => word);
  return { words: ordered, refused };
}
