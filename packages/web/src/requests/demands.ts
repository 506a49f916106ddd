/** What a call may require of the person before it continues: to open a locked session, or to prove a factor again. */
export type DemandKind = 'locked' | 'step-up';

interface Demand {
  readonly kind: DemandKind;
  readonly answer: Promise<boolean>;
  readonly settle: (isMet: boolean) => void;
}

/** Holds what calls are waiting for; several calls wait for the same answer. */
export interface DemandService {
  /** Comes back with whether the person did it. */
  ask(kind: DemandKind): Promise<boolean>;
  settle(kind: DemandKind, isMet: boolean): void;
  /** The demand to show now: the lock comes before everything else. */
  current(): DemandKind | null;
  subscribe(listener: () => void): () => void;
}

export function createDemandService(): DemandService {
  const demands = new Map<DemandKind, Demand>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    ask: (kind) => {
      const waiting = demands.get(kind);
      if (waiting) return waiting.answer;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      demands.set(kind, { kind, answer: promise, settle: resolve });
      tell();
      return promise;
    },
    settle: (kind, isMet) => {
      const demand = demands.get(kind);
      if (!demand) return;
      demands.delete(kind);
      demand.settle(isMet);
      tell();
    },
    current: () => (demands.has('locked') ? 'locked' : demands.has('step-up') ? 'step-up' : null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one demand service of the page. */
export const demandService: DemandService = createDemandService();
