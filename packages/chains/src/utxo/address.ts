import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { Owner } from '@trailmark/core/owner';
import type { ScriptType } from '@trailmark/core/script-type';
import { findNearestChain, getChain, listChains } from '../catalogue.ts';
import { base58Versions, encodeBase58Check } from './base58-address.ts';
import { encodeCashAddress } from './cashaddr.ts';
import type { UtxoChain } from './chain-definition.ts';
import { readAddress } from './read-address.ts';
import { describeScript, ownerScript, witnessProgram } from './script.ts';
import { encodeSegwit } from './segwit-address.ts';

/** One chain on which a text is an address. */
export interface DetectedAddress {
  readonly chain: OutputChainId;
  readonly owner: Owner;
  /** The chain's own spelling of it. */
  readonly canonical: string;
}

/** CashAddr type bits; the length of the hash distinguishes the two script forms. */
const CASH_TYPES: Readonly<Partial<Record<ScriptType, number>>> = { p2pkh: 0, p2sh: 1, p2sh32: 1 };

/** Forms whose owner is the witness program itself. */
const WITNESS_VERSIONS: Readonly<Partial<Record<ScriptType, number>>> = { p2wpkh: 0, p2wsh: 0, p2tr: 1 };

function withVersion(version: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(payload.length + 1);
  bytes[0] = version;
  bytes.set(payload, 1);
  return bytes;
}

function cashForm(chain: UtxoChain, owner: Owner): string | undefined {
  const type = CASH_TYPES[owner.type];
  if (!chain.cashaddr || type === undefined || (owner.type === 'p2sh32' && !chain.p2sh32)) return undefined;
  return encodeCashAddress({ prefix: chain.cashaddr, type, hash: owner.payload });
}

function segwitForm(chain: UtxoChain, script: Uint8Array | undefined): string | undefined {
  const found = script && witnessProgram(script);
  return chain.bech32 && found ? encodeSegwit(chain.bech32, found.version, found.program) : undefined;
}

/**
 * Every spelling under which people know an owner on a chain, the canonical one first: current and legacy script
 * versions, CashAddr with and without its prefix. Empty for owners without an address.
 */
export function listAddressForms(chain: UtxoChain, owner: Owner): readonly string[] {
  const cash = cashForm(chain, owner);
  const legacy = base58Versions(chain, owner.type).map((version) =>
    encodeBase58Check(withVersion(version, owner.payload)),
  );
  const segwit = segwitForm(chain, ownerScript(owner));
  const bare = cash?.slice(cash.indexOf(':') + 1);
  return [cash, bare, ...legacy, segwit].filter((form) => form !== undefined);
}

/**
 * The canonical address of an owner, or undefined for forms that have none: bare multisig, nonstandard, segwit forms
 * on chains without segwit, and future witness versions, whose owner keeps only a hash of the script
 * (`encodeScriptAddress` writes those).
 */
export function encodeAddress(chain: UtxoChain, owner: Owner): string | undefined {
  const cash = cashForm(chain, owner);
  if (cash !== undefined) return cash;
  const [version] = base58Versions(chain, owner.type);
  if (version !== undefined) return encodeBase58Check(withVersion(version, owner.payload));
  const witness = WITNESS_VERSIONS[owner.type];
  if (witness === undefined || chain.bech32 === undefined) return listAddressForms(chain, owner)[0];
  return encodeSegwit(chain.bech32, witness, owner.payload);
}

/** The address of an output script, future witness versions included (BIP 350); undefined if it has none. */
export function encodeScriptAddress(chain: UtxoChain, script: Uint8Array): string | undefined {
  const { owner, type } = describeScript(script, { p2sh32: chain.p2sh32 });
  if (type === 'witness-unknown') return segwitForm(chain, script);
  return owner && encodeAddress(chain, owner);
}

/**
 * Text for any owner: its address, or `script:<form>:<hex of the payload>`, shortened to `script:<hex>` for
 * nonstandard scripts. `parseOwner` reads it back.
 */
export function formatOwner(chain: UtxoChain, owner: Owner): string {
  const form = owner.type === 'nonstandard' ? '' : `${owner.type}:`;
  return encodeAddress(chain, owner) ?? `script:${form}${encodeHex(owner.payload)}`;
}

function findForeign(chain: UtxoChain, text: string): UtxoChain | undefined {
  const others = listChains().filter((other) => other.id !== chain.id && 'owner' in readAddress(other, text));
  return findNearestChain(chain, others);
}

/**
 * The owner that an address (or `script:` form) names on a chain, in any spelling the chain has. Throws `invalid`
 * saying exactly what is wrong, never proposing a correction.
 */
export function parseOwner(chain: UtxoChain, text: string): Owner {
  const reading = readAddress(chain, text);
  if ('owner' in reading) return reading.owner;
  const foreign = findForeign(chain, text);
  throw new AppError(
    'invalid',
    foreign
      ? `This is a ${foreign.name} address, not a ${chain.name} one.`
      : `This is not a valid ${chain.name} address: ${reading.fault}.`,
  );
}

/** The chains, of those given, on which a text is an address; white space around it is ignored. Never throws. */
export function detectChains(text: string, chains: readonly OutputChainId[]): readonly DetectedAddress[] {
  const trimmed = text.trim();
  return chains.flatMap((id) => {
    const chain = getChain(id);
    const reading = readAddress(chain, trimmed);
    return 'owner' in reading
      ? [{ chain: id, owner: reading.owner, canonical: formatOwner(chain, reading.owner) }]
      : [];
  });
}
