import { type Bech32, bech32, bech32m } from '@scure/base';
import { type AddressForm, accept, CHECKSUM_FAILS, refuse, WRONG_LENGTH } from './address-form.ts';

interface Bech32Shape {
  readonly prefix: string;
  /** Bytes it may hold; empty for any number. */
  readonly lengths: readonly number[];
  readonly codec?: Bech32;
  /** Longest text; BIP 173 says 90, Cardano and Zcash allow more. */
  readonly longest?: number;
}

/** Addresses in Bech32 (BIP 173) or Bech32m (BIP 350) without a witness version. */
export function bech32Form({ prefix, lengths, codec = bech32, longest = 90 }: Bech32Shape): AddressForm {
  return (text) => {
    const lower = text.toLowerCase();
    if (text !== lower && text !== text.toUpperCase()) return refuse('it mixes upper and lower case');
    if (!lower.startsWith(`${prefix}1`)) return refuse(`it does not begin with "${prefix}1"`);
    if (lower.length > longest) return WRONG_LENGTH;
    const read = codec.decodeUnsafe(lower, longest);
    const bytes = read && codec.fromWordsUnsafe(read.words);
    if (!bytes) return CHECKSUM_FAILS;
    return lengths.length === 0 || lengths.includes(bytes.length) ? accept(lower) : WRONG_LENGTH;
  };
}

export const UNIFIED_ZCASH: AddressForm = bech32Form({ prefix: 'u', lengths: [], codec: bech32m, longest: 500 });

/** The first of several forms that takes a text; the last one's reason where none does. */
export function anyForm(...forms: readonly [AddressForm, ...AddressForm[]]): AddressForm {
  return (text) => {
    let result = forms[0](text);
    for (const form of forms.slice(1)) {
      if (result.ok) return result;
      result = form(text);
    }
    return result;
  };
}
