import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { type Contract, contract } from '@trailmark/api/contract';
import type { CaseItem, CaseOverlap } from '@trailmark/api/contract/case-item';
import type { Route, RouteInput, RouteOutput } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import { nextItemNumber, touchCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { putCaseText, putIdentifiers } from '@trailmark/store/cases/agency-cases/identifier-rows';
import {
  findItem,
  findItemByHash,
  findItemContent,
  type ItemRow,
  insertItem,
  listItems,
  listPinned,
  updateItemChecked,
  withdrawItem,
} from '@trailmark/store/cases/agency-cases/item-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import type { CallHandler, RouteAnswer, RouteCall } from '../http/call-handler.ts';
import { openBytes, openCaseKey, sealBytes } from './case-key.ts';
import { actOnCase, openCase, readCases } from './case-scope.ts';
import { toSeconds } from './case-view.ts';
import { compareAnswers, toComparableFile } from './compare-answers.ts';
import { findItemKind, getItemKind, ITEM_KINDS } from './item-kinds/catalogue.ts';
import { keyText } from './item-kinds/identifiers.ts';
import { type ItemKind, textAt } from './item-kinds/item-kind.ts';

type Body<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];
type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;

const compress = promisify(gzip);
const MAX_CONTENT = 64 * 2 ** 20;
const MAX_DIFFERENCES = 200;

/** The content of an answer as it is pinned: without the time it was given at, which is no part of it. */
function withoutTime(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTime);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'answeredAt');
  return Object.fromEntries(members.map(([name, part]) => [name, withoutTime(part)]));
}

interface Content {
  /** Canonical JSON, or the bytes of a file. */
  readonly bytes: Buffer;
  readonly hash: string;
}

