import type { AccountLog } from '@trailmark/core/account-block';
import { type Abi, encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem';

/** A log as a chain would write it: `event Sent(address indexed from, uint256 amount)` and its values, by an encoder that is not ours. */
export function encodeLog(
  logIndex: number,
  address: string,
  signature: string,
  values: Readonly<Record<string, unknown>>,
): AccountLog {
  const abi = parseAbi([signature] as readonly string[]) as Abi;
  const [event] = abi;
  if (event?.type !== 'event') throw new Error(`"${signature}" is not an event.`);
  const topics = encodeEventTopics({ abi, eventName: event.name, args: values } as never) as string[];
  const inputs = event.inputs.filter((input) => !input.indexed);
  const data = encodeAbiParameters(
    inputs,
    inputs.map(({ name }) => values[name ?? '']),
  );
  return { logIndex, address, topics: topics.map((topic) => topic.slice(2)), data: data.slice(2) };
}
