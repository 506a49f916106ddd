import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { FileStream } from '../http/file-stream.ts';
import { toFile } from '../http/text-file.ts';
import { CASE_FILE_FORMAT, CASE_FILE_VERSION, readCaseContent, rootOf } from './case-file.ts';
import { openCase, readCases } from './case-scope.ts';

/** The case as a file that can be imported again: what it holds, the hash of that, and where it came from. */
export function exportCaseFile(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  software: string,
): Promise<FileStream> {
  return readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, id, 'export');
    const content = await readCaseContent(tx, casework.keys, row);
    const origin = { number: row.number, software, exportedAt: casework.now().toISOString(), root: rootOf(content) };
    const leftOut = [
      'Files of evidence, personal data of people, members, holds, notices and the log of the case stay where they were made.',
    ];
    const file = { format: CASE_FILE_FORMAT, version: CASE_FILE_VERSION, origin, leftOut, content };
    return toFile(`case-${row.number}.json`, 'application/json', toCanonicalJson(file));
  });
}
