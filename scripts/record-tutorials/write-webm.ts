/** One encoded VP9 frame. */
export interface EncodedFrame {
  readonly bytes: Uint8Array;
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly isKey: boolean;
}

export interface WebmOptions {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly app: string;
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function float(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
}

/** An EBML element: id, size in eight bytes, content (RFC 8794). */
function element(id: number, ...content: readonly Buffer[]): Buffer {
  const idBytes = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  const body = Buffer.concat(content);
  return Buffer.concat([uint(id, idBytes), Buffer.from([0x01, 0]), uint(body.length, 6), body]);
}

const text = (value: string) => Buffer.from(value, 'utf8');

function describeFile(): Buffer {
  return element(
    0x1a45dfa3,
    element(0x4286, uint(1, 1)),
    element(0x42f7, uint(1, 1)),
    element(0x42f2, uint(4, 1)),
    element(0x42f3, uint(8, 1)),
    element(0x4282, text('webm')),
    element(0x4287, uint(4, 1)),
    element(0x4285, uint(2, 1)),
  );
}

function describeTrack({ width, height }: WebmOptions): Buffer {
  const video = element(0xe0, element(0xb0, uint(width, 2)), element(0xba, uint(height, 2)));
  const track = [element(0xd7, uint(1, 1)), element(0x73c5, uint(1, 1)), element(0x83, uint(1, 1))];
  return element(0x1654ae6b, element(0xae, ...track, element(0x86, text('V_VP9')), video));
}

/** One cluster a key frame, so that a player can begin at each. */
function groupByKey(frames: readonly EncodedFrame[]): EncodedFrame[][] {
  const groups: EncodedFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(frame);
  }
  return groups;
}

function toCluster(frames: readonly EncodedFrame[]): Buffer {
  const start = Math.round(frames[0]?.at ?? 0);
  const blocks = frames.map(({ bytes, at, isKey }) =>
    element(
      0xa3,
      Buffer.from([0x81]),
      uint(Math.round(at) - start, 2),
      Buffer.from([isKey ? 0x80 : 0]),
      Buffer.from(bytes),
    ),
  );
  return element(0x1f43b675, element(0xe7, uint(start, 4)), ...blocks);
}

function toCues(groups: readonly EncodedFrame[][], positions: readonly number[]): Buffer {
  const points = groups.map((frames, i) =>
    element(
      0xbb,
      element(0xb3, uint(Math.round(frames[0]?.at ?? 0), 4)),
      element(0xb7, element(0xf7, uint(1, 1)), element(0xf1, uint(positions[i] ?? 0, 6))),
    ),
  );
  return element(0x1c53bb6b, ...points);
}

/** A WebM file of one VP9 track with its duration and an index before the pictures, so that players can seek (RFC 9559). */
export function writeWebm(frames: readonly EncodedFrame[], options: WebmOptions): Buffer {
  const app = text(options.app);
  const times = [element(0x2ad7b1, uint(1_000_000, 4)), element(0x4489, float(options.durationMs))];
  const info = element(0x1549a966, ...times, element(0x4d80, app), element(0x5741, app));
  const head = Buffer.concat([info, describeTrack(options)]);
  const groups = groupByKey(frames);
  const clusters = groups.map(toCluster);
  // Every number has a fixed length, so the index has its final size before its positions are known.
  let position = head.length + toCues(groups, []).length;
  const positions = clusters.map((cluster) => {
    const at = position;
    position += cluster.length;
    return at;
  });
  return Buffer.concat([describeFile(), element(0x18538067, head, toCues(groups, positions), ...clusters)]);
}
