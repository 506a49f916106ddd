import { PACKAGE_AREAS, PACKAGE_HIDES, PACKAGE_PLACE } from '@trailmark/core/case-package';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash, unixSeconds } from '../wire.ts';
import { CASES_TAG, caseParams, day } from './case.ts';
import { lineText, neededLine, why } from './case-text.ts';

const tag = CASES_TAG;
const id = z.uuid();
const packageParams = caseParams.extend({ package: id });

const packaged = z.object({
  id,
  /** `G-2`: counted within the case. */
  number: z.string(),
  recipient: z.string(),
  purpose: z.string(),
  expires: day.nullable(),
  root: hash,
  files: z.array(z.object({ number: z.string(), size: z.number().int(), sha256: hash })),
  madeAt: unixSeconds,
  madeBy: z.string(),
  revoked: z
    .object({
      at: unixSeconds,
      by: z.string(),
      why: z.string(),
      /** The signed notice, as it is sent. */ notice: z.string(),
    })
    .nullable(),
});
export type CasePackageRow = z.output<typeof packaged>;

/** What of a case goes into a package. */
const choice = {
  areas: z.array(z.enum(PACKAGE_AREAS)).min(1).max(PACKAGE_AREAS.length),
  hides: z.array(z.enum(PACKAGE_HIDES)).max(PACKAGE_HIDES.length).default([]),
  /** Places that are left out besides: fields of every row or of one, and whole rows. */
  leaveOut: z
    .array(z.string().regex(PACKAGE_PLACE, 'it takes places such as case_person/*/name'))
    .max(5_000)
    .default([]),
  /** The content that rows were chosen in, as the preview names it; null where no row is named. */
  basis: hash.nullable().default(null),
  /** Numbers of exhibits whose files go with it, with their ledgers of custody. */
  files: z
    .array(z.string().regex(/^EV-[0-9]{2,9}$/, 'it takes numbers of exhibits, such as EV-02'))
    .max(500)
    .default([]),
};

const previewTable = z.object({
  table: z.string(),
  name: z.string(),
  /** Whether a row can be left out as a whole. */
  mayDrop: z.boolean(),
  rows: z.number().int(),
  hiddenRows: z.number().int(),
  /** Index of the first row that is shown. */
  from: z.number().int(),
  shown: z.array(
    z.object({
      index: z.number().int(),
      number: z.string(),
      isHidden: z.boolean(),
      fields: z.array(
        z.object({
          column: z.string(),
          name: z.string(),
          /** At most 300 characters of what would leave. */
          text: z.string(),
          isHidden: z.boolean(),
          mayHide: z.boolean(),
        }),
      ),
    }),
  ),
});
export type PackagePreviewTable = z.output<typeof previewTable>;

export const previewCasePackage = defineRoute({
  method: 'POST',
  path: '/cases/:case/package-previews',
  tag,
  summary: 'What would leave with a package, field by field; nothing is signed or sent',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  body: z.object({
    ...choice,
    /** Rows of one table from an index on; of every other the first are shown. */
    page: z
      .object({ table: z.string().max(40), from: z.number().int().min(0).max(1_000_000) })
      .nullable()
      .default(null),
  }),
  output: z.object({
    /** SHA-256 of the content it was made of: a package of the same choice is refused once the content is another. */
    basis: hash,
    tables: z.array(previewTable),
    leftOut: z.array(z.object({ name: z.string(), rows: z.number().int() })),
    /** Where something that is left out is repeated in what would leave. */
    repeats: z.array(z.object({ text: z.string(), where: z.string() })),
    /** Whether there may be more of them than are listed. */
    areRepeatsCut: z.boolean(),
    /** Texts that are left out and have too few characters to be searched for. */
    tooShort: z.number().int(),
  }),
  deadlineMs: 120_000,
});

export const makeCasePackage = defineRoute({
  method: 'POST',
  path: '/cases/:case/packages',
  tag,
  summary: 'Sign chosen parts and files of a case for another agency; what is left out stays as salted hashes',
  access: 'allowed',
  audit: 'act',
  params: caseParams,
  body: z.object({
    recipient: neededLine(200),
    purpose: neededLine(500),
    /** Words that go with it: who may see it, what may be done with it. */
    handling: lineText(200).default(''),
    /** Last day, UTC; null without one. */
    expires: day.nullable(),
    ...choice,
  }),
  output: z.object({
    id,
    /** Root that is signed, over every value, shown or left out. */
    root: hash,
    /** The signed file; with files of evidence it is the first in the archive that is downloaded. */
    content: z.string(),
  }),
  deadlineMs: 120_000,
});

export const listCasePackages = defineRoute({
  method: 'GET',
  path: '/cases/:case/packages',
  tag,
  summary: 'Packages that were signed for other agencies, the last first',
  access: 'allowed',
  audit: 'view',
  subject: 'case',
  params: caseParams,
  output: z.object({ items: z.array(packaged) }),
});

export const getCasePackageFile = defineRoute({
  method: 'GET',
  path: '/cases/:case/packages/:package/file',
  tag,
  summary: 'A package as it was signed: JSON, or with files of evidence a tar archive',
  access: 'allowed',
  audit: 'export',
  subject: 'case',
  params: packageParams,
  mediaTypes: ['application/json', 'application/x-tar'],
  deadlineMs: 120_000,
});

export const revokeCasePackage = defineRoute({
  method: 'POST',
  path: '/cases/:case/packages/:package/revocation',
  tag,
  summary:
    'Revoke a package: a signed notice for its recipient, whose Trailmark then says so and takes the package in no more',
  access: 'allowed',
  audit: 'act',
  params: packageParams,
  body: z.object({ why }),
  output: packaged,
});

export const receivePackageRevocation = defineRoute({
  method: 'POST',
  path: '/case-package-revocations',
  tag,
  summary:
    'Take in the notice of another agency that it revoked a package; only members of a case learn whether it came from it',
  access: 'allowed',
  audit: 'act',
  body: z.object({ content: z.string().min(2).max(20_000) }),
  output: z.object({
    package: id,
    sender: z.string(),
    number: z.string(),
    why: z.string(),
    revokedAt: unixSeconds,
    /** Of the key that signed the notice: only packages that the same key signed are revoked by it. */
    fingerprint: z.string(),
  }),
});

export const casePackageRoutes = {
  getCasePackageFile,
  listCasePackages,
  makeCasePackage,
  previewCasePackage,
  receivePackageRevocation,
  revokeCasePackage,
};
