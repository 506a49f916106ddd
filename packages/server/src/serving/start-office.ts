import { openClaim } from '../accounts/claim.ts';
import { formatDemoTable, isDemoInstallation, makeDemoPeople } from '../accounts/demo-people.ts';
import { type JobParts, listJobs } from '../background/catalogue.ts';
import type { Config } from '../config.ts';
import { type RunningJobs, runJobs } from '../jobs/run-jobs.ts';
import { formatReason } from '../jobs/run-schedule.ts';
import type { Office } from '../office/office.ts';
import { openOffice } from '../office/open-office.ts';
import { seedDemoTraining } from '../training/seed-demo-training.ts';

/** Opens the office of a server, with demonstration people where they are asked for. The caller closes the store. */
export async function startOffice(config: Config, isDemo: boolean, say: (text: string) => void): Promise<Office> {
  const office = await openOffice(config);
  try {
    const people = isDemo ? await makeDemoPeople(office) : undefined;
    if (people) {
      await seedDemoTraining(office);
      say(`Demonstration people, with passwords that are shown this once:\n\n${formatDemoTable(people)}\n`);
    } else if (isDemo) {
      say(
        'The demonstration people are there already. Their passwords were shown once; an empty --data-dir makes new ones.',
      );
    }
    if (!(await isDemoInstallation(office))) return office;
    // A demonstration is opened without setting up factors first, unless the settings say otherwise.
    const secondFactor = config.accounts.secondFactor ?? 'optional';
    return { ...office, settings: { ...office.settings, isDemo: true, secondFactor } };
  } catch (error) {
    await office.store.close();
    throw error;
  }
}

/** Prints the link for the first administrator while there is none. It opens on this machine only. */
export async function sayClaim(office: Office, url: string, say: (text: string) => void): Promise<void> {
  const token = await openClaim(office);
  if (token === undefined) return;
  const { protocol, port } = new URL(url);
  say(
    'Nobody has claimed this installation yet. To make its first administrator, open this link on this machine within 30 minutes:\n' +
      `  ${protocol}//localhost:${port}/claim#${token}`,
  );
}

/** Starts what the server does by itself (mail, reminders, closing of unused accounts), and what people have queued. */
export function startJobs(office: Office, parts: JobParts, warn: (sentence: string) => void): RunningJobs {
  return runJobs(office, listJobs(parts), {
    log: (job, error) => warn(`The job ${job} failed and is tried again: ${formatReason(error)}`),
  });
}
