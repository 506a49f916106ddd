import type { CategoryId } from '@trailmark/core/category';
import type { Actor, StoredLabel } from '@trailmark/core/label';
import type { Finding } from './finding.ts';
import type { AttributionSubject } from './subject.ts';
import { isService, nameOf, quote, serviceKey } from './wording.ts';

/** A service that works on the wallets of another: `operator` deals with the customer, the host holds the keys. */
export interface NestedService {
  /** The claim that names the operator. */
  readonly operatorLabel: StoredLabel;
  readonly operator: string;
  readonly hostId: string | undefined;
  readonly hostName: string;
  /** In one sentence, ending with a full stop. */
  readonly reason: string;
}

/** "Coinguru on Binance": who is named first is the customer of who is named second. */
const ON_ANOTHER = /^(.{2,80}?)\s+(?:on|at|via|through|hosted (?:by|on|at)|@)\s+(.{2,80})$/iu;
const HOST_DETAILS = ['host', 'hosted_by', 'custodian'] as const;
/** Services that often keep their customers' coins in accounts of an exchange or a custodian. */
const OFTEN_HOSTED: readonly CategoryId[] = ['payment_processor', 'instant_swap', 'p2p', 'atm', 'gambling', 'market'];
const HOSTS: readonly CategoryId[] = ['exchange', 'custody', 'hosted_wallet', 'high_risk_exchange'];

function statedHost({ labels, actors }: AttributionSubject): NestedService | undefined {
  for (const label of labels.filter(isService)) {
    const detail = HOST_DETAILS.flatMap((name) => label.details[name] ?? [])[0];
    const host: Actor | undefined = detail === undefined ? undefined : (actors.byId(detail) ?? actors.byName(detail));
    if (detail === undefined || (host && host.id === label.actor)) continue;
    return {
      operatorLabel: label,
      operator: nameOf(label, actors),
      hostId: host?.id,
      hostName: quote(host?.label ?? detail),
      reason: 'a source names a host.',
    };
  }
  return undefined;
}

function namedHost({ labels, actors }: AttributionSubject): NestedService | undefined {
  for (const label of labels.filter(isService)) {
    const [, operator = '', hostName = ''] = ON_ANOTHER.exec(label.label) ?? [];
    const host = hostName === '' ? undefined : actors.byName(hostName.trim());
    // Only names of the directory count: "payments on hold" names nobody.
    if (!host) continue;
    const own = label.actor === undefined || label.actor === host.id ? quote(operator) : nameOf(label, actors);
    const reason = `a source calls the address ${quote(label.label)}.`;
    return { operatorLabel: label, operator: own, hostId: host.id, hostName: quote(host.label), reason };
  }
  return undefined;
}

function sharedWallet({ labels, conservative, actors }: AttributionSubject): NestedService | undefined {
  const all = [...labels, ...(conservative?.claims.map(({ label }) => label) ?? [])];
  const customer = all.find(({ category }) => OFTEN_HOSTED.includes(category));
  const host = all.find(({ category }) => HOSTS.includes(category));
  if (!customer || !host || serviceKey(customer) === serviceKey(host)) return undefined;
  return {
    operatorLabel: customer,
    operator: nameOf(customer, actors),
    hostId: host.actor,
    hostName: nameOf(host, actors),
    reason: 'sources attribute addresses of one conservative cluster to both.',
  };
}

/** Whether a source, or the cluster, says that the named service is a customer of another. */
export function findHost(subject: AttributionSubject, finding: Finding): NestedService | undefined {
  if (finding.verdict === 'other-label') return undefined;
  return statedHost(subject) ?? namedHost(subject) ?? sharedWallet(subject);
}
