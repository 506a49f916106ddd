import type { ChannelWay } from './ways/channel-way.ts';

/** One kind of channel: a file of its own, listed in `catalogue.ts`. */
export interface ChannelKind {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** How an address of it begins. */
  readonly target: string;
  /** Whether receivers check a signature: the secret is shown to whoever adds the channel. */
  readonly isSigned: boolean;
  readonly way: ChannelWay;
}
