import type { OutputChainId } from '@trailmark/core/chain';
import type { ScriptType } from '@trailmark/core/script-type';
import { getChain } from '../catalogue.ts';
import { encodeAddress } from '../utxo/address.ts';
import { base58Versions } from '../utxo/base58-address.ts';
import { readAddress } from '../utxo/read-address.ts';
import { type AddressForm, accept, refuse } from './address-form.ts';
import { readCheckedHash } from './base58-check.ts';

/** Forms that Base58 and CashAddr spell; every other one is in Bech32. */
const SEVERAL_SPELLINGS: ReadonlySet<ScriptType> = new Set(['p2pkh', 'p2sh', 'p2sh32']);

/** Addresses of the main network of a chain this version reads, in the spelling its ledger shows. */
export function utxoForm(id: OutputChainId): AddressForm {
  const chain = getChain(id);
  const types = (['p2pkh', 'p2sh'] as const).flatMap((type) =>
    base58Versions(chain, type).map((version, index) => ({ type, version, isWritten: index === 0 && !chain.cashaddr })),
  );
  const readBase58 = (text: string): string | undefined => {
    const read = readCheckedHash(text, 1);
    const form = 'fault' in read ? undefined : types.find(({ version }) => version === read.version);
    if ('fault' in read || !form) return undefined;
    return form.isWritten ? text : encodeAddress(chain, { type: form.type, payload: read.hash });
  };
  return (text) => {
    // The house's codec says what is wrong; this one is for the half million labels that are right.
    const base58 = readBase58(text);
    if (base58 !== undefined) return accept(base58);
    if (text.startsWith('script:')) return refuse('it is a script, not an address');
    const reading = readAddress(chain, text);
    if ('fault' in reading) return refuse(reading.fault);
    // Bech32 spells a witness program in one way but for letter case, so what passed its checks need not be written again.
    const { owner } = reading;
    return accept((SEVERAL_SPELLINGS.has(owner.type) && encodeAddress(chain, owner)) || text.toLowerCase());
  };
}
