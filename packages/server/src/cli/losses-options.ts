import { LOSS_FILE_FORMATS, type LossFileFormat } from '@trailmark/api/contract/statement-losses';
import type { GivenWords, ParseOptions } from './define-command.ts';
import { readNumber, readText, refuseWords } from './given-words.ts';
import { given, readCover, readSubject } from './statement-options.ts';

const NAME = 'losses';

export const LOSSES_HELP = `trailmark losses <chain>:<address>... --victims <file> [options]

Lists what victims paid to a set of suspects, grouped by victim, with values at the time, what came back, and each victim's share: the
restitution list of the page and the API, with the same bytes. The file of victims is JSON: [{"name": "Customer 7", "reference": "V-1",
"addresses": [{"chain": "btc", "text": "1…"}], "transactions": [{"chain": "btc", "txid": "…"}]}]. A part of the set is an address
(btc:1A1z…), a cluster (cluster:btc:1A1z…) or a wallet (descriptor:btc:xpub…).

  --victims <file>        who paid, by their addresses or transactions
  --format <format>       csv unless given; also pdf, xlsx
  --output <file>         writes there instead of to the terminal
  --from <seconds>        begin of the period, seconds since 1970 UTC, inclusive
  --to <seconds>          end of the period, exclusive
  --zone <name>           time zone of days, UTC unless given
  --currency <code>       USD unless given
  --price-rule <rule>     day-close unless given; also previous-close
  --gap-limit <n>         unused addresses in a row that end the search of a wallet, 20 unless given
  --available <amount>    money to divide among the victims, such as 12500.50
  --agency <name>         who the document is of
  --unit <name>           part of the agency
  --cover <name=value>    a line of the first page; can be repeated`;

export const LOSSES_FLAGS: ParseOptions = {
  agency: { type: 'string' },
  available: { type: 'string' },
  cover: { type: 'string', multiple: true },
  currency: { type: 'string' },
  format: { type: 'string' },
  from: { type: 'string' },
  'gap-limit': { type: 'string' },
  output: { type: 'string' },
  'price-rule': { type: 'string' },
  to: { type: 'string' },
  unit: { type: 'string' },
  victims: { type: 'string' },
  zone: { type: 'string' },
};

export interface LossesOptions {
  readonly format: LossFileFormat;
  readonly output: string | undefined;
  /** JSON. */
  readonly victims: string;
  readonly letterhead: {
    readonly agency: string | undefined;
    readonly unit: string | undefined;
    readonly particulars: readonly { readonly name: string; readonly value: string }[];
  };
  /** As the API reads it, without the victims. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** Millionths of a decimal amount, as the API takes them. */
function readAvailable(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text);
  if (found) return `${BigInt((found[1] ?? '') + (found[2] ?? '').padEnd(6, '0'))}`;
  return refuseWords(NAME, `"${text.slice(0, 60)}" is no amount of money: write it as 12500.50.`);
}

/** Throws `invalid` with a sentence and the place of the help. */
export function parseLossesOptions(words: GivenWords): LossesOptions {
  const { positionals, values } = words;
  const victims = readText(words, 'victims');
  if (positionals.length === 0 || victims === undefined)
    return refuseWords(NAME, 'Name the addresses of the suspects, and the file of victims with --victims.');
  const asked = readText(words, 'format') ?? 'csv';
  const format = LOSS_FILE_FORMATS.find((known) => known === asked);
  if (!format) return refuseWords(NAME, `--format is one of ${LOSS_FILE_FORMATS.join(', ')}.`);
  const request = {
    subjects: positionals.map((word) => readSubject(NAME, word)),
    ...given('from', readNumber(NAME, words, 'from')),
    ...given('to', readNumber(NAME, words, 'to')),
    ...given('zone', readText(words, 'zone')),
    ...given('currency', readText(words, 'currency')),
    ...given('priceRule', readText(words, 'price-rule')),
    ...given('gapLimit', readNumber(NAME, words, 'gap-limit')),
    ...given('available', readAvailable(readText(words, 'available'))),
  };
  const letterhead = {
    agency: readText(words, 'agency'),
    unit: readText(words, 'unit'),
    particulars: readCover(NAME, values.cover),
  };
  return { format, output: readText(words, 'output'), victims, letterhead, request };
}
