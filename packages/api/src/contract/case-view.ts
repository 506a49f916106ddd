import { z } from 'zod';
import { defineRoute } from '../route.ts';

const tag = 'Agency cases';
const id = z.uuid();

const savedView = z.object({ id, name: z.string(), query: z.string() });

const listCaseViews = defineRoute({
  method: 'GET',
  path: '/case-views',
  tag,
  summary: "The reader's own saved filters",
  access: 'allowed',
  audit: 'view',
  output: z.object({ items: z.array(savedView) }),
});

const saveCaseView = defineRoute({
  method: 'POST',
  path: '/case-views',
  tag,
  summary: 'Keep a filter under a name',
  access: 'allowed',
  audit: 'act',
  body: z.object({ name: z.string().trim().min(1).max(60), query: z.string().max(2_000) }),
  output: z.object({ items: z.array(savedView) }),
});

const removeCaseView = defineRoute({
  method: 'POST',
  path: '/case-views/:view/removal',
  tag,
  summary: 'Forget a saved filter',
  access: 'allowed',
  audit: 'act',
  params: z.object({ view: id }),
  body: z.strictObject({}),
  output: z.object({ items: z.array(savedView) }),
});

/** Filters of the list of cases that a reader keeps. */
export const caseViewRoutes = { listCaseViews, removeCaseView, saveCaseView };
