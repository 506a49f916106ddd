import { z } from 'zod';

/** Of fields that are wrong, what is wrong. */
export type FieldErrors<K extends string> = Partial<Readonly<Record<K, string>>>;

/** The most characters a field of a body takes, as its route's schema says; undefined where that says nothing. */
export function findMaxLength(schema: z.core.$ZodType | undefined, field: string): number | undefined {
  let inner: unknown = schema instanceof z.ZodObject ? schema.shape[field] : undefined;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    inner = inner.unwrap();
  }
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string') return `At most ${issue.maximum} characters.`;
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'This is required.' : `At least ${issue.minimum} characters.`;
  }
  if (issue.code === 'too_big') return `At most ${issue.maximum}.`;
  if (issue.code === 'too_small') return `At least ${issue.minimum}.`;
  return 'This is not accepted.';
}

/** What the schema of a route refuses, field by field: in the form's own words where it has some. */
export function listFaults<K extends string>(
  error: z.core.$ZodError,
  fields: readonly K[],
  words: FieldErrors<K>,
): FieldErrors<K> {
  const faults: Partial<Record<K, string>> = {};
  for (const issue of error.issues) {
    const field = fields.find((name) => name === issue.path[0]);
    if (field === undefined) continue;
    const isLong = issue.code === 'too_big' && issue.origin === 'string';
    faults[field] ??= (isLong ? undefined : words[field]) ?? describeIssue(issue);
  }
  return faults;
}
