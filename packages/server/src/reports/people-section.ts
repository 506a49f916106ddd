import {
  listClaimIds,
  type ReportBlock,
  type ReportRun,
  type ReportText,
} from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';
import type { Composition } from './composition.ts';
import { placeReviewer } from './declarations/signature-places.ts';
import { writeDeclaration } from './declarations/write-declaration.ts';
import { AUDIENCE_WORDS } from './fixed-texts.ts';

/** Who wrote the report, their questions, and by whom it is reviewed: as they entered it. */
export function writePeople({ draft, facts }: Composition): readonly ReportBlock[] {
  const { examiner, reviewer, instructions, questions, audience } = draft;
  const row = (name: string, text: string) => ({
    name,
    text: [text === '' ? 'not stated' : text] as ReportText,
    ids: '',
  });
  return [
    {
      kind: 'pairs',
      caption: 'As entered by the examiner.',
      rows: [
        row('Agency', facts.agency),
        row('Examiner', examiner.name),
        row('Qualifications', examiner.qualifications),
        row('Reviewer', reviewer.name),
        row('Qualifications of the reviewer', reviewer.qualifications),
        row('Audience', AUDIENCE_WORDS[audience]),
        row('Instructions', instructions),
      ],
    },
    ...(questions.length > 0
      ? [
          { kind: 'heading' as const, title: 'Questions' },
          { kind: 'list' as const, isFixed: true, items: questions.map(({ text }) => [text]) },
        ]
      : []),
  ];
}

const REFERENCE = /\[([A-Z]-\d{2,6})\]/g;

/** A paragraph of the opinion with its references as claims; those that the report does not have stay words. */
export function readOpinion(paragraph: string, claims: ReadonlyMap<string, Claim>): ReportText {
  const runs: ReportRun[] = [];
  let at = 0;
  for (const match of paragraph.matchAll(REFERENCE)) {
    const claim = claims.get(match[1] ?? '');
    if (!claim) continue;
    runs.push(paragraph.slice(at, match.index), { claim: claim.id, text: `(${writeClaim(claim).replace(/\.$/, '')})` });
    at = match.index + match[0].length;
  }
  return [...runs, paragraph.slice(at)].filter((run) => run !== '');
}

export function listParagraphs(opinion: string): readonly string[] {
  return opinion
    .split(/\n+/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** What the examiner concludes, each paragraph with its claims, and the declaration of the jurisdiction. */
export function writeOpinion(report: Composition): readonly ReportBlock[] {
  const { draft, book, version } = report;
  const claims = new Map(book.claims.map((claim) => [claim.id, claim]));
  const paragraphs = listParagraphs(draft.opinion).map((text) => readOpinion(text, claims));
  return [
    ...(paragraphs.length === 0
      ? [{ kind: 'text' as const, isFixed: true, text: ['The examiner states no opinion beyond the findings.'] }]
      : paragraphs.map((text) => ({ kind: 'text' as const, isFixed: listClaimIds(text).length === 0, text }))),
    ...writeDeclaration(report),
    { kind: 'heading', title: 'Signatures and review' },
    {
      kind: 'text',
      isFixed: true,
      text: [
        `Examiner: ${draft.examiner.name || 'not named'}. Reviewer: ${draft.reviewer.name || 'not named'}. The signatures of both are in signatures.json of the evidence bundle, over the files of this report. What is signed by hand is in none of them, and no verifier checks it.`,
      ],
    },
    ...placeReviewer(draft.reviewer.name, version),
  ];
}
