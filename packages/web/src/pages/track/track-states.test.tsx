import { AppError } from '@trailmark/core/errors';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, openScreen } from '../../testing/open-screen.tsx';
import { testStates } from '../../testing/test-states.ts';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

testStates({ path: '/Track/btc/block/170', route: 'getBlock' });
testStates({ path: `/Track/btc/tx/${'a1'.repeat(32)}`, route: 'getTransaction' });
testStates({ path: `/Track/btc/address/${ADDRESS}`, route: 'getAddress' });

test('a transaction that a replacement pushed out is shown with what was kept of it', async () => {
  const [txid, replacement] = ['c3'.repeat(32), 'd4'.repeat(32)];
  const gone = new AppError('not-found', 'No Bitcoin transaction with this id is in this index.');
  const sighting = { firstSeen: 1_700_000_000, lastSeen: 1_700_000_600, height: null, blockHash: null };
  openScreen(`/Track/btc/tx/${txid}`, {
    getTransaction: gone,
    getTransactionEvidence: {
      asOf: { chain: 'btc', height: 170, hash: txid, time: 1_700_001_000, software: 'Trailmark test' },
      txid,
      isMined: false,
      items: [{ ...sighting, reason: 'replaced', replacedBy: replacement, hex: '01000000' }],
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Kept as evidence' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /d4d4/ }))
    .toHaveAttribute('href', `/Track/btc/tx/${replacement}`);
  await expectAccessible();
});
