import type { statementRoutes } from '@trailmark/api/contract/statement';
import type { statementRecordsRoutes } from '@trailmark/api/contract/statement-records';
import type { Handlers } from '../../http/mount.ts';
import { compareRecords } from '../../statements/compare-records.ts';
import { KeptStatements } from '../../statements/kept-statements.ts';
import { listLines } from '../../statements/list-lines.ts';
import { toGatedCall } from '../../tracing/gated-call.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import { TRACES, TraceGate } from '../../tracing/trace-gate.ts';

/** Statements wait for their turn, as traces do: a long history is read from its beginning. */
export function createStatementHandlers({
  ledgers,
  knowledge,
}: TraceDeps): Pick<Handlers, keyof typeof statementRoutes | keyof typeof statementRecordsRoutes> {
  const deps = { ledgers, knowledge };
  const gate = new TraceGate(TRACES);
  const kept = new KeptStatements(deps);
  return {
    async runStatement({ body }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const { answer } = await gate.run(owner, () => kept.get(body, read), turn);
      return answer;
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
