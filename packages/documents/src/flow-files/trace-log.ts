import type { FlowLogEntry } from '@trailmark/core/flow/flow-document';
import type { FlowFileFacts, FlowSelection } from './flow-selection.ts';
import { isoTime } from './flow-selection.ts';

/** What another agency needs to run the same acts again: requests, hashes of what came, and on which tip. */
export interface TraceLogFile {
  readonly format: 'trailmark-trace-log';
  readonly version: 1;
  readonly title: string;
  readonly documentHash: string;
  readonly exportedAt: string;
  readonly software: string;
  readonly entries: readonly FlowLogEntry[];
}

/** The log of the whole document, whatever was chosen: an act cannot be run again in part. */
export function writeTraceLog({ document }: FlowSelection, facts: FlowFileFacts): string {
  const file: TraceLogFile = {
    format: 'trailmark-trace-log',
    version: 1,
    title: document.title,
    documentHash: facts.documentHash,
    exportedAt: isoTime(facts.at) ?? '',
    software: facts.software,
    entries: document.log,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
