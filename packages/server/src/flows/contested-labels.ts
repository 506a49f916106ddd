import { isChainId } from '@trailmark/core/chain';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { LabelReader } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import { listLabelAppeals } from '@trailmark/store/cases/label-appeals/label-appeal-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeContest, listContests, placeKey } from '../casework/contested-claims.ts';
import { readOwn } from '../casework/own-account.ts';
import { listOwnClaims, nameOfClaim } from '../tracing/parties.ts';

/** A label that names an address, and that the agency contests: plain data, which a thread takes. */
export interface ContestedLabel {
  readonly chain: string;
  readonly address: string;
  readonly name: string;
  readonly note: string;
}

/** Appeals of one agency that are read; the newest count. */
const MOST_APPEALS = 5_000;

/** The labels that the caller's agency contests, where they name their address today. */
export async function listContestedLabels(
  casework: CaseworkContext,
  caller: Caller,
  labels: LabelReader,
): Promise<readonly ContestedLabel[]> {
  const rows = await readOwn(casework, caller, (tx) => listLabelAppeals(tx, { limit: MOST_APPEALS }));
  const places = new Map(rows.map(({ chain, address }) => [placeKey({ chain, address }), { chain, address }]));
  const contests = await listContests(casework, caller, [...places.values()]);
  return contests.flatMap(({ chain, address, label, contest }) => {
    const [claim] = isChainId(chain) ? listOwnClaims(labels, networkOfChain(chain), address) : [];
    if (claim?.id !== label) return [];
    return [{ chain, address, name: nameOfClaim(labels, claim), note: describeContest(contest) }];
  });
}

/** Notes of a document by the ids of its nodes: a document that has an older name is not about the label of today. */
export function findFlowNotes(
  { nodes }: FlowDocument,
  contested: readonly ContestedLabel[],
): ReadonlyMap<string, string> {
  const byPlace = new Map(contested.map((one) => [placeKey(one), one]));
  if (byPlace.size === 0) return new Map();
  return new Map(
    Object.values(nodes).flatMap(({ id, chain, text, party }) => {
      const found = party && byPlace.get(placeKey({ chain, address: party.via ?? text }));
      return found && found.name === party.name ? [[id, found.note] as const] : [];
    }),
  );
}
