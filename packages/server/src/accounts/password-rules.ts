import type { SecurityProfile } from '@trailmark/core/security-profile';
import { readCommonPasswords } from './password-blocklist.ts';
import { countFreeCharacters, foldPassword, isStep, periodOf, unmask } from './password-shape.ts';

/** What the person or the installation is called: no password is made of it. */
export interface PasswordContext {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly agency?: string | undefined;
}

/** A new password as the rules see it. */
export interface PasswordVerdict {
  /** Why it is refused, in words; null where it is acceptable. */
  readonly reason: string | null;
  /** 0 to 4: how hard it is to guess. */
  readonly strength: number;
}

const PRODUCT_WORDS = [
  'trailmark',
  'bitcoin',
  'ethereum',
  'blockchain',
  'cryptocurrency',
  'investigator',
  'investigation',
];
const MIN_WORD = 4;
/** Characters that a password needs in addition to patterns and known words. */
const MIN_FREE = 6;

/** Words of a name, an agency or an address that are long enough to matter. */
function listContextWords({ email = '', name = '', agency = '' }: PasswordContext): readonly string[] {
  const parts = foldPassword(`${email} ${name} ${agency}`).split(/[^\p{L}\p{N}]+/u);
  return [...PRODUCT_WORDS, ...parts].filter((part) => part.length >= MIN_WORD && !/^\d+$/.test(part));
}

/** What is left of a text without any of the words. */
function removeWords(text: string, words: readonly string[]): string {
  return words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), text);
}

/** A text without the digits and signs around it. */
function trimEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function isCommon(folded: string): boolean {
  const common = readCommonPasswords();
  const forms = [folded, trimEnds(folded)].flatMap((form) => [form, ...unmask(form)]);
  return forms.some((form) => common.has(form) || common.has(trimEnds(form)));
}

function describeLength(password: string, rules: SecurityProfile['password']): string | undefined {
  const length = [...password].length;
  if (length < rules.minLength) {
    return `The password has ${length} of at least ${rules.minLength} characters. A few words in a row are easy to keep in mind.`;
  }
  if (Buffer.byteLength(password, 'utf8') > rules.maxBytes) {
    return `The password is longer than ${rules.maxBytes} bytes. Use a shorter one.`;
  }
  return undefined;
}

function describeContent(folded: string, context: PasswordContext): string | undefined {
  if (isCommon(folded)) {
    return 'The password is on a list of those that many people use, or one of them with digits around it.';
  }
  const period = periodOf(folded);
  const core = [...folded].slice(0, period).join('');
  if (period < [...folded].length && (period < MIN_FREE || isCommon(core))) {
    return 'The password is one short piece that repeats. Use different words.';
  }
  if (countFreeCharacters(folded) < MIN_FREE) {
    return 'The password follows the alphabet, the digits or the keyboard. Use words that do not follow each other.';
  }
  const words = listContextWords(context);
  const left = [folded, ...unmask(folded)].map((text) => removeWords(text, words));
  if (left.some((text) => text.length < folded.length && [...text.replace(/[^\p{L}\p{N}]/gu, '')].length < MIN_FREE)) {
    return 'The password is little more than your name, your address, your agency or this product. Use other words.';
  }
  return undefined;
}

const WORD_BITS = 14;
const STEP_BITS = 1.5;
const MAX_WORD = 24;
/** Bits below which a password counts as 0, 1, 2 or 3. */
const STRENGTH_STEPS = [30, 42, 54, 66];
/** Longer texts are as strong as this much of them, for the estimate. */
const MAX_ESTIMATED = 128;

function bitsOf(character: string): number {
  if (/[0-9]/.test(character)) return 3.3;
  return /[a-z]/i.test(character) ? 4 : 5;
}

/** Length of the longest known word at a place; 0 without one. */
function wordAt(text: string, at: number, words: ReadonlySet<string>): number {
  for (let length = Math.min(MAX_WORD, text.length - at); length >= MIN_WORD; length -= 1) {
    if (words.has(text.slice(at, at + length))) return length;
  }
  return 0;
}

/** Roughly how many bits a guesser who knows words, patterns and repetitions needs. */
function estimateBits(folded: string, context: PasswordContext): number {
  const text = folded.slice(0, Math.min(periodOf(folded), MAX_ESTIMATED));
  const own = new Set(listContextWords(context));
  const seen = new Set<string>();
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const length = Math.max(wordAt(text, at, own), wordAt(text, at, readCommonPasswords()));
    const word = text.slice(at, at + length);
    if (length > 0) {
      bits += seen.has(word) || own.has(word) ? STEP_BITS : WORD_BITS;
      seen.add(word);
    } else {
      const character = text[at] ?? '';
      bits += at > 0 && isStep(text[at - 1] ?? '', character) ? STEP_BITS : bitsOf(character);
    }
    at += Math.max(length, 1);
  }
  return bits;
}

/** Holds a new password to the profile, to the list of common ones, and to what the person is called. */
export function checkPassword(
  password: string,
  rules: SecurityProfile['password'],
  context: PasswordContext = {},
): PasswordVerdict {
  const length = describeLength(password, rules);
  // What is too long to be a password is not worth the work of looking into it.
  if (Buffer.byteLength(password, 'utf8') > rules.maxBytes) return { reason: length ?? null, strength: 0 };
  const folded = foldPassword(password);
  const reason = length ?? describeContent(folded, context) ?? null;
  const bits = estimateBits(folded, context);
  const strength = STRENGTH_STEPS.filter((step) => bits >= step).length;
  return { reason, strength: reason === null ? strength : Math.min(strength, 1) };
}
