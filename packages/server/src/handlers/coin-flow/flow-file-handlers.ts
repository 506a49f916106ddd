import { asFlowDocument, toWireFlowDocument } from '@trailmark/api/contract/flow-wire';
import { type AnyChainId, isAccountChainId } from '@trailmark/core/account-chain';
import { formatAssetId } from '@trailmark/core/asset';
import type { FlowAsset } from '@trailmark/core/flow/flow-graph';
import type { ForeignFlow } from '@trailmark/documents/flow-files/foreign-flow';
import type { AccountLedgers } from '../../account-ledgers.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge.ts';
import type { Office } from '../../office/office.ts';
import { writeFlowFile } from './flow-file-export.ts';
import { readFlowFile } from './flow-file-import.ts';
import { buildForeignDocument, type FindToken } from './foreign-document.ts';

export interface FlowFileDeps {
  readonly accountLedgers: AccountLedgers;
  readonly knowledge: Knowledge;
  readonly office: Office;
}

const MAX_REFUSED = 500;
const MAX_SYMBOL = 60;

/** Contracts of a file by chain, as keys. */
function listContracts({ payments }: ForeignFlow): Map<AnyChainId, Set<string>> {
  const contracts = new Map<AnyChainId, Set<string>>();
  for (const { chain, token } of payments) {
    const key = token === null ? undefined : /^0x([0-9a-f]{40})$/i.exec(token)?.[1]?.toLowerCase();
    if (key === undefined) continue;
    contracts.set(chain, (contracts.get(chain) ?? new Set()).add(key));
  }
  return contracts;
}

/** What is known here of the tokens a file names: the list somebody vouches for, then what contracts said of themselves. */
async function openTokens(flow: ForeignFlow, deps: FlowFileDeps, { read }: RequestScope): Promise<FindToken> {
  const known = new Map<string, FlowAsset>();
  for (const [chain, contracts] of listContracts(flow)) {
    if (!isAccountChainId(chain)) continue;
    const said = await deps.accountLedgers.find(chain)?.reader.tokens([...contracts], read);
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
  return (id) => known.get(id);
}

function capRefused<Item extends { what: string; reason: string }>(refused: readonly Item[]) {
  const shown = refused.slice(0, MAX_REFUSED).map(({ what, reason }) => ({ what, reason }));
  const rest = refused.length - shown.length;
  return rest > 0 ? [...shown, { what: `${rest} more`, reason: 'They were refused too, and are not listed.' }] : shown;
}

/** Coin flows as files, and files of this and other programs as coin flows. */
export function createFlowFileHandlers(deps: FlowFileDeps): Pick<Handlers, 'exportFlowFile' | 'importFlowFile'> {
  const now = (): number => Math.floor(deps.office.now().getTime() / 1000);
  return {
    async exportFlowFile({ params, body }) {
      const { only, paper } = body;
      const made = { at: now(), software: deps.accountLedgers.software };
      const file = await writeFlowFile(params.format, { document: asFlowDocument(body.document), only, paper }, made);
      return new FileStream({ ...file, onCancel: () => undefined });
    },
    async importFlowFile({ body }, scope) {
      const file = readFlowFile(body.name, body.content);
      if (file.format === 'trailmark')
        return { ...file, document: toWireFlowDocument(file.document), refused: capRefused(file.refused) };
      const { format, flow, fileHash } = file;
      const findToken = await openTokens(flow, deps, scope);
      const built = buildForeignDocument({ name: body.name, fileHash, at: now(), flow, findToken });
      return { format, document: toWireFlowDocument(built.document), refused: capRefused(built.refused) };
    },
  };
}
