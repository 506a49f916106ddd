import { z } from 'zod';
import { lenient } from '../../search-params.ts';

export const jobsSearch = z.object({ scope: lenient(z.enum(['all'])) });
