import { Readable } from 'node:stream';
import { AUDIT_EXPORT_TYPE } from '@trailmark/evidence/audit/audit-export';
import type { Scope } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { AuditLog } from './audit-log.ts';
import { streamExport } from './stream-export.ts';

/** The log from a leaf on as its reader may see it, as a file that is written while it is read. Throws `invalid` for a start behind the end. */
export async function startExport(casework: CaseworkContext, log: AuditLog, from: number, reader: Scope) {
  const leaving = new AbortController();
  const parts = streamExport(casework.store, log, { from, signal: leaving.signal, reader });
  // A start behind the end is refused before the first byte.
  const first = await parts.next();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value;
    yield* parts;
  }
  const day = casework.now().toISOString().slice(0, 10);
  return {
    name: `audit-log-${day}.jsonl`,
    mediaType: AUDIT_EXPORT_TYPE,
    chunks: Readable.from(chunks()),
    onCancel: () => leaving.abort(),
  };
}
