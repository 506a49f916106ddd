import type { ContentKind, contentRoutes } from '@trailmark/api/contract/content';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  addContent,
  listContentHistory,
  listNewestContent,
  type NewContentRow,
} from '@trailmark/store/cases/content/content-rows';
import { type BundledContent, readBundledContent } from '../../content/bundled-content.ts';
import { listInForce, mergeContent, toBundledVersion, toVersion } from '../../content/content-desk.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Caller } from '../../office/caller.ts';
import { actThenTell, type Office, read } from '../../office/office.ts';

type ContentHandlers = Pick<Handlers, keyof typeof contentRoutes>;
type SaveInput = RouteInput<typeof contentRoutes.saveContent>;

function readKind(office: Office, bundled: BundledContent, caller: Caller, kind: ContentKind) {
  // Methods are documentation of the software: nobody writes another version of them.
  if (kind === 'method') return Promise.resolve(bundled.method);
  return read(office, caller, (tx) => listInForce(tx, kind, bundled[kind]));
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

function createSave(office: Office, bundled: BundledContent): ContentHandlers['saveContent'] {
  return (input, { caller }) => {
    const { kind, slug } = input.params;
    return actThenTell(
      office,
      caller,
      async (tx) => {
        const [stored] = await listContentHistory(tx, kind, slug);
        const isBundled = bundled[kind].some((item) => item.slug === slug);
        const newest = stored?.version ?? (isBundled ? 0 : null);
        const { account: _account, ...row } = await addAndGive(tx, nextRow(input, newest, caller, office.now()));
        return toVersion({ ...row, author: caller.account?.name ?? null });
      },
      ({ version, status }) => ({
        action: 'content.save',
        object: { kind: 'content', id: `${kind}:${slug}` },
        details: { version, status },
      }),
    );
  };
}

async function addAndGive(tx: Parameters<typeof addContent>[0], row: NewContentRow): Promise<NewContentRow> {
  await addContent(tx, row);
  return row;
}

/** Publications, case studies, methods and the LE portal: bundled texts, and what administrators wrote over them. */
export function createContentHandlers(office: Office): ContentHandlers {
  const bundled = readBundledContent();
  return {
    listContent: async ({ params }, { caller }) => ({
      items: (await readKind(office, bundled, caller, params.kind)).map(({ body: _body, ...item }) => item),
    }),
    getContent: async ({ params }, { caller }) => {
      const items = await readKind(office, bundled, caller, params.kind);
      const item = items.find(({ slug }) => slug === params.slug);
      if (!item) throw new AppError('not-found', 'There is no text of this name here, or it was withdrawn.');
      return item;
    },
    listPortal: async (_, { caller }) => ({ items: [...(await readKind(office, bundled, caller, 'portal'))] }),
    listContentVersions: async ({ params }, { caller }) => {
      const written = await read(office, caller, (tx) => listNewestContent(tx, params.kind));
      return { items: [...mergeContent(bundled[params.kind].map(toBundledVersion), written.map(toVersion))] };
    },
    getContentHistory: async ({ params: { kind, slug } }, { caller }) => {
      const written = await read(office, caller, (tx) => listContentHistory(tx, kind, slug));
      const first = bundled[kind].filter((item) => item.slug === slug).map(toBundledVersion);
      const versions = [...written.map(toVersion), ...first];
      if (versions.length === 0) throw new AppError('not-found', 'There is no text of this name here.');
      return { versions };
    },
    saveContent: createSave(office, bundled),
  };
}
