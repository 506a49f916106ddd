/** Notifies listeners that the blocks of a chain changed: once for each write, however many blocks it was. */
export class ChangeSignal {
  private readonly listeners = new Set<() => void>();
  private told = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Call after a write with the version of what was written; silent where it did not change. */
  settle(version: number): void {
    if (version === this.told) return;
    this.told = version;
    for (const listener of this.listeners) listener();
  }
}
