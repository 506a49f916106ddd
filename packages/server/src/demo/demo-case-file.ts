import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contract, type RouteName } from '@trailmark/api/contract';
import { z } from 'zod';

const FOLDER = new URL('../../../../data/demo-cases/', import.meta.url);

const by = z.string();
/** Name under which later steps find the answer. */
const keep = z.string().optional();
const isRoute = (name: string): name is RouteName => Object.hasOwn(contract, name);

const call = z.strictObject({
  by,
  call: z.custom<RouteName>((name) => typeof name === 'string' && isRoute(name), 'it takes the name of a route'),
  params: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()),
  keep,
});
const evidence = z.strictObject({
  by,
  file: z.string(),
  /** Lines of a text file. */
  lines: z.array(z.string()),
  /** What people enter about a file, as the route takes it. */
  words: z.record(z.string(), z.unknown()),
  keep,
});
const flow = z.strictObject({
  by,
  flow: z.string(),
  version: z.string(),
  /** Requests to the coin flow, in the order in which somebody would draw them. */
  pieces: z.array(
    z.strictObject({ call: z.enum(['runTrace', 'expandFlow']), body: z.record(z.string(), z.unknown()) }),
  ),
  keep,
});

const demoCase = z.strictObject({
  id: z.string(),
  /** Email addresses of the people of the demonstration, by the name that steps use. */
  people: z.record(z.string(), z.string()),
  steps: z.array(z.union([call, evidence, flow])),
});

export type DemoCase = z.output<typeof demoCase>;
export type DemoStep = DemoCase['steps'][number];
export type DemoEvidence = z.output<typeof evidence>;
export type DemoFlow = z.output<typeof flow>;

/** The worked cases of a demonstration, as the steps that people would take. */
export function listDemoCases(): readonly DemoCase[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return names
    .toSorted()
    .map((name) => demoCase.parse(JSON.parse(readFileSync(fileURLToPath(new URL(name, FOLDER)), 'utf8'))));
}
