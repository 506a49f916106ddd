import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { type CaseContent, rootOf } from '../case-file.ts';
import { toTables } from './package-leaves.ts';
import { choosePlaces, type HiddenPlaces, namesRow } from './package-places.ts';

/** What is chosen for a package, before it is signed. */
export type PackageChoice = Pick<
  RouteInput<Contract['makeCasePackage']>['body'],
  'areas' | 'hides' | 'leaveOut' | 'basis' | 'files'
>;

/** Throws `invalid` for parts that say nothing without others. */
function checkAreas(areas: PackageChoice['areas']): void {
  if (!areas.includes('requests') || areas.includes('results')) return;
  throw new AppError('invalid', 'Requests name the pinned packets they sent: choose “Pinned results” as well.', {
    context: { field: 'areas' },
  });
}

/** A row is named by its place: it is the row that was seen only while the case is what it was then. */
function checkBasis({ leaveOut, basis }: PackageChoice, present: string): void {
  if (basis === null && leaveOut.some(namesRow)) {
    throw new AppError('invalid', 'Rows are chosen in a preview: name the content it was of.', {
      context: { field: 'basis' },
    });
  }
  if (basis === null || basis === present) return;
  throw new AppError('conflict', 'The case changed after the preview. Look at what leaves again, and sign then.', {
    context: { reason: 'changed-meanwhile', field: 'basis' },
  });
}

export interface PackagePlan {
  /** SHA-256 of the content that the choice was made in. */
  readonly basis: string;
  readonly hidden: HiddenPlaces;
}

/** What a choice leaves out of the present content. Throws `invalid`, and `conflict` where the content is another by now. */
export function planPackage(choice: PackageChoice, content: CaseContent): PackagePlan {
  checkAreas(choice.areas);
  const basis = rootOf(content);
  const tables = Object.fromEntries(toTables(content)) as Record<string, readonly FileRow[]>;
  const hidden = choosePlaces(choice, tables);
  checkBasis(choice, basis);
  return { basis, hidden };
}
