import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { compareScreenings } from '@trailmark/analysis/screening/compare-screenings';
import { parseRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import { type ScreeningAnswer, screeningAnswer } from '@trailmark/api/contract/screening';
import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import { compileEncoder } from '@trailmark/api/encoder';
import { AppError } from '@trailmark/core/errors';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { findLockHolder } from '@trailmark/store/data-lock';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { hashRuleSet, type RuleSetInForce, readDefaultRules } from '../screening/default-rules.ts';
import { hashScreening, type ScreeningRun, screen } from '../screening/screen.ts';
import type { TraceService } from '../tracing/trace-service.ts';
import { handOverQuestion } from './hand-over.ts';
import { formatScreening } from './screen-lines.ts';
import type { ScreenOptions } from './screen-options.ts';
import { check, OWNER, readJson, withTraceService } from './trace-command.ts';

/** Name of the question at the control socket. */
export const SCREEN_QUESTION = 'screen';
const MOST_ADDRESSES = 1_000;
const LONGEST_FILE = 4 * 2 ** 20;
const EXIT_FAILED = 1;
const EXIT_DIFFERS = 3;

const encodeAnswer = compileEncoder(screeningAnswer);
const questionShape = z.object({
  requests: z.array(z.unknown()).min(1).max(MOST_ADDRESSES),
  /** Content of a rule set; null: the rules the software comes with. */
  rules: z.unknown(),
});
/** An answer as it was printed, or as the route of a stored screening gives it. */
const storedShape = z.union([z.object({ answer: screeningAnswer }).transform(({ answer }) => answer), screeningAnswer]);

type Question = z.output<typeof questionShape>;
/** One address that was screened, or why it could not be. */
type Item = { readonly answer: unknown } | { readonly subject: string; readonly failed: string };

async function screenOne(
  service: TraceService,
  given: unknown,
  rules: RuleSetInForce,
  signal: AbortSignal,
): Promise<Item> {
  const request = check(screeningRequest, given, 'This is no request for a screening') as ScreeningRequest;
  try {
    const run = await service.gate.run(OWNER, () => screen(service.deps, request, rules, { signal }), { signal });
    return { answer: encodeAnswer(run as ScreeningAnswer) };
  } catch (error) {
    signal.throwIfAborted();
    if (!AppError.is(error, 'invalid') && !AppError.is(error, 'not-found')) throw error;
    return { subject: request.subject.text, failed: error.message };
  }
}

/** Answers screenings as JSON text, in the process that holds the data folder, until the signal aborts. */
export async function answerScreenQuestion(
  service: TraceService,
  asked: unknown,
  signal: AbortSignal,
): Promise<string> {
  const { requests, rules: content } = check(questionShape, asked, 'This is no list of screenings');
  const rules = content === null ? readDefaultRules() : hashRuleSet(parseRuleSet(content));
  const items: Item[] = [];
  for (const request of requests) items.push(await screenOne(service, request, rules, signal));
  return JSON.stringify({ items });
}

function readAddresses(file: string): string[] {
  try {
    if (statSync(file).size > LONGEST_FILE) throw new AppError('invalid', `The file ${file} is longer than 4 MiB.`);
    const lines = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim());
    return lines.filter((line) => line !== '' && !line.startsWith('#'));
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    throw new AppError('invalid', `The file ${file} cannot be read.`, { cause });
  }
}

function toRequests({ chain, addresses, file, request }: Extract<ScreenOptions, { kind: 'screen' }>): unknown[] {
  const texts = [...new Set(file === undefined ? addresses : readAddresses(file))];
  if (texts.length === 0) throw new AppError('invalid', `The file ${file ?? ''} names no address.`);
  if (texts.length > MOST_ADDRESSES) {
    throw new AppError(
      'invalid',
      `At most ${MOST_ADDRESSES} addresses are screened at once; these are ${texts.length}.`,
    );
  }
  return texts.map((text) => ({ ...request, chain, subject: { kind: 'address', text } }));
}

async function ask(config: Config, question: Question, software: string): Promise<readonly Item[]> {
  const holder = findLockHolder(config.dataDir);
  const text = holder?.control
    ? await handOverQuestion(holder.control, SCREEN_QUESTION, question)
    : await withTraceService({ config, command: SCREEN_QUESTION, software }, (service) =>
        answerScreenQuestion(service, question, new AbortController().signal),
      );
  return (JSON.parse(text) as { items: readonly Item[] }).items;
}

function formatItem(item: Item): string {
  if ('failed' in item) return `${item.subject}: not screened. ${item.failed}`;
  return formatScreening(screeningAnswer.parse(item.answer));
}

/** What recomputing a stored screening came to. A stored answer that is not what its hash says is never the same. */
export function describeReplay(stored: ScreeningAnswer, now: ScreeningAnswer): { lines: string[]; isSame: boolean } {
  if (hashScreening(stored as ScreeningRun) !== stored.hash) {
    return { lines: ['Different: the stored answer is not what its hash says, so it was changed.'], isSame: false };
  }
  if (stored.hash === now.hash) return { lines: [`The same: hash ${now.hash}.`], isSame: true };
  const differences = compareScreenings(stored, now);
  const blocks = `The last block was ${stored.asOf.hash ?? 'none'} and is ${now.asOf.hash ?? 'none'}.`;
  const sentences = [
    ...differences.map(({ sentence }) => sentence),
    ...(stored.asOf.hash === now.asOf.hash ? [] : [blocks]),
    ...(stored.asOf.engine === now.asOf.engine
      ? []
      : [`The engine was ${stored.asOf.engine} and is ${now.asOf.engine}.`]),
  ];
  const nothing = 'No sentence names the difference: compare the two answers as JSON.';
  return {
    lines: [
      `Different: hash ${stored.hash} was stored, and ${now.hash} was computed.`,
      ...(sentences.length === 0 ? [nothing] : sentences),
    ],
    isSame: false,
  };
}

function write(output: string | undefined, text: string): void {
  if (output === undefined) process.stdout.write(text);
  else writeFileSync(output, text);
}

/** Runs the command. The exit codes are in its help. */
export async function runScreenCommand(config: Config, options: ScreenOptions, software: string): Promise<number> {
  const rules = options.rules === undefined ? null : readJson(options.rules);
  if (options.kind === 'screen') {
    const items = await ask(config, { requests: toRequests(options), rules }, software);
    const text = options.isJson ? JSON.stringify({ items }, null, 1) : items.map(formatItem).join('\n\n');
    write(options.output, `${text}\n`);
    return items.some((item) => 'failed' in item) ? EXIT_FAILED : 0;
  }
  const stored = check(storedShape, readJson(options.file), 'This is no stored screening') as ScreeningAnswer;
  const request = screeningRequest.encode(stored.screening.request as never);
  const [item] = await ask(config, { requests: [request], rules }, software);
  if (!item || 'failed' in item) throw new AppError('invalid', item?.failed ?? 'The screening was not recomputed.');
  const { lines, isSame } = describeReplay(stored, screeningAnswer.parse(item.answer));
  const text = options.isJson ? JSON.stringify({ isSame, sentences: lines, ...item }, null, 1) : lines.join('\n');
  write(options.output, `${text}\n`);
  return isSame ? 0 : EXIT_DIFFERS;
}
