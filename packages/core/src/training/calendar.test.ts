import { expect, test } from 'vitest';
import { type CalendarEvent, formatCalendar } from './calendar.ts';

const EVENT: CalendarEvent = {
  uid: 'a1@desk.example',
  sequence: 2,
  changedAt: new Date('2026-11-01T10:00:00Z'),
  startsAt: new Date('2027-03-29T07:00:00Z'),
  endsAt: new Date('2027-03-29T15:00:00Z'),
  isCancelled: false,
  title: 'Essentials; day 1, morning',
  place: 'Room 4\\B',
  text: 'Bring:\n- a notebook\r\n- BEGIN:VEVENT',
  url: 'https://desk.example/training/schedule?session=a 1',
};

/** Reads a stream as RFC 5545 has it: unfolds, splits name and value, takes escapes back. */
function parse(text: string): [string, string][] {
  expect(text.endsWith('\r\n')).toBe(true);
  return text
    .replace(/\r\n /g, '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => {
      expect(line).not.toMatch(/[\r\n]/);
      const at = line.indexOf(':');
      const value = line.slice(at + 1).replace(/\\([\\;,nN])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark));
      return [line.slice(0, at), value];
    });
}

test('a calendar reads back as what it was made from', () => {
  const lines = parse(formatCalendar('Training', [EVENT]));
  const event = Object.fromEntries(lines);
  expect(lines.filter(([name]) => name === 'BEGIN').map(([, value]) => value)).toEqual(['VCALENDAR', 'VEVENT']);
  expect(event).toMatchObject({
    VERSION: '2.0',
    UID: EVENT.uid,
    SEQUENCE: '2',
    DTSTART: '20270329T070000Z',
    DTEND: '20270329T150000Z',
    STATUS: 'CONFIRMED',
    SUMMARY: EVENT.title,
    LOCATION: EVENT.place,
    DESCRIPTION: 'Bring:\n- a notebook\n- BEGIN:VEVENT',
    URL: 'https://desk.example/training/schedule?session=a%201',
  });
});

test('no line is longer than 75 octets and no character is cut in two', () => {
  const title = '🔎 Spurensuche für Ermittler — überall '.repeat(12);
  const text = formatCalendar('Training', [{ ...EVENT, title }]);
  const bytes = text.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\uFFFD');
  expect(Object.fromEntries(parse(text)).SUMMARY).toBe(title);
});

test('text cannot start a line of its own', () => {
  const text = formatCalendar('Training', [{ ...EVENT, title: 'A\r\nEND:VCALENDAR\u2028\u0000B', uid: 'x\nATTACH:y' }]);
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^ATTACH/m);
});

test('a cancelled session says so', () => {
  expect(formatCalendar('Training', [{ ...EVENT, isCancelled: true }])).toContain('\r\nSTATUS:CANCELLED\r\n');
});
