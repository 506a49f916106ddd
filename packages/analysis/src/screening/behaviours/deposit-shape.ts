import { isPart } from '../../account-findings/account-flows.ts';
import { isOnlyDestination } from '../../account-findings/deposit-address.ts';
import { defineBehaviour } from './behaviour-rule.ts';
import { groupByAsset, type Movement } from './history.ts';
import { formatCount } from './wording.ts';

function sumOf(movements: readonly Movement[], isReceipt: boolean): bigint {
  return movements.reduce((sum, movement) => (movement.isReceipt === isReceipt ? sum + movement.amount : sum), 0n);
}

/** Others pay in, and nearly everything is forwarded to one address of a service and nowhere else. */
export const depositShape = defineBehaviour({
  id: 'deposit-shape',
  version: 1,
  title: 'Shape of a deposit address',
  nature: 'observation',
  limits: { forwardedPercent: 95, minimumSweeps: 2, minimumPayers: 2 },
  needsWhole: true,
  look({ subject, coin, movements }, { forwardedPercent, minimumSweeps, minimumPayers }) {
    const payments = movements.filter(({ isReceipt }) => !isReceipt);
    const outgoing = payments.flatMap(({ asset, others }) => others.map((address) => ({ address, asset })));
    const destination = outgoing.find(({ address }) => subject.isService(address))?.address;
    if (destination === undefined || !isOnlyDestination(outgoing, destination, coin)) return undefined;
    const sweeps = payments.filter(({ others }) => others.length === 1 && others[0] === destination);
    const payers = new Set(movements.flatMap(({ isReceipt, others }) => (isReceipt ? others.slice(0, 1) : [])));
    payers.delete(destination);
    if (sweeps.length < minimumSweeps || payers.size < minimumPayers) return undefined;
    const swept = new Set(sweeps.map(({ asset }) => asset));
    for (const [asset, group] of groupByAsset(movements))
      if (swept.has(asset) && !isPart(sumOf(group, false), sumOf(group, true), forwardedPercent * 10)) return undefined;
    return {
      sentence: `${formatCount(payers.size, 'address', 'addresses')} paid it, and at least ${forwardedPercent} % went on in ${formatCount(sweeps.length, 'payment')} to ${subject.formatAddress(destination)}, which a label calls a service's, and nowhere else. The service may know whose deposits these are.`,
      transactions: sweeps.map(({ transaction }) => transaction),
    };
  },
});
