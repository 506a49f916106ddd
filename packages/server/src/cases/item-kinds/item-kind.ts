import type { RouteName } from '@trailmark/api/contract';
import type { RouteAnswer, RouteCall } from '../../http/call-handler.ts';

export interface ItemWords {
  /** For lists, at most 300 characters. */
  readonly title: string;
  /** What it names, in one spelling (`identifiers.ts`): search and overlaps go by these. */
  readonly identifiers: readonly string[];
  /** Method and version, `fifo/1`; where it is left out, what the answer says itself. */
  readonly method?: string;
}

/** A kind of result that can be pinned in a case. A newcomer is a file here and a line in `catalogue.ts`. */
export interface ItemKind {
  readonly id: string;
  /** `Address`, as lists show it. */
  readonly name: string;
  /** The tab of the case that lists it, apart from the evidence tab, which lists everything. */
  readonly tab: 'addresses' | 'flows' | 'requests' | 'evidence';
  /** The route whose answer is pinned. */
  readonly route: RouteName;
  /** The request of the tool for it, where that is not the call that is pinned. */
  toAsked?(input: RouteCall): RouteCall;
  /** What is kept of the answer, where that is not all of it. */
  toKept?(input: RouteCall, answer: RouteAnswer): RouteAnswer;
  describe(input: RouteCall, answer: RouteAnswer): ItemWords;
  /** Path of the screen that shows it today; null where it has none. */
  page(input: RouteCall): string | null;
}

export function defineItemKind(kind: ItemKind): ItemKind {
  return kind;
}

/** A text of an answer, by its path: `cluster.root`. Empty where there is none. */
export function textAt(answer: RouteAnswer, path: string): string {
  let part: unknown = answer.kind === 'json' ? answer.value : {};
  for (const name of path.split('.')) {
    part = typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
  }
  return typeof part === 'string' || typeof part === 'number' ? String(part) : '';
}

const encode = (text: string | undefined) => encodeURIComponent(text ?? '').replaceAll('%3A', ':');

/** `/Track/btc/address/1A1z…`, with every part encoded. */
export function pagePath(...parts: readonly (string | undefined)[]): string {
  return `/${parts.map(encode).join('/')}`;
}
