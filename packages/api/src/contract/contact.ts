import { z } from 'zod';
import { defineRoute } from '../route.ts';

const text = (max: number) => z.string().max(max);

/** The public contact form. What it holds is a stranger's text. */
export const contactRoutes = {
  contactUs: defineRoute({
    method: 'POST',
    path: '/contactUs',
    alsoAt: ['/api/contactUs'],
    tag: 'Contact',
    summary: 'Takes a message to the people who run the installation',
    description: 'Kept before it answers, and mailed from there; `from` is the constant LEPORTAL.',
    access: 'public',
    audit: 'act',
    body: z.object({
      name: text(200),
      email: text(254),
      message: text(10_000),
      agency: text(200),
      phone: text(100),
      from: text(40).default('LEPORTAL'),
    }),
    output: z.object({ done: z.literal(true) }),
  }),
};
