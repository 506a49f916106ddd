import { defineBehaviour } from './behaviour-rule.ts';
import { findCrowd } from './one-off-parties.ts';
import { HOUR } from './slide.ts';
import { formatDate, formatSums } from './wording.ts';

/** Many who pay at no other time, in one day. */
export const fanIn = defineBehaviour({
  id: 'fan-in',
  version: 1,
  title: 'Fan-in',
  nature: 'observation',
  limits: { minimumParties: 10, windowHours: 24, shareOfPartiesPercent: 50 },
  needsWhole: true,
  look({ subject, received }, { minimumParties, windowHours, shareOfPartiesPercent }) {
    const crowd = findCrowd(received, subject, windowHours * HOUR);
    if (!crowd || crowd.parties < minimumParties) return undefined;
    if (crowd.parties * 100 < crowd.allParties * shareOfPartiesPercent) return undefined;
    const sums = formatSums(crowd.flows, subject);
    const from = formatDate(crowd.flows[0]?.time ?? 0);
    return {
      sentence: `${crowd.parties} of ${crowd.allParties} addresses that paid it did so only within ${windowHours} hours from ${from}: ${sums}.`,
      transactions: crowd.flows.map(({ transaction }) => transaction),
    };
  },
});
