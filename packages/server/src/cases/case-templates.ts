import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CaseTemplate, caseTemplate } from '@trailmark/api/contract/case';
import { AppError } from '@trailmark/core/errors';
import { z } from 'zod';

const BUNDLED = fileURLToPath(new URL('../../../../data/case-templates/', import.meta.url));
/** Below the folder for files of people; a file there with the id of a bundled one replaces it. */
const OWN_FOLDER = 'case-templates';
const MAX_BYTES = 200_000;

function readTemplate(folder: string, name: string): CaseTemplate {
  const where = `The case template ${name}`;
  const text = readFileSync(join(folder, name), 'utf8');
  if (text.length > MAX_BYTES) throw new AppError('inconsistent', `${where} is longer than ${MAX_BYTES} characters.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('inconsistent', `${where} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const read = z.safeParse(caseTemplate, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError('inconsistent', `${where}: “${issue?.path.join('.')}” is not acceptable: ${issue?.message}.`);
}

function readFolder(folder: string): CaseTemplate[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => readTemplate(folder, name));
}

/** Templates by name: the bundled ones, and those that the agency keeps as files. Throws `inconsistent` for a file that is none. */
export function listTemplates(filesDir: string): readonly CaseTemplate[] {
  const all = [...readFolder(BUNDLED), ...readFolder(join(filesDir, OWN_FOLDER))];
  const byId = new Map(all.map((template) => [template.id, template]));
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The template of a case; one that is no longer there leaves its id and nothing else. */
export function templateOf(templates: readonly CaseTemplate[], id: string): CaseTemplate {
  const found = templates.find((template) => template.id === id);
  return found ?? { id, name: id, summary: '', fields: [], tasks: [], authorities: [], report: [] };
}

/** Throws `invalid`, naming the templates there are. */
export function findTemplate(templates: readonly CaseTemplate[], id: string): CaseTemplate {
  const found = templates.find((template) => template.id === id);
  if (found) return found;
  const known = templates.map((template) => template.id).join(', ');
  throw new AppError('invalid', `There is no case template “${id}”. There are: ${known}.`);
}
