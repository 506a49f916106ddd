import type { OutputAddress } from '@trailmark/api/contract/address';
import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import type { ScriptType } from '@trailmark/core/script-type';

const SCRIPT_NAMES: Readonly<Record<ScriptType, string>> = {
  'op-return': 'Data carrier',
  p2pkh: 'Pay to public key hash',
  p2sh: 'Pay to script hash',
  p2wpkh: 'Pay to witness public key hash',
  p2wsh: 'Pay to witness script hash',
  p2tr: 'Taproot',
  p2pk: 'Pay to public key',
  'witness-unknown': 'Unknown witness program',
  multisig: 'Bare multisig',
  nonstandard: 'Nonstandard script',
  p2sh32: 'Pay to 32-byte script hash',
  anchor: 'Pay to anchor',
};

const SCRIPT_SHORT: Readonly<Record<ScriptType, string>> = {
  'op-return': 'OP_RETURN',
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  p2wpkh: 'P2WPKH',
  p2wsh: 'P2WSH',
  p2tr: 'P2TR',
  p2pk: 'P2PK',
  'witness-unknown': 'witness, unknown version',
  multisig: 'bare multisig',
  nonstandard: 'nonstandard',
  p2sh32: 'P2SH32',
  anchor: 'anchor',
};

/** "Pay to public key hash". */
export function formatScriptType(type: ScriptType): string {
  return SCRIPT_NAMES[type];
}

/** "P2PKH": the short form practitioners write. */
export function formatScriptCode(type: ScriptType): string {
  return SCRIPT_SHORT[type];
}

export type HistoryFlag = OutputHistoryRow['flags'][number];

const FLAG_WORDS: Readonly<Record<HistoryFlag, string>> = {
  coinbase: 'coinbase',
  unconfirmed: 'unconfirmed',
  'inputs-unknown': 'inputs not known',
  dust: 'dust',
  p2pk: 'bare key',
  unspendable: 'unspendable',
  replaced: 'replaced',
  'no-raw': 'no raw bytes',
};

export function formatFlag(flag: HistoryFlag): string {
  return FLAG_WORDS[flag];
}

/** One plain fact about an address, past tense, for the line next to the fact mark. */
export function describeAddress(summary: OutputAddress): string {
  const form = `${formatScriptType(summary.scriptType)} address.`;
  if (summary.status === 'not-seen') return `${form} Valid, and not in this index.`;
  const { receiveCount, spendCount } = summary.totals;
  const spends = spendCount === 0 ? 'none spent by it' : `${spendCount.toLocaleString('en')} spent by it`;
  return `${form} ${receiveCount.toLocaleString('en')} ${receiveCount === 1 ? 'output' : 'outputs'} to it, ${spends}, in the indexed blocks.`;
}

/** A refusal with what to do about it, where that is known. */
export function adviseOnChecksum(refusal: string): string {
  return refusal.endsWith('the checksum fails.')
    ? `${refusal} Compare the last four characters with your source.`
    : refusal;
}

const SMALLEST_UNITS: Readonly<Record<string, string>> = { BTC: 'sat', BCH: 'sat', LTC: 'litoshi', DOGE: 'koinu' };

/** What the smallest unit of a coin is called: "sat". */
export function formatSmallestUnit(symbol: string): string {
  return SMALLEST_UNITS[symbol] ?? 'units';
}
