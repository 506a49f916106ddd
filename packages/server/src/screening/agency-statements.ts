import { contract } from '@trailmark/api/contract';
import { type AddressLabels, agencyStatement, type LabelClaim, labelClaim } from '@trailmark/api/contract/label';
import type { ScreeningRow } from '@trailmark/api/contract/screening-batch';
import { holdsSchema } from '@trailmark/api/holds-schema';
import type { Route } from '@trailmark/api/route';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import { isAdmitted } from '@trailmark/core/role';
import type { Transaction } from '@trailmark/store/cases/casework';
import { type LabelAppealRow, listCountingAppeals } from '@trailmark/store/cases/label-appeals/label-appeal-rows';
import { type AgencyLabelRow, listLabelsOfPlaces } from '@trailmark/store/cases/scams/label-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import type { Handlers } from '../http/mount.ts';
import type { RequestScope } from '../http/request-scope.ts';

type Loose = (input: unknown, scope: RequestScope) => Promise<unknown>;

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
const placeOf = (chain: string, address: string): string => `${chain} ${address}`;

function isClaim(value: object): value is LabelClaim {
  return 'pack' in value && 'confidence' in value && 'network' in value && 'details' in value;
}

function isAddressLabels(value: object): value is AddressLabels {
  return 'sanctions' in value && 'claims' in value && 'isContradictory' in value;
}

function isScreeningRow(value: object): value is ScreeningRow {
  return 'subject' in value && 'shares' in value && 'chain' in value && 'kind' in value;
}

/** An address, by the id of its chain: a network of labels has the same, where this version reads one. */
interface Place {
  readonly chain: string;
  readonly address: string;
}

/** The address that an object of an answer is about, where reviewers may state something of it. */
function findPlace(value: object): Place | undefined {
  if (isAddressLabels(value)) return { chain: value.network, address: value.address };
  if (isScreeningRow(value) && value.kind === 'address') return { chain: value.chain, address: value.subject };
  return undefined;
}

/** Everything in an answer that is said of addresses: claims, and addresses with all of theirs. */
function findSubjects(answer: unknown): { readonly claims: Set<string>; readonly places: Map<string, Place> } {
  const claims = new Set<string>();
  const places = new Map<string, Place>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isClaim(value)) return void claims.add(value.id);
    const place = findPlace(value);
    if (place) places.set(placeOf(place.chain, place.address), place);
    for (const inner of Object.values(value)) look(inner);
  };
  look(answer);
  return { claims, places };
}

function toAppeal({ state, openedAt, openedBy, statement, ...row }: LabelAppealRow): LabelClaim['appeal'] {
  if (state === 'withdrawn') return undefined;
  if (state === 'open' || !row.decidedAt) return { state, at: toSeconds(openedAt), by: openedBy, text: statement };
  return { state, at: toSeconds(row.decidedAt), by: row.decidedBy ?? '', text: row.decidedNote };
}

type Stated = NonNullable<AddressLabels['ofAgency']>;

function toStatement(row: AgencyLabelRow): Stated[number] {
  const { id, text, category, confidence, source, state, madeBy, madeAt, reportId, reference } = row;
  return {
    id,
    text,
    category,
    confidence: { id: confidence, level: CONFIDENCE_LEVELS[confidence] },
    source,
    state: state === 'active' ? 'active' : 'waiting',
    by: madeBy,
    at: toSeconds(madeAt),
    report: reportId,
    reference,
  };
}

interface Statements {
  readonly appeals: ReadonlyMap<string, LabelClaim['appeal']>;
  readonly stated: ReadonlyMap<string, Stated>;
}

/** What the agency states of one part of an answer; undefined where it states nothing. */
function findStatement(value: object, { appeals, stated }: Statements): object | undefined {
  if (isClaim(value)) return appeals.has(value.id) ? { appeal: appeals.get(value.id) } : undefined;
  const place = findPlace(value);
  const ofAgency = place && stated.get(placeOf(place.chain, place.address));
  return ofAgency && { ofAgency };
}

/** A copy of an answer with what the agency states, which shares whatever the agency says nothing of. */
function withStatements(value: unknown, statements: Statements): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.values(value);
  const copied = inner.map((one) => withStatements(one, statements));
  const isSame = copied.every((one, at) => one === inner[at]);
  if (Array.isArray(value)) return isSame ? value : copied;
  const own = findStatement(value, statements);
  if (isSame && !own) return value;
  return { ...Object.fromEntries(Object.keys(value).map((key, at) => [key, copied[at]])), ...own };
}

async function readStatements(
  tx: Transaction,
  { claims, places }: ReturnType<typeof findSubjects>,
): Promise<Statements> {
  const appeals = claims.size === 0 ? [] : await listCountingAppeals(tx, [...claims]);
  const rows = places.size === 0 ? [] : await listLabelsOfPlaces(tx, [...places.values()]);
  const stated = Map.groupBy(rows, ({ chain, address }) => placeOf(chain, address));
  return {
    appeals: new Map(appeals.map((row) => [row.label, toAppeal(row)])),
    stated: new Map([...stated].map(([place, own]) => [place, own.map(toStatement)])),
  };
}

/** Who reads what an agency states: its people, with an open session. */
function mayRead({ role, account, session }: Caller): boolean {
  return account !== null && !session?.isLocked && isAdmitted(role, 'allowed');
}

let claimRoutes: readonly string[] | undefined;

/** Routes whose answer has a claim somewhere, or the row of a screened address: to look through all answers takes a while. */
function listClaimRoutes(): readonly string[] {
  claimRoutes ??= findClaimRoutes();
  return claimRoutes;
}

function findClaimRoutes(): string[] {
  const routes: readonly [string, Route][] = Object.entries(contract);
  const hasClaims = ({ output, hasBulkyAnswer }: Route) =>
    output && !hasBulkyAnswer && [labelClaim, agencyStatement].some((schema) => holdsSchema(output, schema));
  return routes.filter(([, route]) => hasClaims(route)).map(([name]) => name);
}

/**
 * Handlers whose every claim, and every row of a screened address, says what the reader's agency has to say of it: appeals, and labels
 * of its own reviewers. What the server asks of itself stays as it was: results that are kept and hashed do not depend on who reads
 * them.
 */
export function withAgencyStatements(casework: CaseworkContext, handlers: Handlers): Handlers {
  const loose = handlers as unknown as Readonly<Record<string, Loose>>;
  const wrapped = listClaimRoutes().map((name) => {
    const plain = loose[name] as Loose;
    const handler: Loose = async (input, scope) => {
      const answer = await plain(input, scope);
      if (!mayRead(scope.caller)) return answer;
      const subjects = findSubjects(answer);
      if (subjects.claims.size + subjects.places.size === 0) return answer;
      const statements = await readOwn(casework, scope.caller, (tx) => readStatements(tx, subjects));
      const isSilent = statements.appeals.size + statements.stated.size === 0;
      return isSilent ? answer : withStatements(answer, statements);
    };
    return [name, handler] as const;
  });
  return { ...handlers, ...(Object.fromEntries(wrapped) as unknown as Partial<Handlers>) };
}
