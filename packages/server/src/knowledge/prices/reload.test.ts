import { expect, test } from 'vitest';
import { openControlDoor } from '../../cli/control-door.ts';
import { handOverReload } from '../../cli/hand-over.ts';
import type { LedgerHost } from '../../ledger-host.ts';

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
  const door = await openControlDoor({} as LedgerHost, reloads);
  try {
    expect(await handOverReload(door.control, 'prices')).toBe(true);
    expect(await handOverReload(door.control, 'other')).toBe(false);
    expect(read).toEqual(['prices']);
    await expect(handOverReload(door.control, 'broken')).rejects.toMatchObject({ kind: 'unavailable' });
    const stranger = { ...door.control, token: 'x'.repeat(64) };
    await expect(handOverReload(stranger, 'prices')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(read).toEqual(['prices']);
  } finally {
    door.close();
  }
});
