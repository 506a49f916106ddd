import { CASE_FORMATS, type CaseFormatId } from '@trailmark/core/case-format';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { FileStream } from '../http/file-stream.ts';
import { requireAuthority } from './authorities.ts';
import { openCase, readCases } from './case-scope.ts';
import { FORMATS } from './formats/catalogue.ts';
import { readSource } from './formats/read-source.ts';

export interface ExportCall {
  readonly id: string;
  readonly format: CaseFormatId;
  readonly software: string;
}

async function* toChunks(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** The case as a file of a format. What is made for others needs the authority that the case asks for before a disclosure. */
export async function exportCaseFile(
  casework: CaseworkContext,
  caller: Caller,
  { id, format, software }: ExportCall,
): Promise<FileStream> {
  const { extension, isForOthers } = CASE_FORMATS[format];
  const source = await readCases(casework, caller, async (tx) => {
    const row = await openCase(tx, id, 'export');
    if (isForOthers) await requireAuthority(tx, id, 'disclosure', casework.now());
    return readSource(tx, casework, row, software);
  });
  const { mediaType, write } = FORMATS[format];
  const ending = format === 'json' || format === 'csv' ? extension : `${format}.${extension}`;
  return new FileStream({
    name: `case-${source.number}.${ending}`,
    mediaType,
    chunks: toChunks(write(source)),
    onCancel: () => undefined,
  });
}
