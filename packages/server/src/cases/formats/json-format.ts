import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { CASE_FILE_FORMAT, CASE_FILE_VERSION } from '../case-file.ts';
import type { CaseFormat } from './case-format.ts';

const LEFT_OUT =
  'Files of evidence, personal data of people, members, holds, notices and the log of the case stay where they were made.';

/** Everything that was written in the case, the hash of that, and where it came from: canonical JSON (RFC 8785). */
export const jsonFormat: CaseFormat = {
  id: 'json',
  mediaType: 'application/json',
  write: ({ number, software, madeAt, root, evidenceRoot, content }) => {
    const origin = { number, software, exportedAt: madeAt.toISOString(), root, evidenceRoot };
    const file = { format: CASE_FILE_FORMAT, version: CASE_FILE_VERSION, origin, leftOut: [LEFT_OUT], content };
    return [Buffer.from(toCanonicalJson(file))];
  },
};
