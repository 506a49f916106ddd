/** Numbers in one typed array that doubles when it is full. `data` changes with growth: read it again after a push. */
export class GrowingUint32 {
  data: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Uint32Array(capacity);
  }

  /** Makes room for so many numbers in all. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const wider = new Uint32Array(capacity);
    wider.set(this.data);
    this.data = wider;
  }

  push(value: number): number {
    if (this.length === this.data.length) this.reserve(this.data.length * 2);
    this.data[this.length] = value;
    return this.length++;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  truncate(length: number): void {
    this.length = length;
  }
}

/** As GrowingUint32, for positions, which need 53 bits. */
export class GrowingFloat64 {
  data: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Float64Array(capacity);
  }

  push(value: number): number {
    if (this.length === this.data.length) {
      const wider = new Float64Array(this.data.length * 2);
      wider.set(this.data);
      this.data = wider;
    }
    this.data[this.length] = value;
    return this.length++;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  truncate(length: number): void {
    this.length = length;
  }
}

/** First index whose value is at least `wanted`, in an ascending column. */
export function lowerBound(column: GrowingFloat64, wanted: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.at(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
