import { MOVE_KIND_GROUPS, MOVE_KINDS } from '@trailmark/core/account-block';
import type { FactsClient } from '../facts/client.ts';
import { createTableSql } from '../facts/tables.ts';
import { itemsTable, movesTable } from './account-tables.ts';

const KINDS = MOVE_KIND_GROUPS.items.map((kind) => MOVE_KINDS.indexOf(kind)).join(', ');

/**
 * Fills the table of items of a database that is older than it, from its moves. The table gets its name when it is complete, so that
 * a stop in between leaves nothing behind that counts. Call before tables are created.
 */
export async function fillItems(facts: FactsClient, database: string): Promise<void> {
  const rows = await facts.query(
    'SELECT name FROM system.tables WHERE database = {database:String} AND name IN {names:Array(String)}',
    { parameters: { database, names: [movesTable.name, itemsTable.name] } },
  );
  const names = rows.map(([name]) => name);
  if (!names.includes(movesTable.name) || names.includes(itemsTable.name)) return;
  const filling = { ...itemsTable, name: `${itemsTable.name}_filling` };
  await facts.command(`DROP TABLE IF EXISTS ${database}.${filling.name}`);
  await facts.command(createTableSql(database, filling));
  await facts.command(
    `INSERT INTO ${database}.${filling.name} SELECT asset, token_id, position, slot FROM ${database}.${movesTable.name} WHERE kind IN (${KINDS})`,
  );
  await facts.command(`RENAME TABLE ${database}.${filling.name} TO ${database}.${itemsTable.name}`);
}
