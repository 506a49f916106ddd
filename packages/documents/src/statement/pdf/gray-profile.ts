/** A number as s15Fixed16 of the ICC specification (4.3). */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}

function tagged(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts]);
  return Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
}

function count(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A description (ICC.1:2001-04, 6.5.17): ASCII, no Unicode, no script code. */
function description(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1');
  return tagged('desc', count(ascii.length), ascii, Buffer.alloc(4 + 4 + 2 + 1 + 67));
}

/**
 * A profile of a gray monitor with gamma 2.2 and the white of D50 (ICC.1:2001-04): statements are black on white, and an archival
 * file states what black means. Made here, so no foreign file is embedded.
 */
export function createGrayProfile(): Buffer {
  const white = tagged('XYZ ', fixed(0.9642), fixed(1), fixed(0.8249));
  const curve = tagged('curv', count(1), Buffer.from([2, 0x33, 0, 0]));
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', description('Gray, gamma 2.2')],
    ['cprt', tagged('text', Buffer.from('No copyright\0', 'latin1'))],
    ['wtpt', white],
    ['kTRC', curve],
  ];
  const table: Buffer[] = [count(tags.length)];
  let offset = 128 + 4 + tags.length * 12;
  for (const [name, body] of tags) {
    table.push(Buffer.from(name, 'latin1'), count(offset), count(body.length));
    offset += body.length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset, 0);
  head.writeUInt32BE(0x02100000, 8);
  head.write('mntrGRAYXYZ ', 12, 'latin1');
  // 1 January 2000: a profile has a date, and this one never changes.
  for (const [i, part] of [2000, 1, 1].entries()) head.writeUInt16BE(part, 24 + i * 2);
  head.write('acsp', 36, 'latin1');
  Buffer.concat([fixed(0.9642), fixed(1), fixed(0.8249)]).copy(head, 68);
  return Buffer.concat([head, ...table, ...tags.map(([, body]) => body)]);
}
