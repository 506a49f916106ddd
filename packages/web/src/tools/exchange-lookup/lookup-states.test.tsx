import { testStates } from '../../testing/test-states.ts';

const as = 'allowed';
const LABELS = { version: '0', asOf: null, labelCount: 0 };

testStates({
  path: '/exchange-lookup/packs',
  as,
  route: 'listLabelPacks',
  empty: { answer: { labels: LABELS, items: [] }, says: /No label pack is loaded/ },
});
testStates({
  path: '/exchange-lookup/entity',
  as,
  route: 'listActors',
  empty: { answer: { labels: LABELS, items: [], total: 0, next: null }, says: /No organisation in the directory/ },
});
testStates({ path: '/exchange-lookup/entity/binance', as, route: 'getActor' });
testStates({
  path: '/exchange-lookup/btc/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  as,
  route: 'getAttribution',
});
