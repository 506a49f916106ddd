import type { ActionKind } from '@trailmark/core/protocol-action';
import type { BehaviourPattern, SeenTransaction } from '@trailmark/core/screening/behaviour';
import { type Behaviour, defineBehaviour } from './behaviour-rule.ts';
import { formatCount, listWords } from './wording.ts';

const PROTOCOLS_NAMED = 4;

interface Use extends Pick<BehaviourPattern, 'id' | 'title' | 'nature'> {
  readonly version: number;
  readonly kinds: readonly ActionKind[];
  /** What it did, before the names: `It used a mixer`. */
  readonly lead: string;
}

function add(uses: Map<string, SeenTransaction[]>, protocol: string, transaction: SeenTransaction): void {
  const same = uses.get(protocol);
  if (same) same.push(transaction);
  else uses.set(protocol, [transaction]);
}

/** The transactions in which each protocol did something of some kinds. */
function listUses(
  transactions: readonly SeenTransaction[],
  kinds: readonly ActionKind[],
): Map<string, SeenTransaction[]> {
  const uses = new Map<string, SeenTransaction[]>();
  for (const transaction of transactions) {
    const own = transaction.actions?.filter(({ kind }) => kinds.includes(kind)) ?? [];
    for (const protocol of new Set(own.map((action) => action.protocol))) add(uses, protocol, transaction);
  }
  return uses;
}

/** Use of protocols of some kinds, as far as logs were read. */
export function defineProtocolUse({ kinds, lead, ...rest }: Use): Behaviour {
  return defineBehaviour({
    ...rest,
    limits: { minimumTransactions: 1 },
    needsWhole: false,
    look({ transactions }, { minimumTransactions }) {
      const uses = listUses(transactions, kinds);
      const found = new Set([...uses.values()].flat());
      if (found.size < minimumTransactions) return undefined;
      const named = [...uses]
        .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
        .slice(0, PROTOCOLS_NAMED)
        .map(([protocol, seen]) => `${protocol} (${formatCount(seen.length, 'time')})`);
      const read = transactions.filter(({ actions }) => actions !== undefined).length;
      const part = read < transactions.length ? ` Logs of ${formatCount(read, 'transaction')} were read.` : '';
      return { sentence: `${lead}: ${listWords(named)}.${part}`, transactions: found };
    },
  });
}
