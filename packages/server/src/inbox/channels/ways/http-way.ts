import { AppError } from '@trailmark/core/errors';
import { assertTarget, parseEndpoint } from '../../../outbound/endpoint.ts';
import type { AlertMessage } from '../alert-message.ts';
import type { ChannelPlace, ChannelWay, Delivery, Outcome } from './channel-way.ts';

const MAX_ANSWER = 64 * 1024;

function parse(text: string, isOwn: boolean): ChannelPlace {
  if (!URL.canParse(text)) throw new AppError('invalid', 'Enter a whole address: https:// and a host.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid', 'An address with a name or password in it is not used.');
  }
  return { url, endpoint: parseEndpoint(url.origin, isOwn) };
}

/** Redirects are answers and not followed; only the checked host of the channel is connected to. */
async function post(body: string, { place: { url, endpoint }, sign, signal, transport }: Delivery): Promise<Outcome> {
  assertTarget(url, endpoint);
  const headers = sign(body);
  const { status, retryAfter } = await transport({ url, endpoint, headers, body, maxBytes: MAX_ANSWER, signal });
  const isTaken = status >= 200 && status <= 299;
  const moved = status >= 300 && status <= 399 ? ', which is not followed' : '';
  return { status, retryAfter, fault: isTaken ? null : `answered ${status}${moved}` };
}

/** A POST of JSON to a web address. */
export function createHttpWay(toBody: (message: AlertMessage) => object): ChannelWay {
  return { parse, send: (delivery) => post(JSON.stringify(toBody(delivery.message)), delivery) };
}
