import type { WatchDetail, WatchKinds } from '@trailmark/api/contract/watch';
import type { ChainId } from '@trailmark/core/chain';
import type { WatchCondition, WatchFold } from '@trailmark/core/watch';
import type { PreviewInput } from '../../monitoring.ts';

/** A watch as it is being written. */
export interface WatchDraft {
  readonly name: string;
  readonly kind: string;
  readonly chain: ChainId;
  readonly subject: string;
  /** Each line of the subject is a watch of its own. */
  readonly isBulk: boolean;
  readonly conditions: readonly WatchCondition[];
  readonly confirmations: number;
  readonly folds: readonly WatchFold[];
  readonly quiet: { readonly from: string; readonly to: string; readonly zone: string } | null;
  readonly channels: readonly string[];
  readonly recipients: readonly string[];
  readonly expiresOn: string;
}

export const FOLD_WORDS: Readonly<Record<WatchFold, string>> = {
  dust: 'Dust',
  spam: 'Spam tokens',
  'zero-value': 'Zero-value transfers',
};

/** The default for a subject of which nothing is entered. */
const OF_CASE = 'case';

/** The draft with another kind of what is watched. */
export function withKind(kinds: WatchKinds, draft: WatchDraft, id: string): Partial<WatchDraft> {
  const isOfCase = kinds.subjects.some((kind) => kind.id === id && kind.isOfCase);
  if (isOfCase) return { kind: id, subject: OF_CASE, isBulk: false };
  const was = kinds.subjects.some((kind) => kind.id === draft.kind && kind.isOfCase);
  return { kind: id, ...(was ? { subject: '' } : {}) };
}

export function createDraft(kinds: WatchKinds, given: Partial<WatchDraft>): WatchDraft {
  const [chain] = kinds.chains;
  return {
    ...{ name: '', kind: 'addresses', chain: chain?.id ?? 'btc', subject: '', isBulk: false, confirmations: 1 },
    conditions: [{ rule: 'direction', setting: { is: 'either' } }],
    folds: ['dust', 'spam', 'zero-value'],
    ...{ quiet: null, channels: [], recipients: [], expiresOn: '' },
    ...given,
  };
}

export function draftOf(watch: WatchDetail): Partial<WatchDraft> {
  const { name, kind, chain, entered, conditions, confirmations, folds, quiet, channels, recipients, expiresOn } =
    watch;
  return {
    ...{ name, kind, subject: entered, conditions, confirmations, folds, quiet, channels, recipients },
    expiresOn: expiresOn ?? '',
    ...(chain === null ? {} : { chain }),
  };
}

/** The subjects of a draft: in bulk each line is one, with a name before a tab or semicolon where there is one. */
export function toSubjects({ subject, isBulk }: WatchDraft): { text: string; name?: string }[] {
  if (!isBulk) return [{ text: subject.trim() }];
  const lines = subject.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [first = '', second] = line.split(/[\t;]/).map((part) => part.trim());
      return second === undefined || second === '' ? { text: first } : { text: second, name: first };
    });
}

/** What the preview asks; undefined while there is nothing to read. */
export function toPreview(draft: WatchDraft, weeks: number): PreviewInput | undefined {
  const text = toSubjects(draft)[0]?.text ?? '';
  if (text === '') return undefined;
  const { kind, chain, conditions, folds } = draft;
  return {
    kind,
    chain,
    subject: text,
    conditions: [...conditions] as PreviewInput['conditions'],
    folds: [...folds],
    weeks,
  };
}
