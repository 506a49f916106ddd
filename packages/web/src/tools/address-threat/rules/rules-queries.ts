import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api.ts';
import { stringifySearch } from '../../../search-params.ts';
import type { RulesDraft } from './rules-draft.ts';

/** Everything about rules begins with this key: invalidate it after a proposal or a decision. */
export const RULES_KEY = ['threat-rules'] as const;

export type RulesVersion = Answer<'getThreatRules'>;
export type VersionHead = Answer<'listThreatRules'>['items'][number];

export function versionsQuery() {
  return queryOptions({
    queryKey: [...RULES_KEY, 'list'],
    queryFn: ({ signal }) => api.call('listThreatRules', { signal }),
  });
}

/** `default`, `in-force` or the id of a version. */
export function versionQuery(version: string) {
  return queryOptions({
    queryKey: [...RULES_KEY, 'one', version],
    queryFn: ({ signal }) => api.call('getThreatRules', { params: { version }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the server states about a draft; requested again with every change of it. */
export function checkQuery(draft: RulesDraft | undefined) {
  return queryOptions({
    queryKey: [...RULES_KEY, 'check', draft],
    queryFn: ({ signal }) => api.call('checkThreatRules', { body: { content: { ...draft } }, signal }),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
  });
}

export function rulesUrl(version?: string): string {
  return `/address-threat/rules${stringifySearch({ version })}`;
}
