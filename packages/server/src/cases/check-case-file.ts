import { AUTHORITY_ACTS } from '@trailmark/core/case-authority';
import { CHAIN_IDS } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';
import type { CaseContent } from './case-file.ts';

/** Rows of one kind, and of all of them: more than a case with ten thousand results and a hundred thousand events has. */
const MAX_ROWS = 500_000;
const MAX_ALL = 1_000_000;

const text = (most: number) => z.string().max(most);
/** Placeholder for an id that the case gets where it is imported. */
const reference = z.union([z.strictObject({ $row: text(80) }), z.strictObject({ $case: z.literal(true) })]);
const texts = z.record(text(40), z.union([text(500), reference]));
const chain = z.enum(CHAIN_IDS);

/**
 * Columns whose shape the database does not know: what screens read of them by name. A file that has something else there would
 * be taken in and could never be shown.
 */
const SHAPES: Readonly<Record<string, Readonly<Record<string, z.core.$ZodType>>>> = {
  case_item: {
    input: z.looseObject({ params: texts, query: texts }),
    as_of: z.record(z.string(), z.unknown()).nullable(),
  },
  case_person: {
    identifiers: z.array(z.looseObject({ type: text(40), service: text(40), value: text(253) })).max(30),
  },
  case_link: { chain: chain.nullable() },
  case_label: { chain },
  case_task: { checklist: z.array(z.looseObject({ text: text(300), isDone: z.boolean() })).max(50) },
  case_note_version: {
    links: z.array(z.looseObject({ text: text(300), kind: z.enum(['address', 'transaction']), chain, id: text(300) })),
  },
  case_authority: {
    acts: z.array(z.enum(AUTHORITY_ACTS)),
    chains: z.array(chain),
    addresses: z.array(z.looseObject({ chain, address: text(200) })),
  },
  case_authority_need: { acts: z.array(z.enum(AUTHORITY_ACTS)) },
};
const HEAD: Readonly<Record<string, z.core.$ZodType>> = {
  statements: z.array(z.looseObject({ mark: text(20), text: text(500), source: text(80) })).max(3),
  fields: z.record(text(60), text(500)),
  tags: z.array(text(40)).max(20),
};

function checkCount(tables: CaseContent['tables']): void {
  const counts = Object.entries(tables).map(([name, rows]) => [name, rows.length] as const);
  const many = counts.find(([, count]) => count > MAX_ROWS);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  if (!many && all <= MAX_ALL) return;
  const [has, takes] = many ? [`${many[1]} rows of “${many[0]}”`, MAX_ROWS] : [`${all} rows`, MAX_ALL];
  throw new AppError('invalid', `The file has ${has}. A case takes ${takes} at most: split the case.`);
}

/** Refuses what a case could take in and no screen could show. Throws `invalid`, naming the row and the column. */
export function checkContent({ case: head, tables }: CaseContent): void {
  checkCount(tables);
  const check = (shape: z.core.$ZodType, value: unknown, where: string) => {
    // What is left out gets the default of its column.
    if (value === undefined || z.safeParse(shape, value).success) return;
    throw new AppError('invalid', `The file cannot be read: ${where} is not acceptable.`);
  };
  for (const [column, shape] of Object.entries(HEAD)) check(shape, head[column], `“${column}” of the case`);
  for (const [table, columns] of Object.entries(SHAPES)) {
    (tables[table] ?? []).forEach((row, index) => {
      for (const [column, shape] of Object.entries(columns)) {
        check(shape, row[column], `“${column}” of row ${index + 1} of “${table}”`);
      }
    });
  }
}
