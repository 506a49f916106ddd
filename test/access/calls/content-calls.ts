import { always } from './call.ts';

/** Texts of the site. */
export const CONTENT = {
  listContent: always({ params: { kind: 'publication' } }),
  getContent: always({ params: { kind: 'publication', slug: 'absent' } }),
  listPortal: always({}),
  listContentVersions: always({ params: { kind: 'publication' } }),
  getContentHistory: always({ params: { kind: 'publication', slug: 'absent' } }),
  saveContent: always({ params: { kind: 'publication', slug: 'absent' }, body: {} }),
} as const;
