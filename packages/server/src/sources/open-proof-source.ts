import { getChain } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { listOnDemandSources } from '@trailmark/ingest/on-demand/on-demand-catalogue';
import type { ProvenTransaction } from '@trailmark/ingest/on-demand/prove-transaction';
import { SourceAsker } from '@trailmark/ingest/on-demand/source-asker';
import type { PlaceOrder, UtxoSource } from '@trailmark/ingest/on-demand/utxo-source';
import { listSourceRows } from '@trailmark/store/cases/sources/source-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { openWayOut, readAllowance } from './fetch-address.ts';
import type { AllowFetch } from './fetch-case.ts';
import type { SourceHost } from './source-host.ts';

/** A source of a chain of the Bitcoin family that gives paths of transactions to their blocks. */
export interface ProofSource {
  prove(order: PlaceOrder): Promise<ProvenTransaction>;
  close(): void;
}

export interface ProofSourceOrder {
  readonly casework: CaseworkContext;
  readonly caller: Caller;
  readonly host: SourceHost;
  readonly chain: OutputChainId;
  readonly caseId: string;
  readonly allowFetch: AllowFetch;
  readonly maxRequests: number;
  readonly signal: AbortSignal;
}

/** Esplora before Electrum: its requests name one transaction each in the log. */
function listSources(chain: OutputChainId): readonly UtxoSource[] {
  const own = listOnDemandSources().filter((source) => 'provePlace' in source);
  return own.filter((source) => source.chain === chain).toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
}

/**
 * The first source of a chain that is turned on; undefined where none is. Throws `forbidden` where the case does not allow it, or the
 * requests of the hour are used up. Nothing has left yet.
 */
export async function openProofSource(order: ProofSourceOrder): Promise<ProofSource | undefined> {
  const { casework, caller, host, chain, caseId, allowFetch, maxRequests, signal } = order;
  const rows = await read(casework, caller, listSourceRows);
  const source = listSources(chain).find(({ id }) => rows.some((row) => row.id === id && row.isOn));
  const row = rows.find(({ id }) => id === source?.id);
  if (!source || !row) return undefined;
  const allowance = await readAllowance(casework, caller, maxRequests);
  await allowFetch(casework, caller, { id: caseId, source, isLimited: row.onlyForCases });
  const { send, close } = openWayOut({ casework, caller, host, source }, row, caseId);
  // One try a request: a report waits for a source that is silent, and a person for the report.
  const wait = async () => {
    throw new AppError('unavailable', `${source.name} did not answer.`);
  };
  const asker = new SourceAsker({ send, who: source.name, maxRequests: allowance, signal, wait });
  return { prove: (place) => source.provePlace({ chain: getChain(chain), asker }, place), close };
}
