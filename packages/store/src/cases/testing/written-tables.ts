import pg from 'pg';
import type { Connection } from '../casework.ts';

/** Written next to requests, or constrained by another column of the table. */
const LEFT_OUT = /^(migration|session|audit_.*)$/;
/** Words of rows that are elsewhere, for the search: their order depends on ids. */
const DERIVED = 'case_text';

const LIST_TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;

/** What a call did to the tables of the casework. */
export interface WrittenTables {
  /** From now on it counts. */
  mark(): Promise<void>;
  /** The tables written since the mark, with how many rows are new or changed, and how many more or fewer there are. */
  list(): Promise<string>;
  /** Rows in the tables that were listed last, new or changed since the mark, each as the name of its table and its JSON. */
  rows(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Count {
  readonly name: string;
  readonly rows: string;
  readonly touched: string;
}

/** Reads as the owner of the database, past row-level security. */
export async function watchTables(owner: Connection): Promise<WrittenTables> {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(LIST_TABLES);
  const names = rows.map(({ name }) => name).filter((name) => !LEFT_OUT.test(name));
  /** Numbers of transactions are far from their end here: they can be compared. */
  const count = (from: string): Promise<readonly Count[]> => {
    const each = names.map(
      (name) =>
        `SELECT '${name}' AS name, count(*) AS rows, count(*) FILTER (WHERE xmin::text::bigint > ${from}) AS touched FROM "${name}"`,
    );
    return client.query<Count>(each.join(' UNION ALL ')).then((result) => result.rows);
  };
  let before = new Map<string, number>();
  let from = '0';
  let touched: readonly string[] = [];
  return {
    mark: async () => {
      const [now] = (await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')).rows;
      from = now?.id ?? '0';
      before = new Map((await count(from)).map((row) => [row.name, Number(row.rows)]));
    },
    list: async () => {
      const counts = await count(from);
      touched = counts.filter(({ name, touched }) => touched !== '0' && name !== DERIVED).map(({ name }) => name);
      const found = counts.flatMap((row) => {
        const more = Number(row.rows) - (before.get(row.name) ?? 0);
        if (row.touched === '0' && more === 0) return [];
        return [`${row.name} ${row.touched}${more === 0 ? '' : ` ${more > 0 ? '+' : ''}${more}`}`];
      });
      return found.sort().join('; ');
    },
    rows: async () => {
      if (touched.length === 0) return [];
      const each = touched.map(
        (name) => `SELECT '${name} ' || to_jsonb(t)::text AS row FROM "${name}" t WHERE xmin::text::bigint > ${from}`,
      );
      const found = await client.query<{ row: string }>(each.join(' UNION ALL '));
      return found.rows.map(({ row }) => row);
    },
    close: () => client.end(),
  };
}
