import type { CaseFormatId } from '@trailmark/core/case-format';
import type { TimelineRow } from '@trailmark/store/cases/agency-cases/timeline-rows';
import type { CaseContent } from '../case-file.ts';
import type { CaseOutline, LeftOut, OutlineExhibit } from './case-outline.ts';

/** A case as a format gets it. */
export interface CaseSource {
  readonly id: string;
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

/** What a file states about a case, before anything is written. */
export interface ReadOutline {
  readonly outline: CaseOutline;
  /** What the file has and a case here has no place for: counted, never dropped in silence. */
  readonly notUnderstood: readonly LeftOut[];
}

/** A format of a case. A newcomer is a file here, a line in `catalogue.ts`, and its facts in `core/case-format.ts`. */
export interface CaseFormat {
  readonly id: CaseFormatId;
  readonly mediaType: string;
  /** The bytes of the file, in parts. */
  write(source: CaseSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What a file of the format says; null for a value that is not of the format. Throws `invalid` for one that is broken. */
  read?(value: unknown): ReadOutline | null;
  /** The same of a text that is no JSON. */
  readText?(text: string): ReadOutline;
}
