/** Where a watch is in its life. `ended`: its day, its legal authority or its case came to an end. */
export const WATCH_STATES = ['watching', 'paused', 'ended'] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** What can be counted instead of alerted. */
export const WATCH_FOLDS = ['dust', 'spam', 'zero-value'] as const;
export type WatchFold = (typeof WATCH_FOLDS)[number];

/** One rule of a watch with its settings, as text by the name of the field. */
export interface WatchCondition {
  readonly rule: string;
  readonly setting: Readonly<Record<string, string>>;
}

/** Hours in which nothing is sent, `HH:MM` in a time zone; from may be later than to. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}
