import { expect, test } from 'vitest';
import { assertZone, offsetMinutes, toInstant, toWallTime } from './zoned-time.ts';

test('a wall time is an instant by the rules of its zone on that day', () => {
  expect(toInstant('2026-01-15T09:00', 'Europe/Berlin').toISOString()).toBe('2026-01-15T08:00:00.000Z');
  expect(toInstant('2026-07-15T09:00', 'Europe/Berlin').toISOString()).toBe('2026-07-15T07:00:00.000Z');
  expect(toInstant('2026-07-15T09:00', 'Asia/Kathmandu').toISOString()).toBe('2026-07-15T03:15:00.000Z');
  expect(toInstant('2026-07-15T09:00', 'UTC').toISOString()).toBe('2026-07-15T09:00:00.000Z');
});

test('the hours around a change of clocks keep their own offset', () => {
  expect(toInstant('2026-03-29T01:59', 'Europe/Berlin').toISOString()).toBe('2026-03-29T00:59:00.000Z');
  expect(toInstant('2026-03-29T03:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:00:00.000Z');
  expect(toInstant('2026-10-25T03:00', 'Europe/Berlin').toISOString()).toBe('2026-10-25T02:00:00.000Z');
  expect(toInstant('2026-11-01T00:30', 'America/New_York').toISOString()).toBe('2026-11-01T04:30:00.000Z');
});

test('of two instants with one wall time the first is meant', () => {
  expect(toInstant('2026-10-25T02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test('a time that clocks skip is refused, also where the change is half an hour', () => {
  expect(() => toInstant('2026-03-29T02:30', 'Europe/Berlin')).toThrow('No clock in Europe/Berlin shows');
  expect(() => toInstant('2026-10-04T02:15', 'Australia/Lord_Howe')).toThrow('put forward');
});

test('every hour of a year comes back as the wall time it was made from', () => {
  for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000 * 7) {
      const wall = toWallTime(new Date(at), zone);
      expect(toWallTime(toInstant(wall, zone), zone)).toBe(wall);
    }
  }
});

test('offsets, days that do not exist and unknown zones are refused', () => {
  for (const zone of ['+02:00', 'Mars/Olympus', '', 'Europe/Berlin\n', '__proto__']) {
    expect(() => assertZone(zone)).toThrow('is no time zone');
  }
  expect(() => toInstant('2026-02-30T09:00', 'UTC')).toThrow('is no date');
  expect(() => toInstant('2026-02-03 09:00', 'UTC')).toThrow('is no date');
  expect(offsetMinutes(new Date('2026-07-01T00:00:00Z'), 'Asia/Kathmandu')).toBe(345);
});
