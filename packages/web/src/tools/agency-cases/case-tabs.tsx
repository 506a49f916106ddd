import { type ComponentType, lazy } from 'react';
import type { Answer } from '../../api.ts';

/** What every tab of a case gets. */
export interface CaseTabProps {
  readonly overview: Answer<'getCase'>;
  /** The part of the tab that the address names, such as an exhibit. */
  readonly part: string | undefined;
  readonly search: Readonly<Record<string, unknown>>;
}

export interface CaseTab {
  /** Its part of the address, and the name of its count. */
  readonly id: string;
  readonly label: string;
  readonly hasCount: boolean;
  readonly Tab: ComponentType<CaseTabProps>;
}

/** The tabs of a case, in their order. A newcomer is a file and a line here. */
export const CASE_TABS: readonly CaseTab[] = [
  {
    id: 'overview',
    label: 'Overview',
    hasCount: false,
    Tab: lazy(() => import('./overview-tab.tsx').then(({ OverviewTab }) => ({ default: OverviewTab }))),
  },
  {
    id: 'people',
    label: 'People',
    hasCount: true,
    Tab: lazy(() => import('./people-tab.tsx').then(({ PeopleTab }) => ({ default: PeopleTab }))),
  },
  {
    id: 'addresses',
    label: 'Addresses',
    hasCount: true,
    Tab: lazy(() => import('./items-tab.tsx').then(({ AddressesTab }) => ({ default: AddressesTab }))),
  },
  {
    id: 'flows',
    label: 'Flows',
    hasCount: true,
    Tab: lazy(() => import('./items-tab.tsx').then(({ FlowsTab }) => ({ default: FlowsTab }))),
  },
  {
    id: 'evidence',
    label: 'Evidence',
    hasCount: true,
    Tab: lazy(() => import('./evidence-tab.tsx').then(({ EvidenceTab }) => ({ default: EvidenceTab }))),
  },
  {
    id: 'timeline',
    label: 'Timeline',
    hasCount: false,
    Tab: lazy(() => import('./timeline-tab.tsx').then(({ TimelineTab }) => ({ default: TimelineTab }))),
  },
  {
    id: 'tasks',
    label: 'Tasks',
    hasCount: true,
    Tab: lazy(() => import('./tasks-tab.tsx').then(({ TasksTab }) => ({ default: TasksTab }))),
  },
  {
    id: 'notes',
    label: 'Notes',
    hasCount: true,
    Tab: lazy(() => import('./notes-tab.tsx').then(({ NotesTab }) => ({ default: NotesTab }))),
  },
  {
    id: 'requests',
    label: 'Requests',
    hasCount: true,
    Tab: lazy(() => import('./requests-tab.tsx').then(({ RequestsTab }) => ({ default: RequestsTab }))),
  },
  {
    id: 'alerts',
    label: 'Alerts',
    hasCount: false,
    Tab: lazy(() => import('./alerts-tab.tsx').then(({ AlertsTab }) => ({ default: AlertsTab }))),
  },
  {
    id: 'reports',
    label: 'Reports',
    hasCount: false,
    Tab: lazy(() => import('./reports-tab.tsx').then(({ ReportsTab }) => ({ default: ReportsTab }))),
  },
  {
    id: 'custody',
    label: 'Custody',
    hasCount: false,
    Tab: lazy(() => import('./custody-tab.tsx').then(({ CustodyTab }) => ({ default: CustodyTab }))),
  },
  {
    id: 'audit',
    label: 'Audit',
    hasCount: false,
    Tab: lazy(() => import('./audit-tab.tsx').then(({ AuditTab }) => ({ default: AuditTab }))),
  },
];
