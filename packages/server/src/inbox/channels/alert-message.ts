/** What is sent about an alert: ids alone. Whoever opens the link signs in, and reading it is logged. */
export interface AlertMessage {
  readonly type: 'alert.raised' | 'alert.retracted' | 'alert.test';
  /** Seconds since 1970 UTC at which it happened to the alert. */
  readonly at: number;
  readonly alert: string;
  /** `A-199`. */
  readonly number: string;
  readonly kind: string;
  readonly kindName: string;
  readonly url: string;
}

const VERBS: Readonly<Record<AlertMessage['type'], string>> = {
  'alert.raised': 'New alert',
  'alert.retracted': 'Retracted alert',
  'alert.test': 'Test of this channel',
};

/** `New alert A-12: Watched payment.` */
export function formatMessage({ type, number, kindName }: AlertMessage): string {
  return type === 'alert.test' ? `${VERBS[type]}.` : `${VERBS[type]} ${number}: ${kindName}.`;
}
