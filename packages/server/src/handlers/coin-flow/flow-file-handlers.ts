import { formatAssetId } from '@trailmark/core/asset';
import { isAccountChainId } from '@trailmark/core/chain';
import type { FlowAsset } from '@trailmark/core/flow/flow-graph';
import type { TokenPlace } from '../../flows/flow-jobs.ts';
import type { FlowWork } from '../../flows/flow-work.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';
import type { Office } from '../../office/office.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';

export interface FlowFileDeps {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  readonly office: Office;
  readonly work: FlowWork;
}

const MAX_SYMBOL = 60;
const CHUNK = 262_144;

/** Contracts of a file by chain, as keys. */
function listContracts(tokens: readonly TokenPlace[]): Map<TokenPlace['chain'], Set<string>> {
  const contracts = new Map<TokenPlace['chain'], Set<string>>();
  for (const { chain, token } of tokens) {
    const key = token === null ? undefined : /^0x([0-9a-f]{40})$/i.exec(token)?.[1]?.toLowerCase();
    if (key === undefined) continue;
    contracts.set(chain, (contracts.get(chain) ?? new Set()).add(key));
  }
  return contracts;
}

/** What is known here of the tokens a file names: the list somebody vouches for, then what contracts said of themselves. */
async function findTokens(
  tokens: readonly TokenPlace[],
  deps: FlowFileDeps,
  { read }: RequestScope,
): Promise<ReadonlyMap<string, FlowAsset>> {
  const known = new Map<string, FlowAsset>();
  for (const [chain, contracts] of listContracts(tokens)) {
    if (!isAccountChainId(chain)) continue;
    const said = await deps.ledgers.find(chain)?.reader.tokens([...contracts], read);
    for (const contract of contracts) {
      const id = formatAssetId(chain, contract);
      const listed = deps.knowledge.tokens.find(chain, contract);
      const { symbol, decimals } = listed ?? said?.get(contract) ?? {};
      known.set(id, {
        id,
        symbol: symbol?.slice(0, MAX_SYMBOL).toWellFormed() ?? null,
        decimals: decimals ?? null,
        isVerified: listed !== undefined,
      });
    }
  }
  return known;
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** Coin flows as files, and files of this and other programs as coin flows. */
export function createFlowFileHandlers(deps: FlowFileDeps): Pick<Handlers, 'exportFlowFile' | 'importFlowFile'> {
  const now = (): number => Math.floor(deps.office.now().getTime() / 1000);
  return {
    async exportFlowFile({ params: { format }, body }, scope) {
      const made = { at: now(), software: deps.ledgers.software };
      const task = { owner: ownerOf(scope), signal: scope.read.signal };
      const { name, mediaType, bytes } = await deps.work.run('write', { body, format, made }, task);
      return new FileStream({ name, mediaType, chunks: inChunks(bytes), onCancel: () => undefined });
    },
    async importFlowFile({ body }, scope) {
      const task = { owner: ownerOf(scope), signal: scope.read.signal };
      const file = await deps.work.run('read', { body }, task);
      if ('answer' in file) return [file.answer];
      const known = await findTokens(file.tokens, deps, scope);
      return [(await deps.work.run('build', { held: file.held, at: now(), known }, task)).answer];
    },
  };
}
