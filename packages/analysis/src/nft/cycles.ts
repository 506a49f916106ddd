/** A directed graph in compressed rows: the targets of node `n` are `targets[starts[n]] … targets[starts[n + 1] - 1]`, each once. */
export interface CycleGraph {
  readonly nodeCount: number;
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
}

export interface CycleLimits {
  readonly minLength: number;
  readonly maxLength: number;
  /** Steps of the search over the whole graph, those back to each root too: a dense graph has more cycles than can be listed. */
  readonly maxSteps: number;
}

/** Where cycles are searched: arrays that grow once and serve every graph. */
export class CycleFinder {
  #distance = new Int32Array(0);
  #stamp = new Uint32Array(0);
  #queue = new Uint32Array(0);
  #onPath = new Uint8Array(0);
  #sources = new Uint32Array(0);
  #sourceStarts = new Uint32Array(0);
  #round = 0;
  /** Steps that the last search took. */
  steps = 0;
  /** Edges that the last search for ways back looked at. */
  #looked = 0;
  readonly #path = new Uint32Array(64);
  readonly #cursor = new Uint32Array(64);

  /**
   * Every simple cycle of `minLength` to `maxLength` nodes, once each, its smallest node first. `visit` gets a view that is
   * overwritten afterwards. False where the limit of steps ended the search.
   */
  find(graph: CycleGraph, limits: CycleLimits, visit: (path: Uint32Array) => void): boolean {
    this.#grow(graph.nodeCount, graph.targets.length);
    this.#reverse(graph);
    let left = limits.maxSteps;
    for (let root = 0; root < graph.nodeCount; root++) {
      const canReturn = this.#reach(graph, root, limits.maxLength);
      left -= this.#looked;
      if (canReturn && left > 0) left = this.#search(graph, root, limits, left, visit);
      if (left <= 0) break;
    }
    this.steps = limits.maxSteps - Math.max(left, 0);
    return left > 0;
  }

  #grow(nodes: number, edges: number): void {
    if (this.#distance.length < nodes) {
      const size = Math.max(nodes, this.#distance.length * 2);
      this.#distance = new Int32Array(size);
      this.#stamp = new Uint32Array(size);
      this.#queue = new Uint32Array(size);
      this.#onPath = new Uint8Array(size);
      this.#sourceStarts = new Uint32Array(size + 1);
      this.#round = 0;
    }
    if (this.#sources.length < edges) this.#sources = new Uint32Array(Math.max(edges, this.#sources.length * 2));
  }

  #reverse({ nodeCount, starts, targets }: CycleGraph): void {
    const heads = this.#sourceStarts.fill(0, 0, nodeCount + 1);
    const edges = starts[nodeCount] as number;
    for (let i = 0; i < edges; i++) (heads[(targets[i] as number) + 1] as number)++;
    for (let n = 0; n < nodeCount; n++) (heads[n + 1] as number) += heads[n] as number;
    const next = this.#queue;
    for (let n = 0; n < nodeCount; n++) next[n] = heads[n] as number;
    for (let n = 0; n < nodeCount; n++)
      for (let i = starts[n] as number; i < (starts[n + 1] as number); i++)
        this.#sources[(next[targets[i] as number] as number)++] = n;
  }

  /** Steps back to the root from every larger node that can return within the length. False where none can. */
  #reach({ starts }: CycleGraph, root: number, maxLength: number): boolean {
    this.#looked = 0;
    if (starts[root] === starts[root + 1]) return false;
    this.#round++;
    const [distance, stamp, queue, heads] = [this.#distance, this.#stamp, this.#queue, this.#sourceStarts];
    let [head, tail] = [0, 0];
    queue[tail++] = root;
    stamp[root] = this.#round;
    distance[root] = 0;
    while (head < tail) {
      const node = queue[head++] as number;
      const away = (distance[node] as number) + 1;
      if (away >= maxLength) continue;
      this.#looked += (heads[node + 1] as number) - (heads[node] as number);
      for (let i = heads[node] as number; i < (heads[node + 1] as number); i++) {
        const source = this.#sources[i] as number;
        if (source <= root || stamp[source] === this.#round) continue;
        stamp[source] = this.#round;
        distance[source] = away;
        queue[tail++] = source;
      }
    }
    return tail > 1;
  }

  /** Least steps from a node back to the root of the round; more than any length where it cannot return. */
  #stepsBack(node: number): number {
    return this.#stamp[node] === this.#round ? (this.#distance[node] as number) : Number.MAX_SAFE_INTEGER;
  }

  #search(
    { starts, targets }: CycleGraph,
    root: number,
    { minLength, maxLength }: CycleLimits,
    steps: number,
    visit: (path: Uint32Array) => void,
  ): number {
    const [path, cursor, onPath] = [this.#path, this.#cursor, this.#onPath];
    let depth = 0;
    let left = steps;
    path[0] = root;
    cursor[0] = starts[root] as number;
    while (depth >= 0) {
      const node = path[depth] as number;
      const at = (cursor[depth] as number)++;
      if (at >= (starts[node + 1] as number)) {
        onPath[node] = 0;
        depth--;
        continue;
      }
      const target = targets[at] as number;
      if (target === root) {
        if (depth + 1 >= minLength) visit(path.subarray(0, depth + 1));
        continue;
      }
      // The path with the target has depth + 2 nodes, and at least `distance - 1` more before it is closed.
      if (onPath[target] || depth + 1 + this.#stepsBack(target) > maxLength) continue;
      if (--left <= 0) break;
      onPath[target] = 1;
      path[++depth] = target;
      cursor[depth] = starts[target] as number;
    }
    for (; depth >= 0; depth--) onPath[path[depth] as number] = 0;
    return left;
  }
}
