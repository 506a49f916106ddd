import { z } from 'zod';
import { defineRoute } from '../route.ts';

const tag = 'Tutorials';
const seconds = z.number().nonnegative();

/** A recording of a tool of this software, with its description. */
export const tutorial = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  topic: z.enum(['explorer', 'history', 'attribution', 'account']),
  seconds,
  bytes: z.number().int(),
  recordedAt: z.iso.date(),
  software: z.string(),
  /** Where its tool opens with the data of the recording. */
  tryAt: z.string(),
  video: z.string(),
  captions: z.string(),
  poster: z.string(),
  chapters: z.array(z.object({ at: seconds, title: z.string() })),
  transcript: z.array(z.object({ from: seconds, to: seconds, text: z.string() })),
});
export type Tutorial = z.output<typeof tutorial>;

export const videoRoutes = {
  listTutorials: defineRoute({
    method: 'GET',
    path: '/tutorials',
    tag,
    summary: 'Recordings of the tools, with chapters and transcripts',
    access: 'member',
    audit: 'none',
    output: z.object({ items: z.array(tutorial) }),
  }),
  getTutorialFile: defineRoute({
    method: 'GET',
    path: '/tutorials/:file',
    tag,
    summary: 'Video, captions or poster of a recording; takes a byte range',
    access: 'member',
    audit: 'none',
    params: z.object({ file: z.string().max(100) }),
    mediaTypes: ['video/webm', 'text/vtt', 'image/webp'],
  }),
};
