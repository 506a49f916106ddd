/** One kind of alert: a file of its own, listed in `catalogue.ts`. */
export interface AlertKind {
  /** Kebab-case; stored with each alert. */
  readonly id: string;
  /** As people read it in filters and subscriptions: `Watched payment`. */
  readonly name: string;
  /** What it reports, in a sentence. */
  readonly about: string;
}

export function defineAlertKind(kind: AlertKind): AlertKind {
  return kind;
}
