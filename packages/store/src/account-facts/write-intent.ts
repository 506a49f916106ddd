import { existsSync, readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Position } from '@trailmark/core/position';
import { withRoom } from '../full-disk.ts';

/**
 * What is about to change, on disk before the first row does: a crash in between is repaired at the next start. An insert
 * that never got its block rows is taken back; a removal is repeated; an exchange is repeated from files that were made
 * durable before.
 */
export type AccountIntent =
  | { readonly kind: 'insert'; readonly heights: readonly number[] }
  | { readonly kind: 'remove'; readonly fromHeight: number; readonly toHeight: number }
  | {
      readonly kind: 'exchange';
      /** Heights of which every row gives way. */
      readonly heights: readonly number[];
      /** Heights of which only the block row gives way. */
      readonly rewritten: readonly number[];
      /** Places whose rows give way. */
      readonly cleared: readonly Position[];
      /** Places that get rows: taken out as well before a second attempt. */
      readonly written: readonly Position[];
    };

/** The one intent of a chain's writer. */
export class IntentFile {
  private readonly path: string;

  constructor(directory: string) {
    this.path = join(directory, 'account-intent.json');
  }

  read(): AccountIntent | undefined {
    if (!existsSync(this.path)) return undefined;
    return JSON.parse(readFileSync(this.path, 'utf8')) as AccountIntent;
  }

  async write(intent: AccountIntent): Promise<void> {
    const temporary = `${this.path}.new`;
    await withRoom(dirname(this.path), async () => {
      const file = await open(temporary, 'w');
      try {
        await file.writeFile(JSON.stringify(intent));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.path);
    });
  }

  clear(): void {
    rmSync(this.path, { force: true });
  }
}
