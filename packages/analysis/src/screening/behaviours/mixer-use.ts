import { defineProtocolUse } from './protocol-use.ts';

/** Deposits to and withdrawals from mixer contracts that a known protocol decodes. */
export const mixerUse = defineProtocolUse({
  id: 'mixer-use',
  version: 1,
  title: 'Mixer contract use',
  nature: 'risk',
  kinds: ['mixer-deposit', 'mixer-withdrawal'],
  lead: 'It took part in deposits to or withdrawals from a mixer contract',
});
