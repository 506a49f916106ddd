import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Makes the folder of the templates of a run known to its test files; outside a test run there are none. */
export const TEMPLATES_VARIABLE = 'TRAILMARK_TEST_TEMPLATES';
/** How long a file waits for another one that makes the template: minutes, because other work may slow the machine. */
const MADE_WITHIN_MS = 600_000;

/** Fills an empty folder. */
export type MakeTemplate = (folder: string) => Promise<void>;

/** Takes the turn of making a template; false where another file has it. */
function takeTurn(folder: string): boolean {
  try {
    mkdirSync(folder);
    // PostgreSQL may run as another user, who must reach its files.
    chmodSync(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}

/** A template appears complete or not at all: it is made under another name. */
async function makeOnce(template: string, make: MakeTemplate): Promise<void> {
  const draft = `${template}.draft`;
  for (const deadline = Date.now() + MADE_WITHIN_MS; !existsSync(template); await wait(50)) {
    if (Date.now() > deadline) throw new Error(`${template} was not made in time.`);
    if (!takeTurn(draft)) continue;
    // The other file may have finished between the two questions.
    if (existsSync(template)) return rmSync(draft, { recursive: true });
    try {
      await make(draft);
      renameSync(draft, template);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }
}

/** Path of what `make` puts into a folder, made once per run under this name; undefined outside a test run. */
export async function findTemplate(name: string, make: MakeTemplate): Promise<string | undefined> {
  const templates = process.env[TEMPLATES_VARIABLE];
  if (!templates) return undefined;
  const template = join(templates, name);
  await makeOnce(template, make);
  return template;
}

/** Copies what a folder contains. Owners and links are kept: PostgreSQL refuses files that are not its own. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The folder could not be copied.\n${stderr}`);
}
