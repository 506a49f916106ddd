import { networkOfChain } from '@trailmark/core/network';
import { placeKey } from '../casework/contested-claims.ts';
import type { ReportAsker } from './report-asker.ts';
import type { FactItem, FactOrigin, ReportFacts } from './report-facts.ts';

const MOST_AT_ONCE = 5_000;

interface PartyAnswer {
  readonly items: readonly {
    readonly spelled: string;
    readonly party: { readonly key: string; readonly via?: string | undefined } | null;
    readonly claim: { readonly claimId: string } | null;
  }[];
}

/** The row of a pack that a claim is, with the version of the pack in force. */
function findOrigin({ deps }: ReportAsker, chain: string, address: string, claim: string): FactOrigin | undefined {
  const network = networkOfChain(chain);
  const labels = deps.knowledge.labels();
  const row = network && labels.labelsOf(network, address).find(({ id }) => id === claim);
  const version = row && labels.packs().find(({ id, isActive }) => id === row.pack && isActive)?.version;
  return row && version !== undefined ? { pack: row.pack, packVersion: version, row: row.id } : undefined;
}

/** Which row of which pack, in which version, names the ends of the traces, by `placeKey`, so that an outside examiner finds it. */
export async function collectOrigins(asker: ReportAsker, items: readonly FactItem[]): Promise<ReportFacts['origins']> {
  const named = items.flatMap(({ traces }) =>
    traces.flatMap(({ chain, leaves }) =>
      leaves.flatMap(({ address, party }) => (party === null || address === null ? [] : [{ chain, address }])),
    ),
  );
  const origins = new Map<string, FactOrigin>();
  for (const [chain, own] of Map.groupBy(named, (one) => one.chain)) {
    const addresses = [...new Set(own.map(({ address }) => address))];
    for (let at = 0; at < addresses.length; at += MOST_AT_ONCE) {
      const body = { chain, addresses: addresses.slice(at, at + MOST_AT_ONCE) };
      const answer = await asker.ask('describeFlowParties', { params: {}, query: {}, body });
      const { items: found } = (answer.kind === 'json' ? answer.value : { items: [] }) as unknown as PartyAnswer;
      for (const { spelled, party, claim } of found) {
        const origin = party && claim && findOrigin(asker, chain, party.via ?? spelled, claim.claimId);
        if (origin) origins.set(placeKey({ chain, address: spelled }), origin);
      }
    }
  }
  return origins;
}
