import type { CaseFormatId } from '@trailmark/core/case-format';
import type { TimelineRow } from '@trailmark/store/cases/agency-cases/timeline-rows';
import type { CaseContent } from '../case-file.ts';
import type { CaseOutline, LeftOut, OutlineExhibit } from './case-outline.ts';

/** A case as a format gets it. */
export interface CaseSource {
  readonly number: string;
  readonly agency: string;
  readonly software: string;
  readonly madeAt: Date;
  readonly content: CaseContent;
  /** SHA-256 over the canonical JSON of the content. */
  readonly root: string;
  /** Of the files of evidence, as a tombstone of the case names it. */
  readonly evidenceRoot: string;
  readonly outline: CaseOutline;
  readonly exhibits: readonly OutlineExhibit[];
  readonly timeline: readonly TimelineRow[];
  /** What is left out of every format but our own. */
  readonly leftOut: readonly LeftOut[];
}

/** A format of a case. A newcomer is a file here, a line in `catalogue.ts`, and its facts in `core/case-format.ts`. */
export interface CaseFormat {
  readonly id: CaseFormatId;
  readonly mediaType: string;
  /** The bytes of the file, in parts. */
  write(source: CaseSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}
