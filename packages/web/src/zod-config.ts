import { z } from 'zod';

// zod compiles schemas with `new Function` where it may; a page under `script-src 'self'` may not, and would report it.
z.config({ jitless: true });
