import { defineProtocolUse } from './protocol-use.ts';

/** Exchanges of one asset for another by a known protocol. */
export const swapUse = defineProtocolUse({
  id: 'swap-use',
  version: 1,
  title: 'Swap use',
  nature: 'observation',
  kinds: ['swap'],
  lead: 'It exchanged assets on chain',
});
