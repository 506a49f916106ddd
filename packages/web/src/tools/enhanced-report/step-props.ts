import type { EnhancedReport, ReportPreview } from '@trailmark/api/contract/enhanced-report';
import type { ReportParams } from './queries.ts';
import type { DraftState } from './use-draft.ts';

/** What the form of a step gets. */
export interface StepProps extends Pick<DraftState, 'draft' | 'change' | 'isSaved'> {
  readonly params: ReportParams;
  readonly report: EnhancedReport;
  readonly preview: ReportPreview | undefined;
}
