import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { addressText } from '../wire.ts';
import { jobView } from './job.ts';
import { fetchCase, sourceId } from './source.ts';

const tag = 'Sources';

export const startFetches = defineRoute({
  method: 'POST',
  path: '/sources/:id/fetches',
  tag,
  summary: 'Fetch the histories of several addresses from a source into the index, as a job',
  description:
    'One address after the other, each as `fetchAddress` does. The job continues after a restart of the server and waits where the hourly limit of requests is reached.',
  access: 'allowed',
  audit: 'act',
  params: z.object({ id: sourceId }),
  body: z.strictObject({
    addresses: z.array(addressText).min(1).max(50),
    case: fetchCase,
    /** At most this many requests for each address. */
    maxRequests: z.number().int().min(1).max(200).default(40),
  }),
  output: z.object({ job: jobView }),
});

export const fetchJobRoutes = { startFetches };
