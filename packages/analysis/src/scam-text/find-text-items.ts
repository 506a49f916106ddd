import { readAmount } from './read-amount.ts';

/** What a pasted text names besides addresses and transactions. */
export interface TextItem {
  readonly kind: 'domain' | 'email' | 'phone' | 'handle' | 'amount' | 'date' | 'time';
  /** As written, for the person to recognise. */
  readonly quote: string;
  /** In one spelling; of an amount the number with its unit. */
  readonly value: string;
  /** Another thing it can mean; null where there is only one. */
  readonly other: string | null;
  /** Place in the text, from 0. */
  readonly at: number;
}

export interface TextItems {
  readonly items: readonly TextItem[];
  /** Characters that cannot be seen, such as zero-width spaces and marks that turn the direction of writing. */
  readonly hidden: number;
  readonly truncated: boolean;
}

const MAX_ITEMS = 2_000;
const HIDDEN =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u{e0001}|[\u{e0020}-\u{e007f}]/gu;

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}(?![\w@])/giu;
/** Behind a scheme, or a name with an ending that is no file and no end of a sentence. */
const DOMAIN =
  /(?:https?:\/\/|hxxps?:\/\/)?(?<![\w@.-])((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.|\[\.\])){1,8}[\p{L}]{2,24})(?![\w@])/giu;
const PHONE = /(?<![\w+.])\+\d(?:[\s().-]{0,2}\d){7,14}(?!\d)/g;
const HANDLE = /(?<![\w@./])@[A-Za-z][\w.]{1,30}\w(?![\w@])|(?<![\w.])t\.me\/[A-Za-z]\w{3,31}/g;
const UNITS = 'BTC|ETH|USDT|USDC|TRX|LTC|DOGE|BCH|BNB|SOL|XRP|USD|EUR|GBP|CHF|INR';
const AMOUNT = new RegExp(`(?<![\\w.,])(\\d[\\d.,'’ \\u00a0\\u202f]{0,30}\\d|\\d)\\s{0,2}(${UNITS})(?![\\w])`, 'gi');
const SIGNED = /([$€£])\s?(\d[\d.,'’\u00a0\u202f]{0,30}\d|\d)(?![\w])/g;
const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' };
const ISO_DATE = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const WORD_DATE =
  /(?<!\d)(\d{1,2})\.? (January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.?,? (\d{4})(?!\d)/gi;
const PLAIN_DATE = /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?!\d)/g;
const TIME = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:\s?(UTC|GMT|Z))?(?![\d:])/g;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Endings of files, which look like names of sites. */
const FILES = /\.(?:png|jpe?g|gif|pdf|txt|docx?|xlsx?|zip|mp[34]|wav|csv|html?|php|js|json|eml)$/i;

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function toDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame && year >= 2009 && year <= 2200 ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

type Found = Omit<TextItem, 'at'> | undefined;
type Rule = readonly [pattern: RegExp, toItem: (match: RegExpMatchArray) => Found];

function amount(quote: string, digits: string, unit: string): Found {
  const [first, second] = readAmount(digits).readings;
  if (first === undefined) return undefined;
  return { kind: 'amount', quote, value: `${first} ${unit}`, other: second === undefined ? null : `${second} ${unit}` };
}

function dated(quote: string, first: string | undefined, second?: string): Found {
  const [value, other] = [first, second].filter((day) => day !== undefined);
  if (value === undefined) return undefined;
  return { kind: 'date', quote, value, other: other === undefined || other === value ? null : other };
}

function domain(quote: string, name: string): Found {
  const value = name.replaceAll('[.]', '.').toLowerCase();
  if (FILES.test(value) && !/:\/\//.test(quote)) return undefined;
  return { kind: 'domain', quote, value: value.replace(/^www\./, ''), other: null };
}

const RULES: readonly Rule[] = [
  [EMAIL, ([quote]) => ({ kind: 'email', quote, value: quote.toLowerCase(), other: null })],
  [HANDLE, ([quote]) => ({ kind: 'handle', quote, value: quote.replace(/^t\.me\//, '@').toLowerCase(), other: null })],
  [DOMAIN, ([quote, name = '']) => domain(quote, name)],
  [PHONE, ([quote]) => ({ kind: 'phone', quote, value: `+${quote.replace(/\D/g, '')}`, other: null })],
  [AMOUNT, ([quote, digits = '', unit = '']) => amount(quote, digits, unit.toUpperCase())],
  [SIGNED, ([quote, sign = '', digits = '']) => amount(quote, digits, SIGNS[sign] ?? '')],
  [ISO_DATE, ([quote, year, month, day]) => dated(quote, toDay(Number(year), Number(month), Number(day)))],
  [
    WORD_DATE,
    ([quote, day, month = '', year]) =>
      dated(quote, toDay(Number(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day))),
  ],
  [
    PLAIN_DATE,
    ([quote, first, , second, year]) =>
      dated(
        quote,
        toDay(Number(year), Number(second), Number(first)),
        toDay(Number(year), Number(first), Number(second)),
      ),
  ],
  [
    TIME,
    ([quote, hour = '', minute = '']) => ({
      kind: 'time',
      quote,
      value: `${hour.padStart(2, '0')}:${minute}`,
      other: null,
    }),
  ],
];

/** Text without what cannot be seen, and how much of that there was. */
export function stripHidden(text: string): { readonly text: string; readonly hidden: number } {
  let hidden = 0;
  const shown = text.replace(HIDDEN, () => {
    hidden += 1;
    return '';
  });
  return { text: shown, hidden };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Answers, for places in their order, whether one is inside what an earlier rule took. */
function createTaken(spans: readonly Span[]): (span: Span) => boolean {
  const before = spans.toSorted((a, b) => a.from - b.from);
  let next = 0;
  return ({ from, to }) => {
    while (next < before.length && (before[next]?.to ?? 0) <= from) next++;
    return (before[next]?.from ?? to) < to;
  };
}

/** What one rule finds where no earlier one did. */
function applyRule(text: string, [pattern, toItem]: Rule, taken: Span[]): TextItem[] {
  const isTaken = createTaken(taken);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const span = { from: match.index, to: match.index + match[0].length };
    const found = isTaken(span) ? undefined : toItem(match);
    if (!found) return [];
    taken.push(span);
    return [{ ...found, at: match.index }];
  });
}

/**
 * Names of sites, email addresses, phone numbers, accounts, amounts, days and times in a text, each once and in its order. What
 * has two readings keeps both. Nothing in here opens, fetches or resolves anything.
 */
export function findTextItems(given: string): TextItems {
  const { text, hidden } = stripHidden(given.normalize('NFC'));
  const taken: Span[] = [];
  const items = new Map<string, TextItem>();
  for (const rule of RULES) {
    for (const item of applyRule(text, rule, taken)) {
      const key = `${item.kind} ${item.value}`;
      if (!items.has(key)) items.set(key, item);
    }
  }
  const found = [...items.values()].sort((a, b) => a.at - b.at);
  return { items: found.slice(0, MAX_ITEMS), hidden, truncated: found.length > MAX_ITEMS };
}
