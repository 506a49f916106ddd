import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Makes the folder of the templates of a run known to its test files; outside a test run there are none. */
export const TEMPLATES_VARIABLE = 'TRAILMARK_TEST_TEMPLATES';
const MADE_WITHIN_MS = 90_000;
const DATA = 'data';
const OUTPUT = 'output.txt';

/** A data folder as the first start of a server leaves it, with what that start printed. */
interface FirstStart {
  readonly output: string;
}

/** Starts a server on an empty folder, stops it, and gives what it printed. */
export type MakeTemplate = (dataDir: string) => Promise<string>;

/** Takes the turn of making a template; false where somebody else has it. */
function takeTurn(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** The template is there at once or not at all: it is made under another name. */
async function makeOnce(template: string, make: MakeTemplate): Promise<boolean> {
  const draft = `${template}.draft`;
  if (takeTurn(draft)) {
    const data = join(draft, DATA);
    mkdirSync(data, { mode: 0o755 });
    // PostgreSQL may run as another user, who has to get here.
    for (const folder of [draft, data]) chmodSync(folder, 0o755);
    writeFileSync(join(draft, OUTPUT), await make(data));
    renameSync(draft, template);
    return true;
  }
  const deadline = Date.now() + MADE_WITHIN_MS;
  while (!existsSync(template) && Date.now() < deadline) await wait(100);
  return existsSync(template);
}

/**
 * Fills an empty data folder with what a first start under these flags makes, which is made once a run and copied for every
 * server. Undefined where the folder holds something, or there is no template: the server then starts from what it finds.
 */
export async function fillFromTemplate(
  dataDir: string,
  flags: readonly string[],
  make: MakeTemplate,
): Promise<FirstStart | undefined> {
  const templates = process.env[TEMPLATES_VARIABLE];
  if (!templates || readdirSync(dataDir).length > 0) return undefined;
  const template = join(templates, ['first-start', ...flags].join(''));
  if (!existsSync(template) && !(await makeOnce(template, make))) return undefined;
  // Owners and links are kept: PostgreSQL refuses files that are not its own.
  const { status, stderr } = spawnSync('cp', ['-a', `${join(template, DATA)}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data folder could not be copied.\n${stderr}`);
  return { output: readFileSync(join(template, OUTPUT), 'utf8') };
}
