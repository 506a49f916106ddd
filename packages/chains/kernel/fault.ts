// What is wrong with a block, for the TypeScript side to put in words (kernel-faults.ts has the same numbers).

export const NO_FAULT: u32 = 0;
export const TRUNCATED: u32 = 1;
export const NON_CANONICAL: u32 = 2;
export const TOO_MANY: u32 = 3;
export const NO_INPUTS: u32 = 4;
export const SUPERFLUOUS_WITNESS: u32 = 5;
export const UNKNOWN_FLAGS: u32 = 6;
export const TRAILING_BYTES: u32 = 7;
export const MWEB_BODY: u32 = 8;
export const NO_TRANSACTIONS: u32 = 9;
export const OUT_OF_MEMORY: u32 = 10;

export const IN_HEADER: u32 = 0;
export const IN_TX_COUNT: u32 = 1;
export const IN_VERSION: u32 = 2;
export const IN_INPUTS: u32 = 3;
export const IN_OUTPUTS: u32 = 4;
export const IN_WITNESS: u32 = 5;
export const IN_LOCK_TIME: u32 = 6;
