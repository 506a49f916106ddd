import { defineProtocolUse } from './protocol-use.ts';

/** Transfers to and from other networks by a known bridge. */
export const bridgeUse = defineProtocolUse({
  id: 'bridge-use',
  version: 1,
  title: 'Bridge use',
  nature: 'observation',
  kinds: ['bridge-out', 'bridge-in'],
  lead: 'It moved assets to or from other networks',
});
