import { AppError } from '@trailmark/core/errors';
import { openClusters, readFilter } from '../../attribution/clusters/cluster-answer.ts';
import { type OwnerPair, readWhyTogether, writeClusterProof } from '../../attribution/clusters/why-together.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';

function readPair(ledger: ServedOutputs, params: { readonly address: string; readonly other: string }): OwnerPair {
  const [a, b] = [readOwner(ledger, params.address), readOwner(ledger, params.other)];
  if (a.id === b.id) throw new AppError('invalid', 'Two different addresses are needed; both name the same one.');
  return [a, b];
}

function toList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function shorten(address: string): string {
  return address.replace(/[^A-Za-z0-9]/g, '').slice(0, 12);
}

/** Why two addresses are in one cluster, on the screen and as a file. */
export function createWhyHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'whyTogether' | 'exportClusterProof'> {
  return {
    async whyTogether({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const pair = readPair(ledger, params);
      const filter = await readFilter(ledger, toList(query.withoutRules), toList(query.withoutTransactions), read);
      const scope = openClusters(ledgers, knowledge, params.chain);
      return readWhyTogether(scope, pair, { view: query.view, filter }, read);
    },

    async exportClusterProof({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const pair = readPair(scope.ledger, params);
      const file = await writeClusterProof(scope, pair, query.view, read);
      const [a, b] = pair.map(({ address }) => shorten(address));
      return new FileStream({
        name: `${scope.ledger.id}-proof-${a}-${b}.json`,
        mediaType: 'application/json',
        chunks: once(file),
        onCancel: () => {},
      });
    },
  };
}
