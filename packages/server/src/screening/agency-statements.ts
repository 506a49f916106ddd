import { contract } from '@trailmark/api/contract';
import {
  type AppealedClaim,
  agencyStatement,
  type ClaimReference,
  claimAppeal,
} from '@trailmark/api/contract/agency-statement';
import type { clusterRoutes } from '@trailmark/api/contract/cluster-routes';
import type { AddressLabels, LabelClaim } from '@trailmark/api/contract/label';
import type { ScreeningRow } from '@trailmark/api/contract/screening-batch';
import type { traceRoutes } from '@trailmark/api/contract/trace';
import { holdsSchema } from '@trailmark/api/holds-schema';
import type { Route, RouteOutput } from '@trailmark/api/route';
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

function isReference(value: object): value is ClaimReference {
  return 'claimId' in value;
}

/** The id of the claim that an object of an answer is, or names. */
function findClaim(value: object): string | undefined {
  if (isClaim(value)) return value.id;
  return isReference(value) ? value.claimId : undefined;
}

function isAddressLabels(value: object): value is AddressLabels {
  return 'sanctions' in value && 'claims' in value && 'isContradictory' in value;
}

function isScreeningRow(value: object): value is ScreeningRow {
  return 'subject' in value && 'shares' in value && 'chain' in value && 'kind' in value;
}

type PartyItem = RouteOutput<typeof traceRoutes.describeFlowParties>['items'][number];

function isPartyItem(value: object): value is PartyItem {
  return 'spelled' in value && 'party' in value && 'chain' in value;
}

type RowsOf = {
  readonly member: RouteOutput<typeof clusterRoutes.listClusterMembers>['items'][number];
  readonly counterparty: RouteOutput<typeof clusterRoutes.listClusterCounterparties>['items'][number];
  readonly part: RouteOutput<typeof clusterRoutes.whatIf>['parts'][number];
};

const isMember = (row: object): row is RowsOf['member'] => 'address' in row && 'received' in row;
const isCounterparty = (row: object): row is RowsOf['counterparty'] => 'cluster' in row && 'sentTo' in row;
const isPart = (row: object): row is RowsOf['part'] => 'root' in row && 'holdsRoot' in row;

/** The address that names a row of a cluster. */
function findRowAddress(value: object): string | undefined {
  if (!('claims' in value)) return undefined;
  if (isMember(value)) return value.address;
  if (isCounterparty(value)) return value.cluster.root;
  return isPart(value) ? value.root : undefined;
}

/** The chain of an answer, which its rows do not repeat. */
function findChain(answer: object): string | undefined {
  if (!('asOf' in answer) || typeof answer.asOf !== 'object' || answer.asOf === null) return undefined;
  return 'chain' in answer.asOf ? String(answer.asOf.chain) : undefined;
}

/** An address, by the id of its chain: a network of labels has the same, where this version reads one. */
interface Place {
  readonly chain: string;
  readonly address: string;
}

/** The address that an answer names without its claims: a row of a screening keeps the text of one, and not which. */
function findBarePlace(value: object): Place | undefined {
  if (!isScreeningRow(value) || value.kind !== 'address') return undefined;
  return { chain: value.chain, address: value.subject };
}

/** The address that an object of an answer is about, where reviewers may state something of it. */
function findPlace(value: object, ofAnswer: string | undefined): Place | undefined {
  if (isAddressLabels(value)) return { chain: value.network, address: value.address };
  if (isPartyItem(value)) return { chain: value.chain, address: value.spelled };
  const address = ofAnswer === undefined ? undefined : findRowAddress(value);
  if (ofAnswer !== undefined && address !== undefined) return { chain: ofAnswer, address };
  return findBarePlace(value);
}

interface Subjects {
  readonly claims: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, Place>;
  /** Of the places, those whose claims the answer does not have. */
  readonly bare: ReadonlyMap<string, Place>;
}

