import { AppError } from '@trailmark/core/errors';
import type { AnySource } from '@trailmark/ingest/on-demand/on-demand-source';
import type { SourceRow } from '@trailmark/store/cases/sources/source-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';

interface CaseFetch {
  /** Of the case. */
  readonly id: string;
  readonly source: Pick<AnySource, 'id' | 'name' | 'chain'>;
  /** Undefined where none is named, as for proofs of transactions. */
  readonly address?: string | undefined;
  /** The source is queried only for cases that allow it. */
  readonly isLimited: boolean;
}

/** Checks that a case allows a fetch, and logs it there. Throws `not-found` and `forbidden`. */
export type AllowFetch = (casework: CaseworkContext, caller: Caller, fetch: CaseFetch) => Promise<void>;

/** Throws `forbidden` for a source that is limited to cases where none is named. */
export function assertCaseNamed(source: AnySource, { onlyForCases }: SourceRow, caseId: string | undefined): void {
  if (!onlyForCases || caseId !== undefined) return;
  throw new AppError(
    'forbidden',
    `${source.name} is used only for cases that allow it, so no request was made. Work in a case that allows it, and request it again.`,
    { context: { reason: 'case-needed' } },
  );
}
