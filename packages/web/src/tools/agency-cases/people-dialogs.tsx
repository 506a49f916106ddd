import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import type { CaseLabel, CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import { api } from '../../api.ts';
import { LabelDialog } from './label-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PastePeopleDialog } from './paste-people-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { PersonalDialog } from './personal-dialog.tsx';
import { type WhyAct, WhyDialog } from './why-dialog.tsx';

/** Which dialog is open, and of what. */
export type Open =
  | { readonly what: 'person'; readonly person: CasePerson | 'new' }
  | { readonly what: 'link' | 'label' | 'paste' }
  | { readonly what: 'personal'; readonly person: CasePerson }
  | { readonly what: 'why'; readonly act: WhyAct };

interface Acts {
  readonly withdrawPerson: (person: CasePerson) => WhyAct;
  readonly withdrawLink: (link: CaseLink) => WhyAct;
  readonly withdrawLabel: (label: CaseLabel) => WhyAct;
}

/** What is done with a reason. */
export function createActs(caseId: string): Acts {
  const help = 'It stays readable, with this reason.';
  return {
    withdrawPerson: ({ id, number, version }) => ({
      action: `Withdraw ${number}`,
      help,
      send: (why) => api.call('withdrawCasePerson', { params: { case: caseId, person: id }, body: { version, why } }),
    }),
    withdrawLink: ({ id }) => ({
      action: 'Withdraw the link',
      help,
      send: (why) => api.call('withdrawCaseLink', { params: { case: caseId, link: id }, body: { why } }),
    }),
    withdrawLabel: ({ id }) => ({
      action: 'Withdraw the label',
      help,
      send: (why) => api.call('withdrawCaseLabel', { params: { case: caseId, label: id }, body: { why } }),
    }),
  };
}

export interface PeopleDialogsProps {
  readonly caseId: string;
  readonly open: Open | undefined;
  /** Those that are not withdrawn. */
  readonly present: readonly CasePerson[];
  readonly selected: CasePerson | undefined;
  readonly mayWrite: boolean;
  readonly onPerson: (person: CasePerson, overlaps: readonly CaseOverlap[]) => void;
  readonly onDone: (overlaps: readonly CaseOverlap[]) => void;
  readonly onClose: () => void;
}

/** The dialogs of the tab; one is open at most. */
export function PeopleDialogs(props: PeopleDialogsProps) {
  const { caseId, open, present, selected, mayWrite, onPerson, onDone, onClose } = props;
  const from = selected && !selected.withdrawn ? selected : present[0];
  return (
    <>
      <PersonDialog
        caseId={caseId}
        edited={open?.what === 'person' ? open.person : undefined}
        onDone={onPerson}
        onClose={onClose}
      />
      <LinkDialog
        caseId={caseId}
        isOpen={open?.what === 'link'}
        people={present}
        person={from?.id ?? ''}
        onDone={onDone}
        onClose={onClose}
      />
      <PastePeopleDialog caseId={caseId} isOpen={open?.what === 'paste'} onDone={onDone} onClose={onClose} />
      <LabelDialog caseId={caseId} isOpen={open?.what === 'label'} onDone={onDone} onClose={onClose} />
      <PersonalDialog
        caseId={caseId}
        person={open?.what === 'personal' ? open.person : undefined}
        mayWrite={mayWrite}
        onClose={onClose}
      />
      <WhyDialog act={open?.what === 'why' ? open.act : undefined} onClose={onClose} />
    </>
  );
}
