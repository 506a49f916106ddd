import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { ACCOUNT_TABLES } from '../account-facts/account-tables.ts';
import { fullDisk } from '../full-disk.ts';
import { type FactsTable, LEDGER_TABLES, tableDefinition } from './tables.ts';

const TABLES = new Map<string, FactsTable>([...LEDGER_TABLES, ...ACCOUNT_TABLES].map((table) => [table.name, table]));
/** What the engine writes into every folder of a table. */
const FORMAT_VERSION = '1';

/**
 * Writes again what the embedded engine needs to open its folder and left empty: on a full disk it creates databases and
 * tables, reports no error, and cannot read their definitions at the next start. No row is touched. Throws `unavailable`
 * where there is still no room.
 */
export function mendDefinitions(directory: string): void {
  for (const database of listDatabases(directory)) {
    mendDatabase(directory, database);
    for (const table of listTables(directory, database)) mendTable(directory, database, table);
  }
  for (const file of listFormatVersions(directory))
    if (statSync(file).size === 0) write(directory, file, FORMAT_VERSION);
}

function list(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

function namesOf(files: readonly string[]): string[] {
  return files.filter((name) => name.endsWith('.sql')).map((name) => name.slice(0, -4));
}

function listDatabases(directory: string): string[] {
  return namesOf(list(join(directory, 'metadata')));
}

function listTables(directory: string, database: string): string[] {
  return namesOf(list(join(directory, 'metadata', database)));
}

function listFormatVersions(directory: string): string[] {
  const store = join(directory, 'store');
  return list(store)
    .flatMap((group) => list(join(store, group)).map((uuid) => join(store, group, uuid, 'format_version.txt')))
    .filter((file) => existsSync(file));
}

/** The engine names what it makes by an id, and links to it by name. */
function uuidOf(link: string): string | undefined {
  try {
    return basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}

function isDefinition(file: string, kind: 'TABLE' | 'DATABASE'): boolean {
  return new RegExp(`^ATTACH ${kind} [\\s\\S]*ENGINE = \\w`).test(readFileSync(file, 'utf8'));
}

function mendDatabase(directory: string, database: string): void {
  const file = join(directory, 'metadata', `${database}.sql`);
  if (isDefinition(file, 'DATABASE')) return;
  const uuid = uuidOf(join(directory, 'metadata', database));
  // Without its link nothing was made in it, and it is created again.
  if (uuid === undefined) rmSync(file);
  else write(directory, file, `ATTACH DATABASE _ UUID '${uuid}'\nENGINE = Atomic\n`);
}

function mendTable(directory: string, database: string, name: string): void {
  const file = join(directory, 'metadata', database, `${name}.sql`);
  if (isDefinition(file, 'TABLE')) return;
  const uuid = uuidOf(join(directory, 'data', database, name));
  const table = TABLES.get(name);
  if (uuid === undefined) rmSync(file);
  else if (table) write(directory, file, `ATTACH TABLE _ UUID '${uuid}'\n${tableDefinition(table)}\n`);
  else
    throw new AppError('inconsistent', `The definition of the table ${database}.${name} in ${directory} is damaged.`);
}

function write(directory: string, path: string, text: string): void {
  try {
    const file = openSync(path, 'w');
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw code === 'ENOSPC' || code === 'EDQUOT' ? fullDisk(directory, error) : error;
  }
}
