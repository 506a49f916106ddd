import type { KnowledgeMark } from './case.ts';

/** What people do with an alert. A retracted alert can only be closed. */
export const ALERT_STATES = ['new', 'acknowledged', 'assigned', 'escalated', 'closed'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Why an alert is closed. */
export const CLOSE_REASONS = ['handled', 'own-transfer', 'expected', 'false-alarm', 'duplicate', 'retracted'] as const;

/** One payment of what happened. Amounts in the smallest unit of the asset, as decimal text. */
export interface AlertMovement {
  readonly from: readonly string[];
  /** Null: nobody, as for a fee. */
  readonly to: string | null;
  readonly amount: string;
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly note: string;
}

/** One line of evidence: what is known, and how. */
export interface AlertLine {
  readonly mark: KnowledgeMark;
  readonly name: string;
  readonly text: string;
  /** What the line leads to, where it leads anywhere. */
  readonly chain?: string | undefined;
  readonly address?: string | undefined;
  readonly txid?: string | undefined;
}

/** What an alert shows, whatever its kind. */
export interface AlertBody {
  readonly movements: readonly AlertMovement[];
  readonly lines: readonly AlertLine[];
  /** Limits of what was read: missing is not zero. */
  readonly notes: readonly string[];
  /** Facts of its kind for programs, such as the step of a frontier. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where on a chain something happened. Without a height it was seen unconfirmed. */
export interface AlertPlace {
  readonly chain: string;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly txid: string | null;
}
