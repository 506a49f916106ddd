import { AppError } from '@trailmark/core/errors';
import { type Json, redactValues } from '@trailmark/core/redact';
import { cleanLine, cleanText } from '../profile/clean-text.ts';

function refuse(field: string, message: string): never {
  throw new AppError('invalid', message, { context: { field } });
}

/** Text of a ticket or a reply as it is kept. */
export function checkTicketText(given: string): string {
  const text = cleanText(given);
  if (text === '') refuse('text', 'Describe what happened and what you expected.');
  return text;
}

export function checkSubject(given: string): string {
  const subject = cleanLine(given, 'subject', 'The subject');
  if (subject === '') refuse('subject', 'Give a subject: the list of tickets shows it.');
  return subject;
}

/** A path of a tool, as in the side menu: nothing of an investigation can be in it. */
export function checkTool(tool: string | null): string | null {
  if (tool !== null && !/^\/[a-z-]{1,40}$/.test(tool)) refuse('tool', 'Choose a tool from the list.');
  return tool;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return refuse('diagnostics', 'The diagnostics are not JSON. Make them again, or send the ticket without them.');
  }
}

/** Keeps diagnostics exactly as they were shown, and only if redacting them again changes nothing. */
export function checkDiagnostics(text: string | null): string | null {
  if (text === null) return null;
  const given = parse(text);
  if (JSON.stringify(redactValues(given)) !== JSON.stringify(given)) {
    refuse(
      'diagnostics',
      'The diagnostics still hold something that looks like an address, an identifier or an email. They were not kept.',
    );
  }
  return text;
}
