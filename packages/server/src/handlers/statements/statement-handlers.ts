import type { statementRoutes } from '@trailmark/api/contract/statement';
import type { statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import type { statementRecordsRoutes } from '@trailmark/api/contract/statement-records';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { compareRecords } from '../../statements/compare-records.ts';
import { KeptStatements } from '../../statements/kept-statements.ts';
import { readLetterhead } from '../../statements/letterhead.ts';
import { listLines } from '../../statements/list-lines.ts';
import { LOSS_FILES, toLossDocument } from '../../statements/loss-files.ts';
import { openStatementFile } from '../../statements/statement-files.ts';
import { readVictimLosses } from '../../statements/victim-losses.ts';
import { toGatedCall } from '../../tracing/gated-call.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import { TRACES, TraceGate } from '../../tracing/trace-gate.ts';

type StatementHandlers = Pick<
  Handlers,
  keyof typeof statementRoutes | keyof typeof statementLossRoutes | keyof typeof statementRecordsRoutes
>;

/** Statements wait for their turn, as traces do: a long history is read from its beginning. */
export function createStatementHandlers({
  ledgers,
  knowledge,
  casework,
}: TraceDeps & { readonly casework: CaseworkContext }): StatementHandlers {
  const deps = { ledgers, knowledge };
  const gate = new TraceGate(TRACES);
  const kept = new KeptStatements(deps);
  return {
    async runStatement({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const { answer } = await gate.run(owner, () => kept.get(body, read), turn);
      return answer;
    },
    async exportStatement({ params, body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const letterhead = await readLetterhead(casework, scope.caller, body.case);
      const leaving = new AbortController();
      const { request, second } = body;
      // Lines may be read while the client takes the file: only its leaving ends that.
      const reads = { read, writing: { signal: leaving.signal } };
      const ask = { request, format: params.format, second, letterhead };
      const file = await gate.run(owner, () => openStatementFile(deps, kept, ask, reads), turn);
      return new FileStream({ ...file, onCancel: () => leaving.abort() });
    },
    async listVictimLosses({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      return gate.run(owner, () => readVictimLosses(deps, body, read), turn);
    },
    async exportVictimLosses({ params, body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const letterhead = await readLetterhead(casework, scope.caller, body.case);
      const answer = await gate.run(owner, () => readVictimLosses(deps, body.request, read), turn);
      const { extension, mediaType, stream } = LOSS_FILES[params.format];
      const name = `victim-losses-${answer.hash.slice(0, 12)}.${extension}`;
      const chunks = stream(toLossDocument(deps, answer, letterhead));
      return new FileStream({ name, mediaType, chunks, onCancel: () => undefined });
    },
    async listStatementLines({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      return gate.run(owner, () => listLines(deps, kept, body, read), turn);
    },
    async matchStatementRecords({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      return gate.run(owner, () => compareRecords(kept, body, read), turn);
    },
  };
}
