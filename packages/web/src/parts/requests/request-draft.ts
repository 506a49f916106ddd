import type { PacketBody } from './request-file.ts';

export const REQUEST_KINDS = ['preservation', 'production', 'emergency'] as const;
export const REQUEST_FORMATS = ['xlsx', 'csv', 'pdf', 'txt', 'json'] as const;
export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** What is typed into the form of a request. It stays in this tab until the tab is closed. */
export interface RequestDraft {
  readonly kind: PacketBody['kind'];
  readonly authority: string;
  readonly caseNumber: string;
  readonly officer: string;
  readonly officerId: string;
  readonly replyTo: string;
  readonly legalBasis: string;
  /** Requested records, one per line. */
  readonly asks: string;
  readonly currency: string;
}

export type DraftField = Exclude<keyof RequestDraft, 'kind' | 'currency'>;

const ASKS = [
  'Name, date of birth, address and identity documents of the account holder',
  'Email addresses, telephone numbers and devices of the account',
  'All deposits and withdrawals with transaction ids, addresses, amounts and UTC times',
  'Sign-in records with IP addresses and UTC times',
  'Linked bank accounts, cards and other accounts of the same holder',
];

export const EMPTY_DRAFT: RequestDraft = {
  kind: 'preservation',
  authority: '',
  caseNumber: '',
  officer: '',
  officerId: '',
  replyTo: '',
  legalBasis: '',
  asks: ASKS.join('\n'),
  currency: 'USD',
};

const KEY = 'requestDraft';

/** Kept text to a draft; whatever is not a text of the draft falls back to the empty one. */
export function parseDraft(text: string | null): RequestDraft {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const fields = Object.entries(EMPTY_DRAFT).map(([name, fallback]) => {
      const kept = value?.[name];
      return [name, typeof kept === 'string' ? kept.slice(0, 6000) : fallback];
    });
    const draft = Object.fromEntries(fields) as unknown as RequestDraft;
    return REQUEST_KINDS.includes(draft.kind) ? draft : { ...draft, kind: EMPTY_DRAFT.kind };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function readDraft(): RequestDraft {
  try {
    return parseDraft(sessionStorage.getItem(KEY));
  } catch {
    return EMPTY_DRAFT;
  }
}

/** What belongs to one case: it is never carried into a request of another one. */
const OF_A_CASE = { caseNumber: '', legalBasis: '' };

/** A kept draft where a page knows its case: of a draft of another case only what is not of that case. */
export function ofCase(kept: RequestDraft, known: Partial<RequestDraft>): RequestDraft {
  const isSame = known.caseNumber === undefined || known.caseNumber === kept.caseNumber;
  return isSame ? kept : { ...kept, ...OF_A_CASE };
}

/** A draft whose empty fields have what is known already. */
export function fillDraft(draft: RequestDraft, known: Partial<RequestDraft>): RequestDraft {
  const given = Object.entries(known).filter(([name]) => draft[name as keyof RequestDraft] === '');
  return { ...draft, ...Object.fromEntries(given) };
}

export function keepDraft(draft: RequestDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A blocked storage only means that the form is empty next time.
  }
}

export const FIELD_NAMES: Readonly<Record<DraftField, string>> = {
  authority: 'Authority',
  caseNumber: 'Case number',
  officer: 'Officer',
  officerId: 'Officer id',
  replyTo: 'Reply to',
  legalBasis: 'Legal basis',
  asks: 'Records requested',
};

const LINE_LIMIT = 300;
const ASK_LIMIT = 20;

export function splitAsks(asks: string): string[] {
  return asks.split('\n').flatMap((line) => line.trim() || []);
}

function findFault(field: DraftField, text: string): string | undefined {
  const name = FIELD_NAMES[field];
  if (text.trim() === '') return `${name} is missing. Services refuse requests without it.`;
  if (field !== 'asks')
    return text.length > LINE_LIMIT ? `${name} is longer than ${LINE_LIMIT} characters.` : undefined;
  const asks = splitAsks(text);
  if (asks.length > ASK_LIMIT) return `At most ${ASK_LIMIT} lines, not ${asks.length}.`;
  return asks.some((ask) => ask.length > LINE_LIMIT) ? `A line is longer than ${LINE_LIMIT} characters.` : undefined;
}

/** What keeps the draft from becoming a request, by field; the first one takes the focus. */
export function listFaults(draft: RequestDraft): ReadonlyMap<DraftField, string> {
  const fields = Object.keys(FIELD_NAMES) as DraftField[];
  return new Map(
    fields.flatMap((field) => {
      const fault = findFault(field, draft[field]);
      return fault === undefined ? [] : [[field, fault] as const];
    }),
  );
}

export interface RequestScope {
  readonly actor: string;
  readonly deposits: readonly string[];
  readonly format: RequestFormat;
  readonly fromTime: number | null;
  readonly toTime: number | null;
}

/** The body of the call; the draft must have no faults. */
export function toPacketBody(draft: RequestDraft, scope: RequestScope): PacketBody {
  const { asks, ...fields } = draft;
  return { ...fields, ...scope, deposits: [...scope.deposits], asks: splitAsks(asks) };
}

/** "preservation-request-A-17.xlsx": safe as a file name everywhere. */
export function nameRequestFile({ kind, caseNumber }: RequestDraft, format: RequestFormat): string {
  const safe = caseNumber
    .trim()
    .replace(/[^\p{L}\p{N}-]+/gu, '-')
    .slice(0, 60);
  return `${kind}-request-${safe || 'case'}.${format}`;
}

/** Start of a UTC day, or its last second with `isEnd`; undefined where no day is given. */
export function toDayTime(day: string | undefined, isEnd: boolean): number | undefined {
  if (day === undefined) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  if (Number.isNaN(start)) return undefined;
  return isEnd ? start + 86_399 : start;
}
