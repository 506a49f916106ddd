import { defineTheftPattern, type TheftFinding } from './theft-pattern.ts';

/** The item went to an address, or by a contract, that a label marks as fraudulent, and nothing was paid. */
export const fraudContact = defineTheftPattern({
  id: 'fraud-contact',
  version: 1,
  title: 'To or through an address reported as fraudulent',
  innocent: 'A label that is wrong, or that came with another owner of the address.',
  find({ events, fraudLabel }): TheftFinding[] {
    return events.flatMap((event, i) => {
      if (event.kind !== 'transfer' || event.from === '' || event.to === '') return [];
      const label = fraudLabel(event.to) ?? fraudLabel(event.called) ?? fraudLabel(event.sender);
      if (label === undefined) return [];
      const note = `A label states: ${label}.`;
      return [{ pattern: this.id, event: i, victim: event.from, taker: event.to, approval: undefined, note }];
    });
  },
});
