import * as viem from 'viem';

/** The values of an event, as the library reads them. */
export interface DecodedLog {
  readonly args?: Readonly<Record<string, unknown>>;
}

// Its own types would have the compiler read every signature there may be: 14,000 types for two tests.
const parse = viem.parseAbi as unknown as (signatures: readonly string[]) => unknown;
const encode = viem.encodeAbiParameters as unknown as (inputs: unknown, values: readonly unknown[]) => string;
const decode = viem.decodeAbiParameters as unknown as (inputs: unknown, data: string) => readonly unknown[];
const topics = viem.encodeEventTopics as unknown as (event: unknown) => readonly string[];
const log = viem.decodeEventLog as unknown as (given: unknown) => DecodedLog;
const selector = viem.toEventSelector as unknown as (signature: string) => string;

const inputsOf = (types: readonly string[]) => types.map((type) => ({ type }));

/** An encoder that is not ours: values of the types, as 0x and hex. */
export const encodeValues = (types: readonly string[], values: readonly unknown[]) => encode(inputsOf(types), values);

/** A decoder that is not ours. */
export const decodeValues = (types: readonly string[], data: string) => decode(inputsOf(types), data);

/** Topics and logs of events, whose signatures are written as in Solidity. */
export function openEvents(signatures: readonly string[]) {
  const abi = parse(signatures);
  return {
    encodeTopics: (eventName: string, args: Readonly<Record<string, unknown>>) => topics({ abi, eventName, args }),
    decodeLog: (given: readonly string[], data: string) => log({ abi, topics: given, data }),
  };
}

/** The first topic of an event. */
export const hashSignature = (signature: string) => selector(signature);
