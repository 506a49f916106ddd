import { STATEMENT_FILE_FORMATS, type StatementFileFormat } from '@trailmark/api/contract/statement';
import { isChainId } from '@trailmark/core/chain';
import type { StatementSubject } from '@trailmark/core/statement/statement';
import type { GivenWords, ParseOptions } from './define-command.ts';
import { readNumber, readText, refuseWords } from './given-words.ts';

const NAME = 'statement';

export const STATEMENT_HELP = `trailmark statement <chain>:<address>... [options]
trailmark statement --file <wallet-statement.json> [options]

Writes the statement of a set of addresses: opening and closing balances, every line, totals and lots. The same request on the
same blocks, labels and prices gives the same bytes as POST /api/v1/statements/files. A part of the set is an address
(btc:1A1z…), a cluster (cluster:btc:1A1z…) or a wallet by its extended public key or descriptor (descriptor:btc:xpub…).

  --file <file>           makes the statement again that a JSON file was exported of
  --format <format>       csv unless given; also json, koinly, koinly-simple, pdf, xlsx
  --output <file>         writes there instead of to the terminal
  --second <language>     second language of a PDF: de, es or fr
  --from <seconds>        begin of the period, seconds since 1970 UTC, inclusive
  --to <seconds>          end of the period, exclusive
  --zone <name>           time zone of days and months, UTC unless given
  --currency <code>       USD unless given
  --price-rule <rule>     day-close unless given; also previous-close
  --group <group>         transaction unless given; also day, month
  --template <name>       bank unless given; also tax, exhibit
  --gap-limit <n>         unused addresses in a row that end the search of a wallet, 20 unless given
  --no-own-transfers      leaves out transfers within the set; their fees stay
  --spam                  shows tokens that came unasked and that nobody vouches for
  --agency <name>         who the document is of, on its first page and in its foot
  --unit <name>           part of the agency
  --cover <name=value>    a line of the first page, such as "Case=2026-0417 Harbour"; can be repeated`;

export const STATEMENT_FLAGS: ParseOptions = {
  agency: { type: 'string' },
  cover: { type: 'string', multiple: true },
  currency: { type: 'string' },
  file: { type: 'string' },
  format: { type: 'string' },
  from: { type: 'string' },
  'gap-limit': { type: 'string' },
  group: { type: 'string' },
  'no-own-transfers': { type: 'boolean' },
  output: { type: 'string' },
  'price-rule': { type: 'string' },
  second: { type: 'string' },
  spam: { type: 'boolean' },
  template: { type: 'string' },
  to: { type: 'string' },
  unit: { type: 'string' },
  zone: { type: 'string' },
};

export interface StatementOptions {
  readonly format: StatementFileFormat;
  readonly output: string | undefined;
  readonly second: string | undefined;
  /** An exported JSON file whose request is made again; undefined: `request` says it. */
  readonly file: string | undefined;
  /** What the first page shows besides the statement. */
  readonly letterhead: {
    readonly agency: string | undefined;
    readonly unit: string | undefined;
    readonly particulars: readonly { readonly name: string; readonly value: string }[];
  };
  /** As the API reads it. */
  readonly request: Readonly<Record<string, unknown>>;
}

const KINDS = ['cluster', 'descriptor'] as const;

/** A part of a set as a command writes it. Throws `invalid`. */
export function readSubject(command: string, word: string): StatementSubject {
  const kind = KINDS.find((known) => word.startsWith(`${known}:`)) ?? 'address';
  const rest = kind === 'address' ? word : word.slice(kind.length + 1);
  const at = rest.indexOf(':');
  const [chain, text] = [rest.slice(0, Math.max(0, at)), rest.slice(at + 1)];
  if (isChainId(chain) && text !== '') return { kind, chain, text };
  return refuseWords(command, `"${word.slice(0, 60)}" names no chain: write it as btc:1A1z….`);
}

/** Lines of the first page. Throws `invalid`. */
export function readCover(command: string, given: unknown): { readonly name: string; readonly value: string }[] {
  return (Array.isArray(given) ? given : []).map((line: string) => {
    const at = line.indexOf('=');
    if (at < 1 || at === line.length - 1)
      return refuseWords(command, `"${line.slice(0, 60)}" is no line of the first page: write it as Name=value.`);
    return { name: line.slice(0, at), value: line.slice(at + 1) };
  });
}

/** What was given of an option, under the name the API has for it. */
export function given(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value };
}

/** Throws `invalid` with a sentence and the place of the help. */
export function parseStatementOptions(words: GivenWords): StatementOptions {
  const { positionals, values } = words;
  const file = readText(words, 'file');
  if (positionals.length > 0 === (file !== undefined))
    return refuseWords(NAME, 'Name either parts of a set or an exported file.');
  const asked = readText(words, 'format') ?? 'csv';
  const format = STATEMENT_FILE_FORMATS.find((known) => known === asked);
  if (!format) return refuseWords(NAME, `--format is one of ${STATEMENT_FILE_FORMATS.join(', ')}.`);
  const request = {
    ...(file === undefined ? { subjects: positionals.map((word) => readSubject(NAME, word)) } : {}),
    ...given('from', readNumber(NAME, words, 'from')),
    ...given('to', readNumber(NAME, words, 'to')),
    ...given('zone', readText(words, 'zone')),
    ...given('currency', readText(words, 'currency')),
    ...given('priceRule', readText(words, 'price-rule')),
    ...given('group', readText(words, 'group')),
    ...given('template', readText(words, 'template')),
    ...given('gapLimit', readNumber(NAME, words, 'gap-limit')),
    ...(values['no-own-transfers'] === true ? { ownTransfers: false } : {}),
    ...(values.spam === true ? { spam: true } : {}),
  };
  const letterhead = {
    agency: readText(words, 'agency'),
    unit: readText(words, 'unit'),
    particulars: readCover(NAME, values.cover),
  };
  return { format, output: readText(words, 'output'), second: readText(words, 'second'), file, letterhead, request };
}
