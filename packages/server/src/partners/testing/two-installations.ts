import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Interest } from '@trailmark/api/contract/interest';
import type { PartnerList } from '@trailmark/api/contract/partner';
import { AppError } from '@trailmark/core/errors';
import { createKeyRing } from '../../casework/key-ring.ts';
import { NO_KNOWLEDGE } from '../../knowledge/knowledge.ts';
import { createLedgers } from '../../ledger/ledgers.ts';
import {
  addAccount,
  addAgency,
  createCaseworkApp,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';
import { SAMPLE_NOW } from '../../testing/sample-app.ts';
import { createSampleReader } from '../../testing/sample-ledger.ts';
import { answerOverNetwork } from '../answer-frame.ts';
import { createPartnerContext, type PartnerContext } from '../partner-context.ts';
import { runPartners } from '../partner-rounds.ts';

/** One exchange as somebody on the line between the two reads it. */
export interface Overheard {
  readonly from: string;
  readonly request: string;
  readonly answer: string;
  readonly status: number;
}

/** An installation with a store, keys and a port of its own, and one agency. */
export interface Installation {
  readonly name: string;
  readonly casework: TestCaseworkContext;
  readonly context: PartnerContext;
  readonly server: Server;
  readonly url: string;
  /** What came to its port, and what it answered. */
  readonly overheard: Overheard[];
  /** Milliseconds that answers waited for their tick, added to how long their work took: a multiple of the tick. */
  readonly ticks: number[];
  readonly officer: TestAccount;
  readonly admin: TestAccount;
  /** Replaces what the port answers; undefined for what it would. */
  answerWith: ((request: string) => Promise<string> | string | undefined) | undefined;
}

export function ok<T>({ status, body }: Answer): T {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 600)}`);
  return body as T;
}

async function openPort(install: { -readonly [K in keyof Installation]?: Installation[K] }): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const frame = (JSON.parse(body) as { frame: string }).frame;
    let [status, answer] = [200, ''];
    try {
      const own = await install.answerWith?.(frame);
      answer = JSON.stringify({ frame: own ?? (await answerOverNetwork(install.context as PartnerContext, frame)) });
    } catch (error) {
      [status, answer] = [AppError.is(error, 'not-found') ? 404 : 400, JSON.stringify({ message: String(error) })];
    }
    install.overheard?.push({ from: install.name ?? '', request: body, answer, status });
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return server;
}

export async function openInstallation(name: string, master: number): Promise<Installation> {
  const opened = await createTestCaseworkContext();
  const casework = { ...opened, keys: createKeyRing(Buffer.alloc(32, master)) };
  const ledgers = createLedgers({
    ...{ readers: new Map([['btc', createSampleReader()]]), overlays: new Map(), ingestStatus: () => null },
    ...{ software: 'Trailmark test', now: () => SAMPLE_NOW },
  });
  const ticks: number[] = [];
  const wait = async (ms: number) => void ticks.push(ms);
  const context = createPartnerContext({ casework, ledgers, knowledge: NO_KNOWLEDGE }, { wait });
  const install = { name, casework, context, overheard: [], ticks, answerWith: undefined } as {
    -readonly [K in keyof Installation]?: Installation[K];
  };
  const server = await openPort(install);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(install, { server, url }) as Installation;
}

/** Empties both, and makes an officer and an administrator in each. */
export async function people(install: Installation): Promise<Installation> {
  const { casework, name } = install;
  await casework.clear();
  install.overheard.length = 0;
  install.ticks.length = 0;
  const agency = await addAgency(casework, name);
  const word = name.split(' ')[0]?.toLowerCase();
  return Object.assign(install, {
    answerWith: undefined,
    officer: await addAccount(casework, { agency, name: `Officer ${name}`, email: `o@${word}.example` }),
    // Administrators of an installation may name hosts of the own network.
    admin: await addAccount(casework, {
      ...{ agency, name: 'Administrator', email: `a@${word}.example`, role: 'platform-admin' },
    }),
  });
}

export const askAs = ({ casework }: Installation, account: TestAccount): Promise<Asker> =>
  openAsker(casework, account, createCaseworkApp(casework));

/** Exchanges cards and turns both on; gives the id of the other as each has it. */
export async function befriend(a: Installation, b: Installation, endpoints = true): Promise<[string, string]> {
  const [asA, asB] = [await askAs(a, a.admin), await askAs(b, b.admin)];
  const add = async (by: Asker, of: Asker, at: Installation): Promise<string> => {
    const { own } = ok<PartnerList>(await of.get('/partners'));
    const body = { card: own.card, name: at.name, endpoint: endpoints ? at.url : null, isCompared: true };
    const { id, name, endpoint } = ok<PartnerList['items'][number]>(await by.post('/partners', body));
    ok(await by.post(`/partners/${id}/change`, { act: 'set', version: 1, name, endpoint, isOn: true }));
    return id;
  };
  return [await add(asA, asB, b), await add(asB, asA, a)];
}

const FIELDS = {
  ...{ legalBasis: 'Order 114/26', predicate: 'Fraud', suspicion: 'Receives the loss of 3 March.', isLawful: true },
  ...{ confidence: 'medium', sensitivity: 'restricted', radius: 'exact', contact: 'Duty desk', reviewOn: '2027-11-01' },
};

/** A case that names addresses, and an interest in them. */
export async function fileAt(
  install: Installation,
  addresses: readonly string[],
  more: object = {},
): Promise<Interest> {
  const by = await askAs(install, install.officer);
  const { id } = ok<{ id: string }>(
    await by.post('/cases', { template: 'ransomware', title: `Case of ${install.name}` }),
  );
  for (const address of addresses) {
    const input = { params: { chain: 'btc', address }, query: {} };
    ok(await by.post(`/cases/${id}/items`, { kind: 'address', input }));
  }
  const body = { ...FIELDS, contact: `Desk of ${install.name}`, ...more, case: id, identifiers: addresses.join('\n') };
  return ok<{ interest: Interest }>(await by.post('/interests', body)).interest;
}

export async function readAt(install: Installation, id: string): Promise<Interest> {
  return ok<Interest>(await (await askAs(install, install.officer)).get(`/interests/${id}`));
}

/** Lets both do what is due, in turns. */
export async function runBoth(...installs: readonly Installation[]): Promise<void> {
  for (const { context } of installs) await runPartners(context);
}

export async function closeInstallation({ server, casework }: Installation): Promise<void> {
  server.closeAllConnections();
  server.close();
  await casework.close();
}
