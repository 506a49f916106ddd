/** One course session as a calendar has it. */
export interface CalendarEvent {
  /** Stable for the life of the session, and unique among installations. */
  readonly uid: string;
  /** Grows with every change, so that calendars take the newer one. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isCancelled: boolean;
  readonly title: string;
  readonly place: string;
  readonly text: string;
  readonly url: string;
}

const FOLD_BYTES = 75;
const encoder = new TextEncoder();

/** RFC 5545, 3.3.11: TEXT. Line breaks become `\n`; other control characters are not allowed at all. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** RFC 5545, 3.1: at most 75 octets a line; what follows begins with a space. No character is cut in two. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > FOLD_BYTES) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}

function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function listEventLines(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${formatUtc(event.changedAt)}`,
    `LAST-MODIFIED:${formatUtc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    // In UTC a time needs no table of the zone's rules, which calendars disagree about.
    `DTSTART:${formatUtc(event.startsAt)}`,
    `DTEND:${formatUtc(event.endsAt)}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.place === '' ? [] : [`LOCATION:${escapeText(event.place)}`]),
    `DESCRIPTION:${escapeText(event.text)}`,
    // A URI is not of type TEXT: nothing in it is escaped, so nothing but a URI may be in it.
    `URL:${encodeURI(event.url)}`,
    'END:VEVENT',
  ];
}

/** An iCalendar stream of sessions (RFC 5545). */
export function formatCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Trailmark//Training//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap(listEventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
