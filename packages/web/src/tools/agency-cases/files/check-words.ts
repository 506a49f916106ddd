/** What a check of a signed file found. */
export const CHECK_WORDS = { passed: 'Passed', failed: 'Failed', stated: 'Not provable' } as const;
