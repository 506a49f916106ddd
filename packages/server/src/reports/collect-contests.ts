import { type Contest, findContestedNames, type NamedAddress } from '../casework/contested-claims.ts';
import type { ReportAsker } from './report-asker.ts';
import type { FactItem } from './report-facts.ts';

interface PartyAnswer {
  readonly items: readonly {
    readonly spelled: string;
    readonly claim: { readonly claimId: string } | null;
  }[];
}

/** Which addresses of the traces are named by a label that the agency contests today. */
export function collectContests(
  { ask, caller, deps }: ReportAsker,
  items: readonly FactItem[],
): Promise<ReadonlyMap<string, Contest>> {
  const named = items.flatMap(({ traces }) =>
    traces.flatMap(({ chain, leaves }) =>
      leaves.flatMap(({ address, party }): NamedAddress[] =>
        party === null || address === null ? [] : [{ chain, address, via: party.via }],
      ),
    ),
  );
  return findContestedNames(deps.casework, caller, named, async (chain, addresses) => {
    const answer = await ask('describeFlowParties', { params: {}, query: {}, body: { chain, addresses } });
    const { items: found } = (answer.kind === 'json' ? answer.value : { items: [] }) as unknown as PartyAnswer;
    return new Map(found.flatMap(({ spelled, claim }) => (claim ? [[spelled, claim.claimId] as const] : [])));
  });
}
