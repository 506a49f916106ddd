import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { parseNetworkAddress } from '@trailmark/chains/network-address';
import type { ClusterView } from '@trailmark/core/cluster';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';
import { readAttributions } from './attribution.ts';
import { readRecords } from './attribution-flows.ts';
import { type LookupScope, openLookup } from './lookup-scope.ts';
import { type AddressWord, findLookupWords, type OutpointWord, type RefusedWord } from './lookup-words.ts';
import { addressOfOutput } from './request-packet.ts';

type Answer = RouteOutput<Contract['lookUp']>;
type Item = Answer['items'][number];

const MOST_ITEMS = 200;
const MOST_REFUSED = 200;

/** One thing to search: an address on one network. */
interface Subject {
  readonly input: string;
  readonly network: NetworkId;
  readonly address: string;
  readonly outpoint: Item['outpoint'];
}

/** The first reasons, and how many more there are. */
function capReasons(reasons: readonly RefusedWord[]): RefusedWord[] {
  const more = reasons.length - MOST_REFUSED;
  if (more <= 0) return [...reasons];
  return [...reasons.slice(0, MOST_REFUSED), { text: '…', reason: `${formatCount(more)} more were refused.` }];
}

/** One search, with a scope per network. */
export class ListLookup {
  readonly #ledgers: Ledgers;
  readonly #knowledge: Knowledge;
  readonly #read: ReadOptions;
  readonly #scopes = new Map<NetworkId, LookupScope>();

  constructor(ledgers: Ledgers, knowledge: Knowledge, read: ReadOptions) {
    this.#ledgers = ledgers;
    this.#knowledge = knowledge;
    this.#read = read;
  }

  #scope(network: NetworkId): LookupScope {
    const scope = this.#scopes.get(network) ?? openLookup(this.#ledgers, this.#knowledge, network);
    this.#scopes.set(network, scope);
    return scope;
  }

  /** Chains with blocks that labels can name. */
  #held(): { readonly ledger: ServedOutputs; readonly network: NetworkId }[] {
    return this.#ledgers.list('outputs').flatMap((ledger) => {
      const network = networkOfChain(ledger.id);
      return network !== undefined && ledger.reader.tip() ? [{ ledger, network }] : [];
    });
  }

  /** Addresses of the words that the ledgers have seen, as `network address`: one query per chain. */
  async #readSeen(words: readonly AddressWord[]): Promise<Set<string>> {
    const seen = new Set<string>();
    for (const { ledger, network } of this.#held()) {
      const owners = words
        .filter(({ networks }) => networks.includes(network))
        .map(({ text }) => readOwner(ledger, text));
      const totals = await ledger.reader.totals(
        owners.map(({ owner }) => owner),
        this.#read,
      );
      for (const { id, address } of owners) if (totals.has(id)) seen.add(`${network} ${address}`);
    }
    return seen;
  }

  /** The networks where something is known of an address; the best known one where nothing is. */
  #subjectsOf({ text, networks }: AddressWord, seen: ReadonlySet<string>): Subject[] {
    const all = networks.flatMap((network): Subject[] => {
      const parsed = parseNetworkAddress(network, text);
      return parsed.ok ? [{ input: text, network, address: parsed.address, outpoint: null }] : [];
    });
    const known = all.filter(({ network, address }) => {
      return this.#scope(network).labels.has(network, address) || seen.has(`${network} ${address}`);
    });
    const held = all.find(({ network }) => this.#scope(network).ledger !== undefined);
    return known.length > 0 ? known : [held, ...all].flatMap((subject) => subject ?? []).slice(0, 1);
  }

  async #readOutputs(
    words: readonly OutpointWord[],
  ): Promise<Map<string, { ledger: ServedOutputs; record: TransactionRecord }>> {
    const found = new Map<string, { ledger: ServedOutputs; record: TransactionRecord }>();
    const txids = [...new Set(words.map(({ txid }) => txid))];
    if (txids.length === 0) return found;
    for (const { ledger } of this.#held()) {
      const positions = await ledger.reader.positionsOf(txids, this.#read);
      const last = [...positions.values()].flatMap((list) => list.at(-1) ?? []);
      const records = await readRecords(ledger, last, this.#read);
      for (const record of records.values()) if (!found.has(record.txid)) found.set(record.txid, { ledger, record });
    }
    return found;
  }

  #toOutputSubject(
    { text, txid, vout }: OutpointWord,
    place: { readonly ledger: ServedOutputs; readonly record: TransactionRecord } | undefined,
  ): Subject | RefusedWord {
    if (!place) return { text, reason: 'No transaction with this id is in this index.' };
    const { ledger, record } = place;
    const output = record.outputs[vout];
    if (!output) {
      return { text, reason: `The transaction has outputs 0 to ${record.outputs.length - 1}, and no output ${vout}.` };
    }
    const address = addressOfOutput(ledger, record, vout);
    const network = networkOfChain(ledger.id);
    if (address === undefined || network === undefined) return { text, reason: 'This output pays nobody.' };
    return { input: text, network, address, outpoint: { txid, vout, value: output.value } };
  }

  async #attribute(subjects: readonly Subject[], view: ClusterView): Promise<Item[]> {
    const byNetwork = Map.groupBy(subjects, ({ network }) => network);
    const items = new Map<string, Item['attribution']>();
    for (const [network, group] of byNetwork) {
      const addresses = [...new Set(group.map(({ address }) => address))];
      const attributed = await readAttributions(this.#scope(network), addresses, view, this.#read);
      for (const [i, { attribution }] of attributed.entries()) items.set(`${network} ${addresses[i]}`, attribution);
    }
    return subjects.flatMap(({ input, network, address, outpoint }) => {
      const attribution = items.get(`${network} ${address}`);
      return attribution ? [{ input, outpoint, attribution }] : [];
    });
  }

  /** Searches what a text names, at most 200 things; what is refused or left out is reported. */
  async run(text: string, view: ClusterView): Promise<Pick<Answer, 'items' | 'refused' | 'skipped'>> {
    const { words, refused } = findLookupWords(text);
    const taken = words.slice(0, MOST_ITEMS);
    const seen = await this.#readSeen(taken.filter((word) => word.kind === 'address'));
    const outputs = await this.#readOutputs(taken.filter((word) => word.kind === 'outpoint'));
    const found = taken.flatMap((word): (Subject | RefusedWord)[] =>
      word.kind === 'address' ? this.#subjectsOf(word, seen) : [this.#toOutputSubject(word, outputs.get(word.txid))],
    );
    const subjects = found.filter((one) => 'network' in one);
    const absent = found.filter((one) => 'reason' in one);
    const items = await this.#attribute(subjects.slice(0, MOST_ITEMS), view);
    return {
      items,
      refused: capReasons([...absent, ...refused]),
      skipped: words.length - taken.length + Math.max(0, subjects.length - MOST_ITEMS),
    };
  }

  /** What was worked on, a scope a network. */
  get scopes(): readonly LookupScope[] {
    return [...this.#scopes.values()];
  }
}

/** Rules of an answer over several networks: those of the first one that has clusters. */
export function firstWithClusters(scopes: readonly LookupScope[]): LookupScope | undefined {
  return scopes.find(({ clusters }) => clusters !== undefined);
}
