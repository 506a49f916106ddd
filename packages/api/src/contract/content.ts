import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** The content of the site apart from its screens. `method` is the documentation of a rule and changes with the software only. */
export const CONTENT_KINDS = ['publication', 'case-study', 'portal', 'method'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
/** What administrators of the installation may write. */
export const EDITABLE_KINDS = ['publication', 'case-study', 'portal'] as const;

const line = (max: number) => z.string().trim().min(1).max(max);
const lines = z.array(line(1_000)).max(50);
const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/);
/** A page of this site: a path, never another host. */
const internalPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./?=&%:#,~]*$/);
/** A call that only reads, on this server. */
const readPath = z
  .string()
  .max(500)
  .regex(/^\/api\/v1\/(?!.*\.\.)[\w\-./?=&%:,]+$/);
const webAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s"'<>\\]+$/);

const publicationFacts = z.strictObject({
  kind: z.literal('publication'),
  form: z.enum(['paper', 'preprint', 'judgment', 'standard', 'guidance']),
  authors: z.array(line(120)).min(1).max(30),
  year: z.int().min(1900).max(2100),
  venue: line(200),
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/[^\s"'<>\\]{1,200}$/)
    .nullable(),
  url: webAddress.nullable(),
  topics: z.array(line(40)).min(1).max(8),
  /** Pages of the methods that rest on it. */
  methods: z.array(slug).max(12),
});

const checkedStep = z.strictObject({
  title: line(200),
  text: line(4_000),
  /** Where a reader sees it. */
  href: internalPath.nullable(),
  /** What asking again should answer; null for steps that are reasoning. */
  check: z
    .strictObject({
      path: readPath,
      access: z.enum(['public', 'allowed']),
      expect: z
        .array(
          z.strictObject({
            label: line(120),
            /** JSON pointer (RFC 6901) into the answer. */
            pointer: z
              .string()
              .max(200)
              .regex(/^(?:\/[^/]{1,80}){1,10}$/),
            value: z.string().max(200),
          }),
        )
        .min(1)
        .max(12),
    })
    .nullable(),
});

const caseStudyFacts = z.strictObject({
  kind: z.literal('case-study'),
  chain: line(60),
  period: line(100),
  outcome: line(1_000),
  timeline: z.array(z.strictObject({ at: line(60), text: line(1_000) })).max(40),
  steps: z.array(checkedStep).max(20),
  lessons: lines,
  /** What was got wrong, by whom, and how it was found. */
  errors: lines,
});

const portalFacts = z.strictObject({
  kind: z.literal('portal'),
  section: z.enum(['guide', 'template', 'legal']),
  /** Name of the file it is saved as. */
  file: z.string().regex(/^[a-z0-9-]{1,80}\.md$/),
});

const methodFacts = z.strictObject({ kind: z.literal('method') });

export const contentFacts = z.discriminatedUnion('kind', [publicationFacts, caseStudyFacts, portalFacts, methodFacts]);
export type ContentFacts = z.output<typeof contentFacts>;
export type PublicationFacts = z.output<typeof publicationFacts>;
export type CaseStudyFacts = z.output<typeof caseStudyFacts>;
export type CaseStudyStep = z.output<typeof checkedStep>;
export type PortalFacts = z.output<typeof portalFacts>;

const head = {
  slug,
  title: line(300),
  /** One or two sentences for lists. */
  summary: line(1_000),
  facts: contentFacts,
};

export const contentItem = z.object({
  ...head,
  /** Markdown without HTML. */
  body: z.string().max(60_000),
  /** 0 is what the software came with. */
  version: z.int().min(0),
  /** Null for what the software came with. */
  changedAt: z.iso.datetime().nullable(),
});
export type ContentItem = z.output<typeof contentItem>;

export const CONTENT_STATUS = ['draft', 'published', 'withdrawn'] as const;

const contentVersion = z.object({
  ...head,
  body: z.string(),
  version: z.int(),
  status: z.enum(CONTENT_STATUS),
  changedAt: z.iso.datetime().nullable(),
  /** Name of whoever wrote it; null for what the software came with. */
  author: z.string().nullable(),
});
export type ContentVersion = z.output<typeof contentVersion>;

const tag = 'Content';
const editableKind = z.enum(EDITABLE_KINDS);

export const contentRoutes = {
  listContent: defineRoute({
    method: 'GET',
    path: '/content/:kind',
    tag,
    summary: 'Publications, case studies or methods, without their texts',
    access: 'public',
    audit: 'none',
    params: z.object({ kind: z.enum(['publication', 'case-study', 'method']) }),
    output: z.object({ items: z.array(contentItem.omit({ body: true })) }),
  }),
  getContent: defineRoute({
    method: 'GET',
    path: '/content/:kind/:slug',
    tag,
    summary: 'One publication, case study or method with its text',
    access: 'public',
    audit: 'none',
    params: z.object({ kind: z.enum(['publication', 'case-study', 'method']), slug }),
    output: contentItem,
  }),
  listPortal: defineRoute({
    method: 'GET',
    path: '/le-portal',
    tag,
    summary: 'Guides, templates and legal notes of the LE portal, with their texts',
    access: 'allowed',
    audit: 'view',
    output: z.object({ items: z.array(contentItem) }),
  }),
  listContentVersions: defineRoute({
    method: 'GET',
    path: '/admin/content/:kind',
    tag,
    summary: 'Newest version of every item of a kind, drafts and withdrawn ones among them',
    access: 'platform',
    audit: 'view',
    params: z.object({ kind: editableKind }),
    output: z.object({ items: z.array(contentVersion) }),
  }),
  getContentHistory: defineRoute({
    method: 'GET',
    path: '/admin/content/:kind/:slug',
    tag,
    summary: 'Every version of one item, newest first',
    access: 'platform',
    audit: 'view',
    params: z.object({ kind: editableKind, slug }),
    output: z.object({ versions: z.array(contentVersion) }),
  }),
  saveContent: defineRoute({
    method: 'POST',
    path: '/admin/content/:kind/:slug',
    tag,
    summary: 'Adds a version: a draft, a published text, or the withdrawal of the item',
    description: '`basedOn` is the version that was edited; if somebody saved another one since, the answer is 409.',
    access: 'platform',
    audit: 'act',
    stepUp: true,
    params: z.object({ kind: editableKind, slug }),
    body: z.strictObject({
      title: head.title,
      summary: head.summary,
      facts: contentFacts,
      body: z.string().max(60_000),
      status: z.enum(CONTENT_STATUS),
      basedOn: z.int().min(0).nullable(),
    }),
    maxBodyBytes: 262_144,
    output: contentVersion,
  }),
};
