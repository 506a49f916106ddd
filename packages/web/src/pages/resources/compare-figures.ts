import type { CaseStudyStep } from '@trailmark/api/contract/content';

type Check = NonNullable<CaseStudyStep['check']>;

export interface ComparedFigure {
  readonly label: string;
  readonly published: string;
  /** Undefined where the answer has no such place. */
  readonly now: string | undefined;
  readonly isSame: boolean;
}

const MAX_SHOWN = 200;

/** The value at a JSON pointer (RFC 6901), own properties only. */
export function readPointer(answer: unknown, pointer: string): unknown {
  let value = answer;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Each published figure next to what the server states now. */
export function compareFigures(check: Check, answer: unknown): readonly ComparedFigure[] {
  return check.expect.map(({ label, pointer, value }) => {
    const found = readPointer(answer, pointer);
    const text = typeof found === 'string' ? found : JSON.stringify(found);
    return { label, published: value, now: text?.slice(0, MAX_SHOWN), isSame: text === value };
  });
}
