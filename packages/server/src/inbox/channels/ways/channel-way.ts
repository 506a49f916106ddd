import type { Endpoint } from '../../../outbound/endpoint.ts';
import type { SourceTransport } from '../../../outbound/source-transport.ts';
import type { AlertMessage } from '../alert-message.ts';

/** Where a channel sends to, as far as an address can be judged before it is connected to. */
export interface ChannelPlace {
  readonly url: URL;
  readonly endpoint: Endpoint;
}

/** One try to deliver a message. */
export interface Delivery {
  readonly place: ChannelPlace;
  readonly message: AlertMessage;
  /** The same however often it is sent: receivers know a delivery by it. */
  readonly id: string;
  /** Name of this server, for receivers that want to know who writes. */
  readonly server: string;
  /** Headers that prove a body. */
  readonly sign: (body: string) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly transport: SourceTransport;
}

/** The result: a status where the way has one, and what went wrong. */
export interface Outcome {
  readonly status: number | null;
  readonly fault: string | null;
  readonly retryAfter?: string | undefined;
}

/** How messages leave: a newcomer is a file here, and kinds that use it. */
export interface ChannelWay {
  /** The place of an address as people enter it. Throws `invalid`. */
  readonly parse: (text: string, isOwn: boolean) => ChannelPlace;
  /** Throws where nothing was answered, or could not be connected to. */
  readonly send: (delivery: Delivery) => Promise<Outcome>;
}
