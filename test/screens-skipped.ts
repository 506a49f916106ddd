import { test } from 'vitest';

// Takes the place of the tests of screens where there is no browser to run them in.
test.skip('skipped: needs chromium (tests of components and screens)', () => undefined);
