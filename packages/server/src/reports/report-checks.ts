import { listClaimIds, type ReportDraft } from '@trailmark/core/report/report-document';
import { listBareFigures } from './bare-figures.ts';
import type { ComposedReport } from './compose-report.ts';
import { listParagraphs, readOpinion } from './people-section.ts';
import type { ReportFacts } from './report-facts.ts';
import { listSignerFaults, type ReportSigners } from './report-signers.ts';

/** Something that was checked before a report may be signed. `stops`: it cannot be frozen like this. */
export interface ReportCheck {
  readonly state: 'passed' | 'stops' | 'note';
  readonly sentence: string;
  /** The step of the form that mends it; null where nothing has to be. */
  readonly step: 'case' | 'questions' | 'material' | 'audience' | 'redaction' | 'people' | 'review' | null;
}

const passed = (sentence: string): ReportCheck => ({ state: 'passed', sentence, step: null });

function checkPeople(draft: ReportDraft, signers: ReportSigners): ReportCheck[] {
  const { examiner, reviewer } = draft;
  const checks = listSignerFaults(draft, signers).map(
    (sentence): ReportCheck => ({ state: 'stops', sentence, step: 'people' }),
  );
  if (examiner.name === '' || examiner.qualifications === '')
    checks.push({ state: 'stops', sentence: 'The examiner is not named with qualifications.', step: 'people' });
  if (reviewer.account === '') checks.push({ state: 'stops', sentence: 'No reviewer is named.', step: 'people' });
  return checks.length > 0 ? checks : [passed('Examiner and reviewer are named as their accounts are.')];
}

function checkTraces({ items }: ReportFacts): ReportCheck[] {
  const traces = items.flatMap((item) => item.traces);
  const other = traces.filter(({ isSame }) => !isSame);
  if (traces.length === 0) return [{ state: 'note', sentence: 'No trace is part of the material.', step: 'material' }];
  if (other.length === 0) return [passed('Every trace was run again and is the one that its coin flow logged.')];
  return other.map(({ id }) => ({
    state: 'note',
    sentence: `Trace ${id} differs from what its coin flow logged: blocks, labels or rules have changed since. The report states what is true today.`,
    step: 'material',
  }));
}

function checkSums({ items }: ReportFacts): ReportCheck {
  const open = items
    .flatMap(({ traces }) => traces)
    .filter(({ file }) =>
      file.sums.some(({ began, added, convertedIn, convertedOut, ended, cut, fees }) => {
        const gone =
          Object.values(ended).reduce((sum, amount) => sum + BigInt(amount), 0n) +
          BigInt(cut) +
          BigInt(fees) +
          BigInt(convertedOut);
        return BigInt(began) + BigInt(added) + BigInt(convertedIn) !== gone;
      }),
    );
  return open.length === 0
    ? passed('All sums balance in the smallest unit.')
    : {
        state: 'stops',
        sentence: `The sums of ${open.map(({ id }) => id).join(', ')} do not balance.`,
        step: 'material',
      };
}

/** Whether the figures of a report name claims: those of the templates do, so that one that does not is a text of a source or a fault of ours. */
function checkFigures({ document, claims }: ComposedReport): ReportCheck {
  const bare = listBareFigures(document, claims);
  const [first] = bare;
  if (first === undefined)
    return passed(
      `${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}: each amount, value, day and count in findings, tables and lists has one. Pictures are drawn from trace files.`,
    );
  const rest = bare.length === 1 ? '' : ` and ${bare.length - 1} more`;
  return { state: 'note', sentence: `A figure names no claim: “${first.slice(0, 60)}”${rest}.`, step: 'material' };
}

function checkOpinion({ opinion }: ReportDraft, { claims }: ComposedReport): ReportCheck[] {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const bare = listParagraphs(opinion).filter((text) => listClaimIds(readOpinion(text, byId)).length === 0);
  return bare.length === 0
    ? []
    : [
        {
          state: 'stops',
          sentence: `A paragraph of the opinion names no claim of the report: “${bare[0]?.slice(0, 60)}…”. Name one in brackets, such as [I-01].`,
          step: 'people',
        },
      ];
}

/** What is in order and what is not, before a version of a report is made. */
export function checkReport(
  draft: ReportDraft,
  facts: ReportFacts,
  report: ComposedReport,
  signers: ReportSigners,
): readonly ReportCheck[] {
  const needs: ReportCheck[] = [];
  if (draft.items.length === 0)
    needs.push({ state: 'stops', sentence: 'No result of the case is chosen.', step: 'material' });
  if (draft.title === '') needs.push({ state: 'stops', sentence: 'The report has no title.', step: 'case' });
  if (draft.questions.length === 0)
    needs.push({ state: 'note', sentence: 'No question is stated.', step: 'questions' });
  return [
    checkFigures(report),
    checkSums(facts),
    ...checkTraces(facts),
    ...checkPeople(draft, signers),
    ...checkOpinion(draft, report),
    ...needs,
  ];
}
