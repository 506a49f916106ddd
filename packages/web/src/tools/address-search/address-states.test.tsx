import { testStates } from '../../testing/test-states.ts';

testStates({
  path: '/address-search/btc/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  as: 'allowed',
  route: 'getAddress',
});