function toContent(answer: RouteAnswer): Content {
  const bytes =
    answer.kind === 'file' ? answer.bytes : Buffer.from(toCanonicalJson(withoutTime(answer.value) as object));
  if (bytes.length > MAX_CONTENT) {
    throw new AppError('invalid', 'This answer is larger than 64 MiB. Pin a smaller part of it.');
  }
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

function asOfOf(answer: RouteAnswer): Readonly<Record<string, unknown>> | null {
  if (answer.kind === 'file') return null;
  const { asOf, envelope } = answer.value as { readonly asOf?: object; readonly envelope?: { readonly asOf?: object } };
  return (withoutTime(asOf ?? envelope?.asOf ?? null) as Readonly<Record<string, unknown>> | null) ?? null;
}

function callOf(kind: ItemKind, input: RouteCall): string {
  const route: Route = contract[kind.route];
  return `${route.method} ${routeUrl(route, { params: { ...input.params }, query: { ...input.query } })}`;
}

/** What the content of a pinned result is encrypted for. */
export const aboutItem = (caseId: string, item: string) => `item ${caseId} ${item}`;

/** `A-7`. */
function toNumber(number: number): string {
  return `A-${number}`;
}

export function toItem({ number, kind: id, asOf, ...row }: ItemRow): CaseItem {
  const kind = findItemKind(id);
  const input = row.input as RouteCall;
  const height = (asOf ?? {}) as { readonly chain?: string; readonly height?: number | null };
  return {
    id: row.id,
    number: toNumber(number),
    kind: id,
    kindName: kind?.name ?? id,
    tab: kind?.tab ?? 'evidence',
    title: row.title,
    note: row.note,
    input: { params: { ...input.params }, query: { ...input.query }, body: input.body },
    page: kind?.page(input) ?? null,
    call: row.call,
    method: row.method,
    software: row.software,
    asOf: height.chain ? { chain: height.chain, height: height.height ?? null } : null,
    hash: row.hash,
    size: row.size,
    pinnedAt: toSeconds(row.pinnedAt),
    pinnedBy: row.pinnedBy,
    check: row.checkedAt && { at: toSeconds(row.checkedAt), isSame: row.checkedHash === row.hash },
    withdrawn: row.withdrawnAt && {
      at: toSeconds(row.withdrawnAt),
      by: row.withdrawnBy ?? 'Former account',
      why: row.withdrawnWhy ?? '',
    },
  };
}

/** A page of what is pinned in a case, the last first. */
export function readItems(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { tab, words, before, limit }: RouteInput<Contract['listCaseItems']>['query'],
): Promise<Answer<'listCaseItems'>> {
  const kinds = tab === undefined ? undefined : ITEM_KINDS.filter((kind) => kind.tab === tab).map((kind) => kind.id);
  return readCases(casework, caller, async (tx) => {
    await openCase(tx, id, 'read');
    const rows = await listItems(tx, id, { kinds, words, before }, limit + 1);
    const last = rows[limit - 1];
    return { items: rows.slice(0, limit).map(toItem), next: last && rows.length > limit ? last.number : null };
  });
}

async function getItemRow(tx: Transaction, id: string, item: string): Promise<ItemRow> {
  const row = await findItem(tx, id, item);
  if (!row) throw new AppError('not-found', 'There is no such item in this case.');
  return row;
}

/** Looks for other cases that name the same, and notifies their owners. */
export type FindOverlaps = (
  opened: { readonly id: string; readonly agency: string },
  identifiers: readonly string[],
) => Promise<readonly CaseOverlap[]>;

export interface PinPorts {
  /** Asks a tool under the rights of the caller, as its own screen would. */
  readonly ask: CallHandler;
  readonly findOverlaps: FindOverlaps;
  /** Named where an answer does not name it. */
  readonly software: string;
}

/** What is pinned of what the tool answers now. */
async function askTool(ask: CallHandler, kind: ItemKind, input: RouteCall): Promise<RouteAnswer> {
  const answer = await ask(kind.route, kind.toAsked?.(input) ?? input);
  return kind.toKept?.(input, answer) ?? answer;
}

/** Asks the tool and keeps its answer in the case. What is there already stays one item. */
export async function pinItem(
  casework: CaseworkContext,
  { ask, findOverlaps, software }: PinPorts,
  caller: Caller,
  id: string,
  { kind: kindId, input, note }: Body<'pinCaseItem'>,
): Promise<Answer<'pinCaseItem'>> {
  const kind = getItemKind(kindId);
  // Who may not write learns nothing from what the tool would have answered.
  await readCases(casework, caller, (tx) => openCase(tx, id, 'write'));
  const answer = await askTool(ask, kind, input);
  const { bytes, hash } = toContent(answer);
  const words = kind.describe(input, answer);
  const asOf = asOfOf(answer);
  const call = callOf(kind, input);
  const packed = await compress(bytes);
  const own = ownAccount(caller);
  const at = casework.now();
  const act = {
    id,
    right: 'write',
    action: 'item.pin',
    details: ({ item, wasThere }: { readonly item: CaseItem; readonly wasThere: boolean }) => ({
      item: item.id,
      number: item.number,
      kind: kindId,
      hash,
      wasThere,
    }),
  } as const;
  const pinned = await actOnCase(casework, caller, act, async (tx, row) => {
    const known = await findItemByHash(tx, id, call, hash);
    if (known) return { item: toItem(known), wasThere: true };
    const item = randomUUID();
    const source = { caseId: id, agency: own.agency, source: item };
    const content = sealBytes(openCaseKey(casework.keys, row), aboutItem(id, item), packed);
    const method = words.method ?? (textAt(answer, 'provenance.method') || `${kindId}/1`);
    const made = textAt({ kind: 'json', value: asOf ?? {} }, 'software') || software;
    await insertItem(tx, {
      ...{ id: item, caseId: id, agency: own.agency, kind: kindId, note, input, call, asOf, hash, content, at, method },
      number: await nextItemNumber(tx, id),
      title: words.title.slice(0, 300).toWellFormed(),
      software: made,
      size: bytes.length,
      by: own.id,
    });
    await putIdentifiers(tx, source, words.identifiers);
    await putCaseText(tx, source, 'item', [words.title, note, ...words.identifiers.map(keyText)].join('\n'));
    await touchCase(tx, id, at);
    return { item: toItem(await getItemRow(tx, id, item)), wasThere: false };
  });
  return { ...pinned, overlaps: [...(await findOverlaps({ id, agency: own.agency }, words.identifiers))] };
}

async function readContent(
  casework: CaseworkContext,
  tx: Transaction,
  row: { readonly id: string; readonly key: Buffer },
  item: string,
): Promise<Buffer> {
  const sealed = await findItemContent(tx, row.id, item);
  if (!sealed) throw new AppError('not-found', 'There is no such item in this case.');
  const packed = openBytes(openCaseKey(casework.keys, row), aboutItem(row.id, item), sealed);
  return gunzipSync(packed, { maxOutputLength: MAX_CONTENT });
}

/** A pinned result outside its case: which case, and its content. */
export interface PinnedAnswer {
  readonly id: string;
  readonly caseNumber: string;
  readonly pinnedAt: Date;
  readonly json: string;
}

/** The newest results of one kind in the cases that the caller may see; none of sealed cases. */
export function readPinned(
  casework: CaseworkContext,
  caller: Caller,
  kind: string,
  limit: number,
): Promise<readonly PinnedAnswer[]> {
  return readCases(casework, caller, async (tx) =>
    (await listPinned(tx, kind, limit)).map(({ id, caseId, caseNumber, key, content, pinnedAt }) => {
      const packed = openBytes(openCaseKey(casework.keys, { id: caseId, key }), aboutItem(caseId, id), content);
      const json = gunzipSync(packed, { maxOutputLength: MAX_CONTENT }).toString('utf8');
      return { id, caseNumber, pinnedAt, json };
    }),
  );
}

function isFile(kind: string): boolean {
  const found = findItemKind(kind);
  return found !== undefined && !found.toKept && (contract[found.route] as Route).output === undefined;
}

/** A pinned result with its content, word for word. */
export function readItem(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  item: string,
): Promise<Answer<'getCaseItem'>> {
  return readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, id, 'read');
    const found = toItem(await getItemRow(tx, id, item));
    const bytes = await readContent(casework, tx, row, item);
    if (!isFile(found.kind)) return { item: found, content: bytes.toString('utf8'), file: null };
    const name = `${found.number}-${found.kind}`;
    return {
      item: found,
      content: null,
      file: { name, mediaType: 'application/octet-stream', base64: bytes.toString('base64') },
    };
  });
}

