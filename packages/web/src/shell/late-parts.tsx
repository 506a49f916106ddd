import type { ReactElement } from 'react';
import { AlertBell } from './alert-bell.tsx';
import { JobIndicator } from './job-indicator.tsx';
import { NoteVisits } from './note-visits.tsx';
import { WorkingCaseLink } from './working-case-link.tsx';

/** What of the top bar comes after the first view: most of the time it shows no more than a bell. */
export function LateParts(): ReactElement | null {
  return (
    <>
      <WorkingCaseLink />
      <JobIndicator />
      <AlertBell />
      <NoteVisits />
    </>
  );
}
