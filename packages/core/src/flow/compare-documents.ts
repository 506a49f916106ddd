import type { FlowDocument, FlowMark } from './flow-document.ts';
import type { FlowEdge, FlowNode, FlowNodeKind } from './flow-graph.ts';

/** One thing that two documents state differently. */
export interface FlowPartChange {
  /** Id of the node or edge; of the rest a word and what it is called. */
  readonly id: string;
  /** What it is, in words: `Address bc1q…`, `Payment from … to …`, `Filters`. */
  readonly what: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** What of it differs, in words; empty where it was added or removed. */
  readonly fields: readonly string[];
}

export interface FlowComparison {
  /** Texts and settings first, then nodes, then payments. */
  readonly changes: readonly FlowPartChange[];
  readonly counts: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly same: number;
  };
}

type Words<T> = Readonly<Record<Exclude<keyof T, 'id'>, string>>;

const NODE_FIELDS: Words<FlowNode> = {
  kind: 'kind',
  chain: 'chain',
  text: 'text',
  hop: 'hops from the seed',
  firstTime: 'first time',
  lastTime: 'last time',
  isSeed: 'whether it is a seed',
  amounts: 'traced amounts',
  party: 'who it is',
  cluster: 'cluster',
  stops: 'why the trail stops',
  fee: 'fee',
  height: 'height',
  coinJoin: 'CoinJoin',
  change: 'change choice',
  peel: 'peel chain',
  onward: 'other side of the bridge',
};
const EDGE_FIELDS: Words<FlowEdge> = {
  kind: 'kind',
  from: 'sender',
  to: 'recipient',
  asset: 'asset',
  amount: 'amount',
  tainted: 'traced amount',
  count: 'number of payments',
  refs: 'transactions',
  firstTime: 'first time',
  lastTime: 'last time',
  firstHeight: 'first height',
  lastHeight: 'last height',
  basis: 'how it is known',
  rule: 'rule',
  fiat: 'value',
  crossing: 'other side of the bridge',
};
const MARK_FIELDS: Words<FlowMark> = {
  colour: 'colour',
  label: 'label',
  note: 'note',
  noteBy: 'author of the note',
  role: 'role',
  group: 'group',
  exhibit: 'exhibit number',
  evidence: 'evidence',
};
const FILTER_FIELDS: Words<FlowDocument['filters']> = {
  minAmount: 'smallest amounts',
  fromTime: 'first day',
  toTime: 'last day',
  tracedOnly: 'whether only traced payments are drawn',
  laterThan: 'later payments only',
};
const NODE_WORDS: Readonly<Record<FlowNodeKind, string>> = {
  address: 'Address',
  transaction: 'Transaction',
  'peel-chain': 'Peel chain',
  gap: 'Gap',
  unspendable: 'Output nobody can spend',
  source: 'Newly issued money',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Equality of what JSON can hold; a member that is undefined is as one that is absent. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  for (const key in a) if (!isSame(a[key], Object.hasOwn(b, key) ? b[key] : undefined)) return false;
  for (const key in b) if (b[key] !== undefined && !Object.hasOwn(a, key)) return false;
  return true;
}

function listFields<T extends object>(words: Words<T>, a: T | undefined, b: T | undefined): string[] {
  const entries = Object.entries(words) as [keyof T, string][];
  return entries.filter(([key]) => !isSame(a?.[key], b?.[key])).map(([, word]) => word);
}

/** Things of one sort, by id: what each states, so that two documents can be compared. */
interface Sort<T> {
  readonly what: (thing: T, id: string) => string;
  readonly fields: (before: T, after: T, id: string) => string[];
}

interface Tally {
  readonly changes: FlowPartChange[];
  same: number;
}

function compareSort<T>(
  tally: Tally,
  sort: Sort<T>,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): void {
  for (const [id, thing] of before) {
    const next = after.get(id);
    if (next === undefined) {
      tally.changes.push({ id, what: sort.what(thing, id), change: 'removed', fields: [] });
      continue;
    }
    const fields = sort.fields(thing, next, id);
    if (fields.length === 0) tally.same += 1;
    else tally.changes.push({ id, what: sort.what(next, id), change: 'changed', fields });
  }
  for (const [id, thing] of after) {
    if (!before.has(id)) tally.changes.push({ id, what: sort.what(thing, id), change: 'added', fields: [] });
  }
}

const toMap = <T>(things: Readonly<Record<string, T>>): ReadonlyMap<string, T> => new Map(Object.entries(things));

function toKeyed<T>(things: readonly T[], key: (thing: T, index: number) => string): ReadonlyMap<string, T> {
  return new Map(things.map((thing, index) => [key(thing, index), thing]));
}

/** What is written on things, and whether they are drawn, differs with the thing it is on. */
function createAnnotationFields(a: FlowDocument, b: FlowDocument): (id: string) => string[] {
  const [hiddenBefore, hiddenAfter] = [new Set(a.hidden), new Set(b.hidden)];
  const [marksBefore, marksAfter] = [toMap(a.marks), toMap(b.marks)];
  return (id) => [
    ...listFields<FlowMark>(MARK_FIELDS, marksBefore.get(id), marksAfter.get(id)),
    ...(hiddenBefore.has(id) === hiddenAfter.has(id) ? [] : ['whether it is drawn']),
  ];
}

