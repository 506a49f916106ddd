import { LOSS_FILE_FORMATS, statementLossRoutes } from '@trailmark/api/contract/statement-losses';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { LOSS_FILES, toLossDocument } from '../statements/loss-files.ts';
import { readVictimLosses } from '../statements/victim-losses.ts';
import type { TraceService } from '../tracing/trace-service.ts';
import type { LossesOptions } from './losses-options.ts';
import { letterheadShape, runFileCommand, toBase64 } from './statement-command.ts';
import { check, OWNER, readJson } from './trace-command.ts';

/** Name of the question at the control socket. */
export const LOSSES_QUESTION = 'losses';

const questionShape = z.object({
  request: z.unknown(),
  format: z.enum(LOSS_FILE_FORMATS),
  letterhead: letterheadShape,
});

/** Writes a list of losses in the process that has the data folder, as base64. */
export async function answerLossesQuestion(
  { deps, gate }: TraceService,
  asked: unknown,
  signal: AbortSignal,
): Promise<string> {
  const { request: given, format, letterhead: cover } = check(questionShape, asked, 'This is no request for losses');
  const request = check(statementLossRoutes.listVictimLosses.body, given, 'This is no request for losses');
  const answer = await gate.run(OWNER, () => readVictimLosses(deps, request, { signal }), { signal });
  const letterhead = { agency: cover.agency, unit: cover.unit, particulars: cover.particulars };
  return toBase64(LOSS_FILES[format].stream(toLossDocument(deps, answer, letterhead)));
}

/** Runs the command: the file to the terminal or to where `--output` says. */
export function runLossesCommand(config: Config, options: LossesOptions, software: string): Promise<number> {
  const { request, format, letterhead, output } = options;
  const question = { request: { ...request, victims: readJson(options.victims) }, format, letterhead };
  const work = { name: LOSSES_QUESTION, question, answer: answerLossesQuestion, output };
  return runFileCommand({ config, software }, work);
}
