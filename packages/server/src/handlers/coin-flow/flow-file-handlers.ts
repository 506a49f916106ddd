import type { CaseworkContext } from '../../casework/casework-context.ts';
import { listContestedLabels } from '../../flows/contested-labels.ts';
import { findTokens } from '../../flows/find-tokens.ts';
import { toFlowVersion } from '../../flows/flow-view.ts';
import type { FlowWork } from '../../flows/flow-work.ts';
import { readStoredVersion } from '../../flows/saved-flow-versions.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';

export interface FlowFileDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly casework: CaseworkContext;
  readonly work: FlowWork;
}

const CHUNK = 262_144;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

type FileHandlers = Pick<Handlers, 'exportFlowFile' | 'exportFlowVersion' | 'importFlowFile'>;

/** Coin flows as files, and files of this and other programs as coin flows. */
export function createFlowFileHandlers(deps: FlowFileDeps): FileHandlers {
  const now = (): number => Math.floor(deps.casework.now().getTime() / 1000);
  const readContested = (scope: RequestScope) =>
    listContestedLabels(deps.casework, scope.caller, deps.knowledge.labels());
  return {
    async exportFlowFile({ params: { format }, body }, scope) {
      const made = { at: now(), software: deps.ledgers.software };
      const contested = await readContested(scope);
      const task = { owner: ownerOf(scope).person, signal: scope.read.signal };
      const { name, mediaType, bytes } = await deps.work.run('write', { body, format, made, contested }, task);
      return new FileStream({ name, mediaType, chunks: inChunks(bytes), onCancel: () => undefined });
    },
    async exportFlowVersion({ params, query }, scope) {
      const { row, document: packed } = await readStoredVersion(
        deps.casework,
        scope.caller,
        params.flow,
        params.version,
      );
      // Of the time of the version: the same call gives the same bytes, until the agency states something else of a name.
      const made = { at: toFlowVersion(row).at, software: deps.ledgers.software };
      const contested = await readContested(scope);
      const task = { owner: ownerOf(scope).person, signal: scope.read.signal };
      const given = { packed, made, contested, ...query };
      const { name, mediaType, bytes } = await deps.work.run('writeStored', given, task);
      return new FileStream({ name, mediaType, chunks: inChunks(bytes), onCancel: () => undefined });
    },
    async importFlowFile({ body }, scope) {
      const task = { owner: ownerOf(scope).person, signal: scope.read.signal };
      const file = await deps.work.run('read', { body }, task);
      if ('answer' in file) return [file.answer];
      const known = await findTokens(file.tokens, deps, scope.read);
      return [(await deps.work.run('build', { held: file.held, at: now(), known }, task)).answer];
    },
  };
}
