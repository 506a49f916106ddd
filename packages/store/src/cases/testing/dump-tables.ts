import pg from 'pg';
import type { Connection } from '../casework.ts';

const LIST_TABLES = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`;

/** Every row of the casework as text, by table, as the owner of the database sees them: bytes are hexadecimal. */
export async function dumpTables(owner: Connection): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(LIST_TABLES);
    const tables = new Map<string, string>();
    for (const { name } of rows) {
      const result = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`);
      tables.set(name, result.rows.map(({ text }) => text).join('\n'));
    }
    return tables;
  } finally {
    await client.end();
  }
}
