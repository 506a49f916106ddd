import type { AccountLog } from '@trailmark/core/account-block';
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem';

interface EventInput {
  readonly name?: string;
  readonly indexed?: boolean;
}
interface EventItem {
  readonly type: string;
  readonly name: string;
  readonly inputs: readonly EventInput[];
}

// What is encoded is text until it runs: the library's own types would have the compiler read every signature there may be.
const parse = parseAbi as unknown as (signatures: readonly string[]) => readonly EventItem[];
const encodeTopics = encodeEventTopics as unknown as (event: {
  readonly abi: readonly EventItem[];
  readonly eventName: string;
  readonly args: Readonly<Record<string, unknown>>;
}) => readonly string[];
const encodeValues = encodeAbiParameters as unknown as (
  inputs: readonly EventInput[],
  values: readonly unknown[],
) => string;

/** A log as a chain would write it: `event Sent(address indexed from, uint256 amount)` and its values, by an encoder that is not ours. */
export function encodeLog(
  logIndex: number,
  address: string,
  signature: string,
  values: Readonly<Record<string, unknown>>,
): AccountLog {
  const abi = parse([signature]);
  const [event] = abi;
  if (event?.type !== 'event') throw new Error(`"${signature}" is not an event.`);
  const topics = encodeTopics({ abi, eventName: event.name, args: values });
  const inputs = event.inputs.filter((input) => !input.indexed);
  const data = encodeValues(
    inputs,
    inputs.map(({ name }) => values[name ?? '']),
  );
  return { logIndex, address, topics: topics.map((topic) => topic.slice(2)), data: data.slice(2) };
}
