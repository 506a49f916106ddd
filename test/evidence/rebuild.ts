import { createHash } from 'node:crypto';
import { createSampleBundle } from './sample-bundle.ts';
import { createSampleReport } from './sample-report.ts';

// Prints the SHA-256 of a report's bundle and of its core: `bundle.test.ts` starts it in other places of the world.

const core = await createSampleBundle();
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
console.log(JSON.stringify([hash(core.bytes), hash(createSampleReport(core))]));
process.exit(0);
