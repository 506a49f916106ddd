import type { ReportBlock } from '@trailmark/core/report/report-document';
import type { Composition } from '../composition.ts';
import { toMoment } from '../moment.ts';
import { hashWording } from './agency-declarations.ts';
import { fillWording } from './fill-wording.ts';
import { placeExaminer } from './signature-places.ts';

/** The declaration of the jurisdiction, the place to sign it by hand, and whose wording it is. */
export function writeDeclaration({ draft, facts, version }: Composition): readonly ReportBlock[] {
  const { wording, version: own } = facts.declaration;
  const { title, paragraphs } = fillWording(wording, {
    ...{ agency: facts.agency, case: facts.case.number, report: draft.title, version: String(version) },
    ...{ examiner: draft.examiner.name || 'not named', reviewer: draft.reviewer.name || 'not named' },
    date: toMoment(facts.at).slice(0, 10),
  });
  const whose = own
    ? `version ${own.number} of the agency for “${draft.jurisdiction}”, saved ${toMoment(own.at)} by ${own.by}`
    : `for “${draft.jurisdiction}”, as the software comes with it`;
  return [
    { kind: 'heading', title },
    ...paragraphs.map((text) => ({ kind: 'text' as const, isFixed: true, text: [text] })),
    placeExaminer(draft.jurisdiction, draft.examiner.name),
    {
      kind: 'text',
      isFixed: true,
      text: [
        `Wording of this declaration: ${whose}. SHA-256 before names were put in: `,
        { code: hashWording(wording) },
        '.',
      ],
    },
  ];
}