/** Everything in an answer that is said of addresses: claims, and addresses with or without theirs. */
function findSubjects(answer: unknown): Subjects {
  const claims = new Set<string>();
  const [places, bare] = [new Map<string, Place>(), new Map<string, Place>()];
  const look = (value: unknown, outer: string | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    const claim = findClaim(value);
    if (claim !== undefined) return void claims.add(claim);
    const chain = findChain(value) ?? outer;
    const found = findPlace(value, chain);
    // The database has no text with this sign, and no label of such an address.
    const place = found?.address.includes('\0') ? undefined : found;
    if (place) places.set(placeOf(place.chain, place.address), place);
    if (place && findBarePlace(value)) bare.set(placeOf(place.chain, place.address), place);
    for (const inner of Object.values(value)) look(inner, chain);
  };
  look(answer, undefined);
  return { claims, places, bare };
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

/** Appeals that wait say that a question is open: they come first. */
function toAppealed(rows: readonly LabelAppealRow[]): AppealedClaim[] {
  const appealed = rows.flatMap((row) => {
    const appeal = toAppeal(row);
    return appeal ? [{ claimId: row.label, label: row.claim, appeal }] : [];
  });
  return appealed.sort((a, b) => Number(b.appeal.state === 'open') - Number(a.appeal.state === 'open'));
}

interface Statements {
  /** By the id of the claim. */
  readonly appeals: ReadonlyMap<string, LabelClaim['appeal']>;
  /** By the address that the claims are of. */
  readonly appealed: ReadonlyMap<string, readonly AppealedClaim[]>;
  readonly stated: ReadonlyMap<string, Stated>;
}

/** What the agency states of one part of an answer; undefined where it states nothing. */
function findStatement(
  value: object,
  { appeals, appealed, stated }: Statements,
  chain: string | undefined,
): object | undefined {
  const claim = findClaim(value);
  if (claim !== undefined) return appeals.has(claim) ? { appeal: appeals.get(claim) } : undefined;
  const place = findPlace(value, chain);
  if (!place) return undefined;
  const key = placeOf(place.chain, place.address);
  const ofAgency = stated.get(key);
  const against = findBarePlace(value) && appealed.get(key);
  return ofAgency || against ? { ...(ofAgency && { ofAgency }), ...(against && { appealed: against }) } : undefined;
}

/** A copy of an answer with what the agency states, which shares whatever the agency says nothing of. */
function withStatements(value: unknown, statements: Statements, outer?: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const chain = findChain(value) ?? outer;
  const inner = Object.values(value);
  const copied = inner.map((one) => withStatements(one, statements, chain));
  const isSame = copied.every((one, at) => one === inner[at]);
  if (Array.isArray(value)) return isSame ? value : copied;
  const own = findStatement(value, statements, chain);
  if (isSame && !own) return value;
  return { ...Object.fromEntries(Object.keys(value).map((key, at) => [key, copied[at]])), ...own };
}

async function readStatements(tx: Transaction, { claims, places, bare }: Subjects): Promise<Statements> {
  const asked = { labels: [...claims], places: [...bare.values()] };
  const appeals = claims.size + bare.size === 0 ? [] : await listCountingAppeals(tx, asked);
  const rows = places.size === 0 ? [] : await listLabelsOfPlaces(tx, [...places.values()]);
  const stated = Map.groupBy(rows, ({ chain, address }) => placeOf(chain, address));
  const appealed = Map.groupBy(appeals, ({ chain, address }) => placeOf(chain, address));
  return {
    appeals: new Map(appeals.map((row) => [row.label, toAppeal(row)])),
    appealed: new Map([...appealed].map(([place, own]) => [place, toAppealed(own)])),
    stated: new Map([...stated].map(([place, own]) => [place, own.map(toStatement)])),
  };
}

/** Who reads what an agency states: its people, with an open session. */
function mayRead({ role, account, session }: Caller): boolean {
  return account !== null && !session?.isLocked && isAdmitted(role, 'allowed');
}

let claimRoutes: readonly string[] | undefined;

/** Routes whose answer has a place for what the agency states: to look through all answers takes a while. */
function listClaimRoutes(): readonly string[] {
  claimRoutes ??= findClaimRoutes();
  return claimRoutes;
}

function findClaimRoutes(): string[] {
  const routes: readonly [string, Route][] = Object.entries(contract);
  const hasClaims = ({ output, hasBulkyAnswer }: Route) =>
    output && !hasBulkyAnswer && [claimAppeal, agencyStatement].some((schema) => holdsSchema(output, schema));
  return routes.filter(([, route]) => hasClaims(route)).map(([name]) => name);
}

/**
 * Handlers whose every claim, party of a graph, and row of a cluster or a screened address says what the reader's agency has to
 * say of it: appeals, and labels of its own reviewers. What the server asks of itself stays as it was: results that are kept and
 * hashed do not depend on who reads them.
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
