import { testStates } from '../../testing/test-states.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

testStates({ path: '/Track/btc/block/170', route: 'getBlock' });
testStates({ path: `/Track/btc/tx/${'a1'.repeat(32)}`, route: 'getTransaction' });
testStates({ path: `/Track/btc/address/${ADDRESS}`, route: 'getAddress' });
