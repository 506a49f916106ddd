import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EnhancedReport } from '@trailmark/api/contract/enhanced-report';
import { AppError } from '@trailmark/core/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { type ReportParams, reportQuery } from './queries.ts';

export type Draft = EnhancedReport['draft'];

/** How long a pause in typing is before the draft is saved. */
const PAUSE_MS = 600;

export interface DraftState {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
  /** Saved on the server as it is here. */
  readonly isSaved: boolean;
  readonly error: Error | undefined;
  /** Somebody saved another draft: theirs, for the choice. */
  readonly theirs: EnhancedReport | undefined;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** The draft while it is written: saved on the server after each pause, with what somebody else saved kept apart. */
export function useDraft(params: ReportParams, report: EnhancedReport): DraftState {
  const client = useQueryClient();
  const [draft, setDraft] = useState(report.draft);
  const [isSaved, setSaved] = useState(true);
  const [theirs, setTheirs] = useState<EnhancedReport | undefined>();
  const version = useRef(report.version);
  const latest = useRef(draft);
  latest.current = draft;
  const save = useMutation({
    mutationFn: (sent: Draft) =>
      api.call('saveEnhancedReport', { params: { ...params }, body: { version: version.current, draft: sent } }),
    onSuccess: (saved, sent) => {
      version.current = saved.version;
      client.setQueryData(reportQuery(params).queryKey, saved);
      setSaved(latest.current === sent);
    },
    onError: async (error) => {
      if (!AppError.is(error, 'conflict')) return;
      setTheirs(await api.call('getEnhancedReport', { params: { ...params } }));
    },
  });
  const { mutate, isPending } = save;
  useEffect(() => {
    if (isSaved || isPending || theirs) return;
    const timer = setTimeout(() => mutate(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, isSaved, isPending, theirs, mutate]);
  const change = useCallback((more: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...more }));
    setSaved(false);
  }, []);
  const settle = (chosen: Draft, wasSaved: boolean): void => {
    if (theirs) version.current = theirs.version;
    if (theirs && wasSaved) client.setQueryData(reportQuery(params).queryKey, theirs);
    setDraft(chosen);
    setTheirs(undefined);
    setSaved(wasSaved);
    save.reset();
  };
  return {
    ...{ draft, change, isSaved, theirs },
    error: save.error && !AppError.is(save.error, 'conflict') ? save.error : undefined,
    keepMine: () => settle(draft, false),
    takeTheirs: () => theirs && settle(theirs.draft, true),
  };
}
