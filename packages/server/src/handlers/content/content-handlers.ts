import type { contentRoutes } from '@trailmark/api/contract/content';
import { readBundledContent } from '../../content/bundled-content.ts';
import { getText, listVersions, readHistory, readKind, saveText } from '../../content/content-versions.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

/** Publications, case studies, methods and the LE portal: bundled texts, and what administrators wrote over them. */
export function createContentHandlers(office: Office): Pick<Handlers, keyof typeof contentRoutes> {
  const bundled = readBundledContent();
  return {
    listContent: async ({ params }, { caller }) => ({
      items: (await readKind(office, bundled, caller, params.kind)).map(({ body: _body, ...item }) => item),
    }),
    getContent: ({ params }, { caller }) => getText(office, bundled, caller, params),
    listPortal: async (_, { caller }) => ({ items: [...(await readKind(office, bundled, caller, 'portal'))] }),
    listContentVersions: async ({ params }, { caller }) => ({
      items: await listVersions(office, bundled, caller, params.kind),
    }),
    getContentHistory: async ({ params }, { caller }) => ({
      versions: await readHistory(office, bundled, caller, params),
    }),
    saveContent: (input, { caller }) => saveText(office, bundled, caller, input),
  };
}
