import { AppError } from '@trailmark/core/errors';
import { parseDay } from '@trailmark/ingest/labels/label-gate';

/** What `trailmark labels import` may specify in addition to the files; what is missing comes from the importer or the source. */
export interface LabelImportOptions {
  readonly importer: string;
  readonly files: readonly string[];
  readonly pack: string | undefined;
  readonly title: string | undefined;
  readonly publisher: string | undefined;
  readonly licence: string | undefined;
  readonly url: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly asOf: string | undefined;
  readonly isPublic: boolean;
  /** Column by field, for plain tables. */
  readonly columns: Readonly<Record<string, string>> | undefined;
  readonly defaults: Readonly<Record<string, string>>;
}

/** What `trailmark labels` is to do. */
export type LabelOptions =
  | { readonly action: 'list' | 'sources' }
  | ({ readonly action: 'import' } & LabelImportOptions)
  | { readonly action: 'preview'; readonly pack: string; readonly version: string; readonly limit: number }
  | { readonly action: 'activate'; readonly pack: string; readonly version: string }
  | { readonly action: 'deactivate'; readonly pack: string }
  | { readonly action: 'allow' | 'deny' | 'refresh'; readonly source: string };

/** Options of the command line, for `parseArgs`. */
export const LABEL_FLAGS = {
  pack: { type: 'string' },
  title: { type: 'string' },
  publisher: { type: 'string' },
  licence: { type: 'string' },
  url: { type: 'string' },
  'as-of': { type: 'string' },
  public: { type: 'boolean' },
  map: { type: 'string' },
  default: { type: 'string', multiple: true },
  limit: { type: 'string' },
} as const;

export const LABEL_HELP = `trailmark labels list
trailmark labels import <importer> <file>... [--pack <id>] [--title <text>] [--map address=<column>,...]
trailmark labels preview <pack> <version> [--limit <number>]
trailmark labels activate <pack> <version>
trailmark labels deactivate <pack>
trailmark labels sources | allow <source> | deny <source> | refresh <source>

Label packs are kept in versions. An import or a refresh takes a new version in and says what would change; nothing counts
before it is activated, and an earlier version can be activated again. No block is read again. A running server takes the
change over at once. Importers: csv, defillama-cex, forta, graphsense-tagpack, mining-pools, ofac-sdn, ofac-sdn-advanced,
showing-the-receipts, spellbook-cex, tornado-cash.

  --pack <id>           name of the pack: lower-case letters, digits and hyphens; the importer's unless said
  --title, --publisher, --licence, --url, --as-of <YYYY-MM-DD>   what the pack says of itself
  --public              visitors without an account may see it; own packs are internal unless said
  --map <pairs>         csv: which column holds which field, such as address=Wallet,label=Name,detail:note=Remark
  --default <field=value>   csv: what holds for rows that say nothing else; may be given more than once

Nothing is requested over the network unless a source was allowed. Every request is logged in outbound.jsonl in the data folder
before it leaves.`;

function refuse(sentence: string): never {
  throw new AppError('invalid', `${sentence} See "trailmark help labels".`);
}

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function toPairs(name: string, pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      if (field.trim() === '' || rest.length === 0) refuse(`--${name} takes pairs such as address=Wallet.`);
      return [field.trim(), rest.join('=').trim()];
    }),
  );
}

function toImport(words: readonly string[], values: Values): LabelOptions {
  const [importer, ...files] = words;
  if (importer === undefined) refuse('Which importer?');
  if (files.length === 0) refuse('Which files?');
  const asOf = text(values, 'as-of');
  if (asOf !== undefined && parseDay(asOf) !== asOf) refuse('--as-of takes a day such as 2026-08-20.');
  const map = text(values, 'map');
  return {
    action: 'import',
    importer,
    files,
    pack: text(values, 'pack'),
    title: text(values, 'title'),
    publisher: text(values, 'publisher'),
    licence: text(values, 'licence'),
    url: text(values, 'url'),
    asOf,
    isPublic: values.public === true,
    columns: map === undefined ? undefined : toPairs('map', map.split(',')),
    defaults: toPairs('default', Array.isArray(values.default) ? (values.default as readonly string[]) : []),
  };
}

function toLimit(value: string | undefined): number {
  if (value === undefined) return 20;
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  return refuse('--limit takes a whole number from 1 to 9999.');
}

/** The words a command takes, no more and no fewer. */
function take(words: readonly string[], ...names: readonly string[]): readonly string[] {
  const missing = names[words.length];
  if (missing !== undefined) refuse(`Which ${missing}?`);
  if (words.length > names.length) refuse(`"${words[names.length]}" is one word too many.`);
  return words;
}

/** Reads the words after `trailmark labels`. Throws `invalid` with the place of the help. */
export function parseLabelOptions(positionals: readonly string[], values: Values): LabelOptions {
  const [action = 'list', ...words] = positionals;
  const pick = (...names: readonly string[]): readonly string[] => take(words, ...names);
  switch (action) {
    case 'list':
    case 'sources':
      pick();
      return { action };
    case 'import':
      return toImport(words, values);
    case 'preview': {
      const [pack = '', version = ''] = pick('pack', 'version');
      return { action, pack, version, limit: toLimit(text(values, 'limit')) };
    }
    case 'activate': {
      const [pack = '', version = ''] = pick('pack', 'version');
      return { action, pack, version };
    }
    case 'deactivate':
      return { action, pack: pick('pack')[0] ?? '' };
    case 'allow':
    case 'deny':
    case 'refresh':
      return { action, source: pick('source')[0] ?? '' };
    default:
      return refuse(`Labels have no action "${action.slice(0, 40)}".`);
  }
}
