import { useCallback, useState } from 'react';

export interface IdSet {
  readonly ids: ReadonlySet<string>;
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
}

/** Rows that are expanded or selected. */
export function useIdSet(): IdSet {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const has = useCallback((id: string) => ids.has(id), [ids]);
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, has, toggle, clear };
}
