import { AppError } from '@trailmark/core/errors';

/** One statement with its bound values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value;
}

/** PostgreSQL keeps neither in text. Throws `invalid`. */
function checkText(value: unknown): void {
  if (typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed())) return;
  throw new AppError('invalid', 'Text with the character NUL, or with half of a character, cannot be kept.');
}

/**
 * A statement with every inserted value bound as a parameter. A nested `sql` is spliced in with its own values, so that
 * conditions can be put together; nothing else ever becomes part of the text.
 */
export function sql(parts: TemplateStringsArray, ...inserted: readonly unknown[]): Sql {
  const values: unknown[] = [];
  let text = parts[0] ?? '';
  inserted.forEach((value, index) => {
    if (isSql(value)) {
      text += value.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
      values.push(...value.values);
    } else {
      checkText(value);
      values.push(value);
      text += `$${values.length}`;
    }
    text += parts[index + 1] ?? '';
  });
  return { text, values };
}

/** Conditions joined by AND; `true` without any. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce((joined, condition) => sql`${joined} AND (${condition})`, sql`true`);
}
