import { z } from 'zod';

const text = z.string().max(60).optional().catch(undefined);

/** Filters of the publications, in the address of the page. */
export const publicationSearch = z.object({ form: text, topic: text, year: text });
export type PublicationSearch = Partial<z.output<typeof publicationSearch>>;
