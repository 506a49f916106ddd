import type { ContentItem, ContentKind, ContentVersion, contentRoutes } from '@trailmark/api/contract/content';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  addContent,
  listContentHistory,
  listNewestContent,
  type NewContentRow,
} from '@trailmark/store/cases/content/content-rows';
import type { Caller } from '../casework/caller.ts';
import { actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import type { BundledContent } from './bundled-content.ts';
import { listInForce, mergeContent, toBundledVersion, toVersion } from './content-service.ts';

type SaveInput = RouteInput<typeof contentRoutes.saveContent>;

/** Texts of a kind that are in force, as readers see them. */
export function readKind(
  casework: CaseworkContext,
  bundled: BundledContent,
  caller: Caller,
  kind: ContentKind,
): Promise<readonly ContentItem[]> {
  // Methods are documentation of the software: nobody writes another version of them.
  if (kind === 'method') return Promise.resolve(bundled.method);
  return read(casework, caller, (tx) => listInForce(tx, kind, bundled[kind]));
}

/** The row that a save adds. Throws `conflict` where it rests on another version than the newest. */
function nextRow({ params, body }: SaveInput, newest: number | null, caller: Caller, now: Date): NewContentRow {
  if (body.facts.kind !== params.kind) {
    throw new AppError('invalid', `The facts are those of a ${body.facts.kind}, the item is a ${params.kind}.`);
  }
  if (!caller.account) throw new AppError('unauthorised', 'Sign in to write.', { context: { reason: 'sign-in' } });
  if (body.basedOn !== newest) {
    const held = newest === null ? 'there is none yet' : `version ${newest} is the newest`;
    throw new AppError('conflict', `This was written on another version: ${held}. Compare them and save again.`);
  }
  const { basedOn: _basedOn, ...text } = body;
  return { ...params, ...text, version: (newest ?? 0) + 1, account: caller.account.id, changedAt: now };
}

async function addAndGive(tx: Parameters<typeof addContent>[0], row: NewContentRow): Promise<NewContentRow> {
  await addContent(tx, row);
  return row;
}

/** One text in force. Throws `not-found`. */
export async function getText(
  casework: CaseworkContext,
  bundled: BundledContent,
  caller: Caller,
  { kind, slug }: { readonly kind: ContentKind; readonly slug: string },
): Promise<ContentItem> {
  const item = (await readKind(casework, bundled, caller, kind)).find((one) => one.slug === slug);
  if (!item) throw new AppError('not-found', 'There is no text of this name here, or it was withdrawn.');
  return item;
}

/** The newest version of every text of a kind, whatever its status. */
export async function listVersions(
  casework: CaseworkContext,
  bundled: BundledContent,
  caller: Caller,
  kind: ContentKind,
): Promise<ContentVersion[]> {
  const written = await read(casework, caller, (tx) => listNewestContent(tx, kind));
  return [...mergeContent(bundled[kind].map(toBundledVersion), written.map(toVersion))];
}

/** Every version of a text, the newest first. Throws `not-found`. */
export async function readHistory(
  casework: CaseworkContext,
  bundled: BundledContent,
  caller: Caller,
  { kind, slug }: { readonly kind: ContentKind; readonly slug: string },
): Promise<ContentVersion[]> {
  const written = await read(casework, caller, (tx) => listContentHistory(tx, kind, slug));
  const first = bundled[kind].filter((item) => item.slug === slug).map(toBundledVersion);
  const versions = [...written.map(toVersion), ...first];
  if (versions.length === 0) throw new AppError('not-found', 'There is no text of this name here.');
  return versions;
}

/** Adds a version to a text. Throws `conflict` where it rests on another version than the newest. */
export function saveText(
  casework: CaseworkContext,
  bundled: BundledContent,
  caller: Caller,
  input: SaveInput,
): Promise<ContentVersion> {
  const { kind, slug } = input.params;
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      const [stored] = await listContentHistory(tx, kind, slug);
      const isBundled = bundled[kind].some((item) => item.slug === slug);
      const newest = stored?.version ?? (isBundled ? 0 : null);
      const { account: _account, ...row } = await addAndGive(tx, nextRow(input, newest, caller, casework.now()));
      return toVersion({ ...row, author: caller.account?.name ?? null });
    },
    ({ version, status }) => ({
      action: 'content.save',
      object: { kind: 'content', id: `${kind}:${slug}` },
      details: { version, status },
    }),
  );
}
