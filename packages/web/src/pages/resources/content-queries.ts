import { queryOptions } from '@tanstack/react-query';
import {
  type CaseStudyFacts,
  type ContentItem,
  contentRoutes,
  type PortalFacts,
  type PublicationFacts,
} from '@trailmark/api/contract/content';
import { callRoute } from '../../api.ts';

type PublicKind = 'publication' | 'case-study' | 'method';
/** An item as lists have it: without its text. */
export type ContentHead = Omit<ContentItem, 'body'>;

const HOUR_MS = 3_600_000;

/** All items of a kind, without their texts. */
export function contentListQuery(kind: PublicKind) {
  return queryOptions({
    queryKey: ['content', kind],
    queryFn: ({ signal }) => callRoute(contentRoutes.listContent, { params: { kind }, signal }),
    staleTime: HOUR_MS,
  });
}

/** One item with its text. */
export function contentQuery(kind: PublicKind, slug: string) {
  return queryOptions({
    queryKey: ['content', kind, slug],
    queryFn: ({ signal }) => callRoute(contentRoutes.getContent, { params: { kind, slug }, signal }),
    staleTime: HOUR_MS,
  });
}

/** Everything of the LE portal; for allowed accounts. */
export function portalQuery() {
  return queryOptions({
    queryKey: ['content', 'portal'],
    queryFn: ({ signal }) => callRoute(contentRoutes.listPortal, { signal }),
    staleTime: HOUR_MS,
  });
}

/** Facts of an item as those of a kind; undefined where they are of another. */
export function publicationFacts({ facts }: ContentHead): PublicationFacts | undefined {
  return facts.kind === 'publication' ? facts : undefined;
}
export function caseStudyFacts({ facts }: ContentHead): CaseStudyFacts | undefined {
  return facts.kind === 'case-study' ? facts : undefined;
}
export function portalFacts({ facts }: ContentHead): PortalFacts | undefined {
  return facts.kind === 'portal' ? facts : undefined;
}