function compareTexts(tally: Tally, a: FlowDocument, b: FlowDocument): void {
  const single = (what: string): Sort<unknown> => ({
    what: () => what,
    fields: (before, after) => (isSame(before, after) ? [] : [what.toLowerCase()]),
  });
  const one = (value: unknown, id: string) => new Map([[id, value]]);
  compareSort(tally, single('Title'), one(a.title, 'title'), one(b.title, 'title'));
  compareSort(tally, single('Mode'), one(a.mode, 'mode'), one(b.mode, 'mode'));
  const filters: Sort<FlowDocument['filters']> = {
    what: () => 'Filters',
    fields: (before, after) => listFields(FILTER_FIELDS, before, after),
  };
  compareSort(tally, filters, new Map([['filters', a.filters]]), new Map([['filters', b.filters]]));
}

function compareNamed(tally: Tally, a: FlowDocument, b: FlowDocument): void {
  const groups: Sort<{ readonly title: string }> = {
    what: ({ title }) => `Group “${title}”`,
    fields: (before, after) => (before.title === after.title ? [] : ['title']),
  };
  const toGroups = (document: FlowDocument) =>
    new Map(Object.entries(document.groups).map(([id, group]) => [`group:${id}`, group]));
  compareSort(tally, groups, toGroups(a), toGroups(b));
  const hypotheses: Sort<FlowDocument['hypotheses'][number]> = {
    what: ({ title }) => `Hypothesis “${title}”`,
    fields: (before, after) =>
      listFields({ title: 'title', discarded: 'what it discards', reason: 'reason' }, before, after),
  };
  const toHypotheses = (document: FlowDocument) => toKeyed(document.hypotheses, ({ id }) => `hypothesis:${id}`);
  compareSort(tally, hypotheses, toHypotheses(a), toHypotheses(b));
}

function compareLog(tally: Tally, a: FlowDocument, b: FlowDocument): void {
  const steps: Sort<FlowDocument['log'][number]> = {
    what: ({ number, action }) => `Step ${number} of the trace log: ${action}`,
    fields: (before, after) => (isSame(before, after) ? [] : ['the request or its result']),
  };
  const toSteps = (document: FlowDocument) => toKeyed(document.log, ({ number }) => `step:${number}`);
  compareSort(tally, steps, toSteps(a), toSteps(b));
  const gaps: Sort<string> = { what: (text) => `What is missing: ${text}`, fields: () => [] };
  const toGaps = (document: FlowDocument) => toKeyed(document.gaps, (text) => `gap:${text}`);
  compareSort(tally, gaps, toGaps(a), toGaps(b));
}

/** What is written on things that are in neither document, such as summed payments. */
function compareLooseMarks(tally: Tally, a: FlowDocument, b: FlowDocument): void {
  const holders = [a.nodes, a.edges, b.nodes, b.edges];
  const toLoose = ({ marks }: FlowDocument) =>
    new Map(Object.entries(marks).filter(([id]) => !holders.some((things) => Object.hasOwn(things, id))));
  const sort: Sort<FlowMark> = {
    what: (_, id) => `Annotation on ${id}`,
    fields: (before, after) => listFields<FlowMark>(MARK_FIELDS, before, after),
  };
  compareSort(tally, sort, toLoose(a), toLoose(b));
}

/** Whole addresses: the screen shortens, the record does not. */
function nameEnd({ nodes }: FlowDocument, id: string): string {
  return Object.hasOwn(nodes, id) ? (nodes[id]?.text ?? id) : id;
}

/**
 * What differs between two documents: nodes, payments, choices, what is written on them, filters, hypotheses, the trace log and
 * what is missing. Positions on the canvas are not compared, because moving things says nothing about the money.
 */
export function compareFlowDocuments(a: FlowDocument, b: FlowDocument): FlowComparison {
  const tally: Tally = { changes: [], same: 0 };
  const annotations = createAnnotationFields(a, b);
  compareTexts(tally, a, b);
  // Every document has these: only how they differ says something.
  tally.same = 0;
  compareNamed(tally, a, b);
  compareLog(tally, a, b);
  compareLooseMarks(tally, a, b);
  const nodes: Sort<FlowNode> = {
    what: ({ kind, text }) => `${NODE_WORDS[kind]} ${text}`,
    fields: (before, after, id) => [...listFields(NODE_FIELDS, before, after), ...annotations(id)],
  };
  compareSort(tally, nodes, toMap(a.nodes), toMap(b.nodes));
  const edges: Sort<FlowEdge> = {
    what: ({ id, from, to }) => {
      const holder = Object.hasOwn(b.edges, id) ? b : a;
      return `Payment from ${nameEnd(holder, from)} to ${nameEnd(holder, to)}`;
    },
    fields: (before, after, id) => [...listFields(EDGE_FIELDS, before, after), ...annotations(id)],
  };
  compareSort(tally, edges, toMap(a.edges), toMap(b.edges));
  const count = (change: FlowPartChange['change']) => tally.changes.filter((part) => part.change === change).length;
  return {
    changes: tally.changes,
    counts: { added: count('added'), removed: count('removed'), changed: count('changed'), same: tally.same },
  };
}
