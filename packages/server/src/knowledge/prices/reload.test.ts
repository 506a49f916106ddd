import { expect, test } from 'vitest';
import { openControlSocket } from '../../cli/control-socket.ts';
import { handOverReload } from '../../cli/hand-over.ts';
import type { LedgerHost } from '../../ledger/ledger-host.ts';

test('a running server reads again what a command changed, and keeps what it has where that fails', async () => {
  const read: string[] = [];
  const reloads = new Map([
    ['prices', () => void read.push('prices')],
    [
      'broken',
      () => {
        throw new Error('damaged');
      },
    ],
  ]);
  const controlSocket = await openControlSocket({} as LedgerHost, reloads);
  try {
    expect(await handOverReload(controlSocket.control, 'prices')).toBe(true);
    expect(await handOverReload(controlSocket.control, 'other')).toBe(false);
    expect(read).toEqual(['prices']);
    await expect(handOverReload(controlSocket.control, 'broken')).rejects.toMatchObject({ kind: 'unavailable' });
    const stranger = { ...controlSocket.control, token: 'x'.repeat(64) };
    await expect(handOverReload(stranger, 'prices')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(read).toEqual(['prices']);
  } finally {
    controlSocket.close();
  }
});
