export interface Row {
  /** Where it would like to be. */
  readonly wish: number;
  readonly height: number;
}

interface Block {
  /** Sum of wishes, each less the distance from the start of the block. */
  sum: number;
  count: number;
  height: number;
  readonly from: number;
}

/**
 * Places that keep the given order and the heights, and are as near to the wishes as that allows (least squares, by pooling
 * neighbours that press on each other).
 */
export function settleRows(rows: readonly Row[]): number[] {
  const blocks: Block[] = [];
  rows.forEach(({ wish, height }, i) => {
    let block: Block = { sum: wish - height / 2, count: 1, height, from: i };
    for (let above = blocks.at(-1); above; above = blocks.at(-1)) {
      const start = above.sum / above.count;
      if (start + above.height <= block.sum / block.count) break;
      blocks.pop();
      block = {
        sum: above.sum + block.sum - block.count * above.height,
        count: above.count + block.count,
        height: above.height + block.height,
        from: above.from,
      };
    }
    blocks.push(block);
  });
  const places = new Array<number>(rows.length).fill(0);
  blocks.forEach((block, b) => {
    let top = block.sum / block.count;
    for (let i = block.from; i < (blocks[b + 1]?.from ?? rows.length); i += 1) {
      const height = rows[i]?.height ?? 0;
      places[i] = top + height / 2;
      top += height;
    }
  });
  return places;
}
