import { expect, test } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

const runTimes = (statements: PreparedStatements, text: string, times: number) =>
  Array.from({ length: times }, () => statements.nameOf(text));

test('a statement has a name from its fifth run on, and keeps it', () => {
  const statements = new PreparedStatements();
  expect(runTimes(statements, 'SELECT 1', 6)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'often_0',
    'often_0',
  ]);
  expect(runTimes(statements, 'SELECT 2', 5).at(-1)).toBe('often_1');
  expect(statements.nameOf('SELECT 1')).toBe('often_0');
});

test('400 statements have a name, and those keep it', () => {
  const statements = new PreparedStatements();
  const names = Array.from({ length: 401 }, (_, index) => runTimes(statements, `SELECT ${index}`, 5).at(-1));
  expect(new Set(names.slice(0, 400)).size).toBe(400);
  expect(names[399]).toBe('often_399');
  expect(names[400]).toBeUndefined();
  expect(statements.nameOf('SELECT 0')).toBe('often_0');
});

test('texts that come once are not counted without end', () => {
  const statements = new PreparedStatements();
  runTimes(statements, 'SELECT often', 4);
  for (let index = 0; index < 4_000; index++) statements.nameOf(`SELECT ${index}`);
  // Its runs were forgotten with the others.
  expect(runTimes(statements, 'SELECT often', 5)).toEqual([undefined, undefined, undefined, undefined, 'often_0']);
});
