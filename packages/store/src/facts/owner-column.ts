import { OWNER_ROW_BYTES } from '@trailmark/core/resolved-block';
import { ByteWriter } from './native-block.ts';

/** An Array(String) column of owners: form byte and payload, empty where there is none. */
export class OwnerColumn {
  readonly bytes = new ByteWriter(1 << 20);

  /** Appends `count` owner rows from `from` on. */
  append(rows: Uint8Array, from: number, count: number): void {
    const start = this.bytes.length;
    this.bytes.reserve(count * 34);
    const target = this.bytes.buffer;
    let at = start;
    for (let row = from; row < from + count; row++) {
      const source = row * OWNER_ROW_BYTES;
      const form = rows[source] ?? 0;
      if (form === 0) {
        target[at++] = 0;
        continue;
      }
      const length = rows[source + 1] ?? 0;
      target[at++] = length + 1;
      target[at++] = form;
      for (let i = 0; i < length; i++) target[at + i] = rows[source + 8 + i] ?? 0;
      at += length;
    }
    this.bytes.truncate(at);
  }
}
