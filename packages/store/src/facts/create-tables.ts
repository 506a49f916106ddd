import type { FactsClient } from './client.ts';
import { createTableSql, type FactsTable } from './tables.ts';

/** Creates a database and those of its tables that are missing. Throws `unavailable` where the disk is full. */
export async function createTables(facts: FactsClient, database: string, tables: readonly FactsTable[]): Promise<void> {
  await facts.command(`CREATE DATABASE IF NOT EXISTS ${database}`);
  for (const table of tables) await facts.command(createTableSql(database, table));
  await facts.secureDefinitions();
}
