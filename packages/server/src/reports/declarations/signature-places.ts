import type { ReportBlock, ReportJurisdiction, ReportSignature } from '@trailmark/core/report/report-document';

/** What the examiner writes by hand. A declaration of 28 U.S.C. § 1746 is executed on a day; a statement of truth is dated. */
const LINES: Readonly<Record<ReportJurisdiction, ReportSignature['lines']>> = {
  none: ['Signature', 'Place', 'Date'],
  us: ['Signature', 'Executed at', 'Executed on'],
  uk: ['Signed', 'Place', 'Dated'],
  eu: ['Signature', 'Place', 'Date'],
};

const toBlock = (role: string, name: string, lines: ReportSignature['lines']): ReportBlock => ({
  kind: 'signature',
  signature: { role, name: name || 'not named', lines },
});

/** Where the examiner signs the declaration by hand. */
export function placeExaminer(jurisdiction: ReportJurisdiction, name: string): ReportBlock {
  return toBlock('Examiner, who makes the declaration above', name, LINES[jurisdiction]);
}

/** Where the reviewer signs by hand; the declaration is not theirs. No place where nobody is named. */
export function placeReviewer(name: string, version: number): readonly ReportBlock[] {
  return name === '' ? [] : [toBlock(`Reviewer of version ${version}`, name, LINES.none)];
}
