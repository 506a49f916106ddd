import { escapePattern } from '@trailmark/core/redact';
import type { ReportDraft, ReportHide } from '@trailmark/core/report/report-document';
import type { RedactionOrder } from '@trailmark/evidence/bundle/redact-bundle';
import { listTraces, type ReportFacts } from './report-facts.ts';

/** What goes into a core bundle, by path. */
export interface CoreContent {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly lists: ReadonlyMap<string, readonly unknown[]>;
}

/** Lists that are left out whole, with the claims on their rows. */
const HIDDEN_LISTS: Readonly<Record<ReportHide, RegExp>> = {
  people: /^custody\.json$/,
  // What the agency states against a label names the label.
  labels: /^(?:labels|appeals)\.json$|^parties\//,
  loss: /^case\.json$/,
  answers: /^$/,
};

/** Pinned answers in which no address has a name. Every other kind may name one that no claim of the report uses. */
const NAMELESS_KINDS: ReadonlySet<string> = new Set(['statement']);

/** Text of JSON on one level: a name within quotes, or within JSON that is a text of JSON, reads as it is written. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\\+(?:u[0-9a-fA-F]{4}|[bfnrt])/g, ' ')
    .replaceAll(/[\\"]/g, '');
}

/** Whether a text has one of the names as whole words, in capitals or not. */
function createNameFinder(names: Iterable<string>): (text: string) => boolean {
  const folded = [...new Set([...names].map((name) => fold(name).trim()))].filter((name) => name !== '');
  if (folded.length === 0) return () => false;
  const any = folded.map(escapePattern).join('|');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'iu');
  return (text) => pattern.test(fold(text));
}

/** Names that must not be in the copy. */
function listNames({ facts, draft }: { readonly facts: ReportFacts; readonly draft: ReportDraft }): readonly string[] {
  const leaves = listTraces(facts).flatMap((trace) => trace.leaves);
  return [
    ...(draft.hides.includes('labels') ? leaves.flatMap(({ party }) => party?.name ?? []) : []),
    ...(draft.hides.includes('people')
      ? [draft.examiner.name, draft.reviewer.name, ...facts.colleagues, ...facts.custody.map(({ who }) => who)]
      : []),
  ];
}

/** Whether a pinned answer of a kind is left out because of what answers of this kind state. */
const HIDES_KIND: Readonly<Record<ReportHide, (kind: string) => boolean>> = {
  answers: () => true,
  labels: (kind) => !NAMELESS_KINDS.has(kind),
  loss: (kind) => kind === 'victim-losses',
  people: () => false,
};

function listHiddenItems({ items }: ReportFacts, { hides }: ReportDraft): ReadonlySet<string> {
  const hidden = items.filter(({ kind }) => hides.some((hide) => HIDES_KIND[hide](kind)));
  return new Set(hidden.map(({ number }) => `items/${number}.json`));
}

/**
 * What of a core bundle the copy for the other side leaves out: the lists, answers and claims that the draft hides, and every other
 * file, entry and claim that has a hidden name in it.
 */
export function chooseHidden(
  { files, lists }: CoreContent,
  facts: ReportFacts,
  draft: ReportDraft,
): Pick<RedactionOrder, 'items' | 'entries'> {
  const hasName = createNameFinder(listNames({ facts, draft }));
  const answers = listHiddenItems(facts, draft);
  const isWhole = (path: string) => draft.hides.some((hide) => HIDDEN_LISTS[hide].test(path));
  const isRuled = (row: unknown) => {
    const { rule, inputs } = row as { readonly rule?: unknown; readonly inputs?: { readonly list?: unknown } };
    return (draft.hides.includes('answers') && rule === 'item/1') || isWhole(String(inputs?.list));
  };
  const gone = new Set(
    [...files].flatMap(([path, bytes]) => {
      // Raw transactions, paths and headers are on the ledger, where nobody has a name.
      if (path.startsWith('ledger/')) return [];
      return answers.has(path) || hasName(Buffer.from(bytes).toString('utf8')) ? [path] : [];
    }),
  );
  // A trace without its beginnings proves nothing, and its beginnings say nothing without it.
  for (const path of gone) {
    const [, trace] = /^(traces\/[^/.]+)\.(?:seeds\.)?json$/.exec(path) ?? [];
    if (trace !== undefined) gone.add(`${trace}.json`).add(`${trace}.seeds.json`);
  }
  const entries: Record<string, readonly number[]> = {};
  for (const [path, rows] of lists) {
    const isAll = isWhole(path);
    const hidden = rows.flatMap((row, i) =>
      isAll || (path === 'claims.json' && isRuled(row)) || hasName(JSON.stringify(row)) ? [i] : [],
    );
    if (hidden.length > 0) entries[path] = hidden;
  }
  return { items: [...gone], entries };
}
