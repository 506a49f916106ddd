export interface ReadOptions {
  /** Aborting ends the work in the store too. */
  readonly signal?: AbortSignal | undefined;
}
