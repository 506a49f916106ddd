import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { insertContactMessage } from '@trailmark/store/cases/contact/contact-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { enforceLimits } from '../accounts/registration-limits.ts';
import { networkOf } from '../accounts/throttle.ts';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { contactMail } from '../mail/mail-texts.ts';

const WINDOW_MS = 10 * 60_000;
const PER_ADDRESS = 5;
const PER_NETWORK = 30;
const ACTION = 'contact.send';

/** Text as the database can hold it: nothing else of what a stranger typed is changed. */
function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Keeps what somebody typed into the contact form, whatever the form's own rules state about it, unless there is nothing. */
export async function receiveContact(
  casework: CaseworkContext,
  caller: Caller,
  { from, ...fields }: RouteInput<Contract['contactUs']>['body'],
): Promise<void> {
  if (Object.values(fields).every((text) => text.trim() === '')) {
    throw new AppError('invalid', 'Message is required', { context: { field: 'message' } });
  }
  const { address } = caller.source;
  await enforceLimits(casework, caller, ACTION, [
    { key: `contact:address:${address}`, max: PER_ADDRESS, withinMs: WINDOW_MS },
    { key: `contact:network:${networkOf(address)}`, max: PER_NETWORK, withinMs: WINDOW_MS },
  ]);
  const id = randomUUID();
  const words = {
    name: toStorable(fields.name),
    email: toStorable(fields.email),
    agency: toStorable(fields.agency),
    phone: toStorable(fields.phone),
    message: toStorable(fields.message),
  };
  await act(casework, caller, { action: ACTION, object: { kind: 'contact-message', id } }, async (tx) => {
    const message = { ...words, origin: toStorable(from), source: address };
    await insertContactMessage(tx, id, message, casework.now());
    await queueMail(tx, { recipient: casework.settings.contactEmail, ...contactMail(casework.origin, words) });
  });
}