/** Asks the tool again and compares its answer with the pinned one. */
export async function checkItem(
  casework: CaseworkContext,
  ask: CallHandler,
  caller: Caller,
  id: string,
  item: string,
): Promise<Answer<'checkCaseItem'>> {
  const stored = await readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, id, 'read');
    const found = await getItemRow(tx, id, item);
    return { found, bytes: await readContent(casework, tx, row, item) };
  });
  const { found, bytes } = stored;
  const isIntact = createHash('sha256').update(bytes).digest('hex') === found.hash;
  const answer = await askTool(ask, getItemKind(found.kind), found.input as RouteCall);
  const now = toContent(answer);
  const isSameToTheByte = now.hash === found.hash;
  const parse = (content: Buffer): unknown =>
    answer.kind === 'file' ? toComparableFile(content) : JSON.parse(content.toString('utf8'));
  const { differences, count } = isSameToTheByte
    ? { differences: [], count: 0 }
    : compareAnswers(parse(bytes), parse(now.bytes), MAX_DIFFERENCES);
  const isSame = count === 0;
  const details = () => ({ item, number: toNumber(found.number), isSame, isIntact });
  return actOnCase(casework, caller, { id, right: 'read', action: 'item.check', details }, async (tx) => {
    // An answer that differs only in what it is of says the same: the hash that is kept is the pinned one then.
    await updateItemChecked(tx, item, isSame ? found.hash : now.hash, casework.now());
    const checked = toItem(await getItemRow(tx, id, item));
    return { item: checked, isSame, isSameToTheByte, differences: [...differences], count, isIntact };
  });
}

/** Takes an item out of what the case rests on. Throws `conflict` where that was done before. */
export function withdrawCaseItem(
  casework: CaseworkContext,
  caller: Caller,
  { id, item, why }: { readonly id: string; readonly item: string; readonly why: string },
): Promise<CaseItem> {
  const by = ownAccount(caller).id;
  const details = ({ number }: CaseItem) => ({ item, number });
  return actOnCase(casework, caller, { id, right: 'write', action: 'item.withdraw', details }, async (tx) => {
    await getItemRow(tx, id, item);
    if (!(await withdrawItem(tx, item, { by, why, at: casework.now() }))) {
      throw new AppError('conflict', 'This item was withdrawn before.');
    }
    await touchCase(tx, id, casework.now());
    return toItem(await getItemRow(tx, id, item));
  });
}
