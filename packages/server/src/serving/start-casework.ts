import { openClaim } from '../accounts/claim.ts';
import { formatDemoTable, isDemoInstallation, makeDemoPeople } from '../accounts/demo-people.ts';
import { formatPlural } from '../answers/format-count.ts';
import { type JobParts, listJobs } from '../background/catalogue.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { openCaseworkContext } from '../casework/open-casework.ts';
import type { Config } from '../config.ts';
import { type DemoParts, makeDemoCases } from '../demo/make-demo-cases.ts';
import { type RunningJobs, runJobs } from '../jobs/run-jobs.ts';
import { formatReason } from '../jobs/run-schedule.ts';
import { startWatching } from '../monitoring/start-watching.ts';
import { seedDemoTraining } from '../training/seed-demo-training.ts';

/** Opens the casework context of a server, with demonstration people where they are requested. The caller closes the store. */
export async function startCasework(
  config: Config,
  isDemo: boolean,
  say: (text: string) => void,
): Promise<CaseworkContext> {
  const casework = await openCaseworkContext(config);
  try {
    const people = isDemo ? await makeDemoPeople(casework) : undefined;
    if (people) {
      await seedDemoTraining(casework);
      say(`Demonstration people, with passwords that are shown this once:\n\n${formatDemoTable(people)}\n`);
    } else if (isDemo) {
      say(
        'The demonstration people are there already. Their passwords were shown once; an empty --data-dir makes new ones.',
      );
    }
    if (!(await isDemoInstallation(casework))) return casework;
    // A demonstration is opened without setting up factors first, unless the settings say otherwise.
    const secondFactor = config.accounts.secondFactor ?? 'optional';
    return { ...casework, settings: { ...casework.settings, isDemo: true, secondFactor } };
  } catch (error) {
    await casework.store.close();
    throw error;
  }
}

/** Makes the worked cases of a demonstration where they are missing. */
export async function startDemoCases(
  parts: DemoParts,
  indexes: { catchUp(): Promise<void> },
  say: (text: string) => void,
): Promise<void> {
  if (!(await isDemoInstallation(parts.casework))) return;
  const started = performance.now();
  // What is pinned while an index grows would differ from what the tool answers a moment later.
  await indexes.catchUp();
  const made = await makeDemoCases(parts);
  if (made === 0) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Made ${formatPlural(made, 'worked case')} under Agency cases, in ${seconds} s.`);
}

/** Prints the link for the first administrator while there is none. It opens on this machine only. */
export async function formatClaim(casework: CaseworkContext, url: string, say: (text: string) => void): Promise<void> {
  const token = await openClaim(casework);
  if (token === undefined) return;
  const { protocol, port } = new URL(url);
  say(
    'Nobody has claimed this installation yet. To make its first administrator, open this link on this machine within 30 minutes:\n' +
      `  ${protocol}//localhost:${port}/claim#${token}`,
  );
}

/**
 * Starts what the server does automatically (email, reminders, closing of unused accounts), what people have queued, and the reading of
 * new blocks for watches.
 */
export function startJobs(
  casework: CaseworkContext,
  parts: JobParts,
  warn: (sentence: string) => void,
): Pick<RunningJobs, 'close'> {
  const jobs = runJobs(casework, listJobs(parts), {
    log: (job, error) => warn(`The job ${job} failed and is tried again: ${formatReason(error)}`),
  });
  const watching = startWatching({ casework, ledgers: parts.ledgers, knowledge: parts.knowledge }, warn);
  return {
    close: async () => {
      await Promise.all([jobs.close(), watching.close()]);
    },
  };
}
