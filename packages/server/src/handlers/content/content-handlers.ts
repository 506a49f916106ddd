import type { contentRoutes } from '@trailmark/api/contract/content';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { readBundledContent } from '../../content/bundled-content.ts';
import { getText, listVersions, readHistory, readKind, saveText } from '../../content/content-versions.ts';
import type { Handlers } from '../../http/mount.ts';

/** Publications, case studies, methods and the LE portal: bundled texts, and what administrators wrote over them. */
export function createContentHandlers(casework: CaseworkContext): Pick<Handlers, keyof typeof contentRoutes> {
  const bundled = readBundledContent();
  return {
    listContent: async ({ params }, { caller }) => ({
      items: (await readKind(casework, bundled, caller, params.kind)).map(({ body: _body, ...item }) => item),
    }),
    getContent: ({ params }, { caller }) => getText(casework, bundled, caller, params),
    listPortal: async (_, { caller }) => ({ items: [...(await readKind(casework, bundled, caller, 'portal'))] }),
    listContentVersions: async ({ params }, { caller }) => ({
      items: await listVersions(casework, bundled, caller, params.kind),
    }),
    getContentHistory: async ({ params }, { caller }) => ({
      versions: await readHistory(casework, bundled, caller, params),
    }),
    saveContent: (input, { caller }) => saveText(casework, bundled, caller, input),
  };
}
