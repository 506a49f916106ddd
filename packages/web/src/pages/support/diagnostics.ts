import { type Json, redactValues } from '@trailmark/core/redact';
import type { Answer } from '../../api.ts';
import type { RecentError } from '../../recent-errors.ts';

export interface BrowserFacts {
  readonly agent: string;
  readonly language: string;
  readonly window: string;
  readonly theme: string;
}

export interface DiagnosticParts {
  readonly madeAt: string;
  readonly browser: BrowserFacts;
  /** Null where the server did not say. */
  readonly server: Answer<'getServerFacts'> | null;
  readonly errors: readonly RecentError[];
  /** Of the person and the agency. */
  readonly names: readonly string[];
}

/** The bundle that goes with a ticket, as the exact text that is shown and sent. */
export function writeDiagnostics({ madeAt, browser, server, errors, names }: DiagnosticParts): string {
  const bundle = { madeAt, browser, server, errors };
  const plain = JSON.parse(JSON.stringify(bundle)) as Json;
  return JSON.stringify(redactValues(plain, names), null, 2);
}
