export interface FoundIdentifier {
  readonly value: string;
  readonly form: string;
  readonly count: number;
}

/** What is read as which form, the narrowest first. Each is bounded, so that no text makes it slow. */
const FORMS: readonly (readonly [form: string, pattern: RegExp])[] = [
  ['transaction id or hash', /^(?:0x)?[0-9a-fA-F]{64}$/],
  ['Bitcoin address', /^(?:bc1|BC1)[02-9ac-hj-np-zAC-HJ-NP-Z]{11,87}$/],
  ['Litecoin address', /^(?:ltc1|LTC1)[02-9ac-hj-np-zAC-HJ-NP-Z]{11,87}$/],
  ['address of an account chain', /^0x[0-9a-fA-F]{40}$/],
  ['Tron address', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Dogecoin address', /^D[1-9A-HJ-NP-Za-km-z]{32,33}$/],
  ['Litecoin address', /^[LM][1-9A-HJ-NP-Za-km-z]{32,33}$/],
  ['Bitcoin address', /^[13][1-9A-HJ-NP-Za-km-z]{25,33}$/],
  ['Monero address', /^[48][1-9A-HJ-NP-Za-km-z]{94}$/],
  ['extended public key', /^[xyz]pub[1-9A-HJ-NP-Za-km-z]{100,112}$/],
];

const SECRET = /^(?:[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}|5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})$/;
/** Twelve short lower-case words in a row and nothing else between them. */
const PHRASE = /(?:\b[a-z]{3,8}\b[ \t\n]+){11}\b[a-z]{3,8}\b/;
const MAX_CHARS = 1_000_000;

/** Identifiers in a text by their form, in the order they first appear, and whether it seems to hold a secret. */
export function extractIdentifiers(text: string): {
  readonly found: readonly FoundIdentifier[];
  readonly hasSecret: boolean;
} {
  const counts = new Map<string, { form: string; count: number }>();
  const words = text.slice(0, MAX_CHARS).match(/[0-9A-Za-z]{14,130}/g) ?? [];
  let hasSecret = PHRASE.test(text.slice(0, MAX_CHARS));
  for (const word of words) {
    if (SECRET.test(word)) {
      hasSecret = true;
      continue;
    }
    const form = FORMS.find(([, pattern]) => pattern.test(word))?.[0];
    if (!form) continue;
    const known = counts.get(word);
    counts.set(word, { form, count: (known?.count ?? 0) + 1 });
  }
  return { found: [...counts].map(([value, { form, count }]) => ({ value, form, count })), hasSecret };
}
