import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from './route.ts';
import { createRouteCaller } from './route-call.ts';
import { units } from './wire.ts';

const figures = defineRoute({
  method: 'GET',
  path: '/figures',
  tag: 'Test',
  summary: 'Figures',
  access: 'public',
  audit: 'none',
  output: z.object({ amount: units }),
});
const file = defineRoute({
  method: 'GET',
  path: '/file',
  tag: 'Test',
  summary: 'A file',
  access: 'public',
  audit: 'none',
  mediaTypes: ['text/csv'],
});

test('an answer is decoded by its route', async () => {
  const call = createRouteCaller(async () => Response.json({ amount: '5' }));
  expect(await call(figures, {})).toEqual({ amount: 5n });
});

test('the body of a file is left to be read', async () => {
  const answer = new Response('a,b\n1,2\n');
  const call = createRouteCaller(async () => answer);
  await call(file, {});
  expect(await answer.text()).toBe('a,b\n1,2\n');
});
