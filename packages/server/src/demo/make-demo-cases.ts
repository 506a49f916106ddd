import { createHash } from 'node:crypto';
import { toRole } from '@trailmark/core/role';
import { findFact, setFact } from '@trailmark/store/cases/accounts/installation-rows';
import { lockAccountByEmail } from '@trailmark/store/cases/accounts/sign-in-rows';
import { toEmailKey } from '../accounts/email-key.ts';
import type { EvidenceService } from '../cases/evidence/evidence-service.ts';
import { appendUpload, beginUpload } from '../cases/evidence/uploads.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { type CallHandler, createHandlerCaller } from '../http/call-handler.ts';
import type { Handlers } from '../http/mount.ts';
import { type DemoCase, type DemoEvidence, type DemoFlow, type DemoStep, listDemoCases } from './demo-case-file.ts';
import { drawDemoFlow } from './draw-demo-flow.ts';
import { fillIn } from './fill-in.ts';

const SYSTEM = { kind: 'system' } as const;
const FACT = 'demo_cases';

export interface DemoParts {
  readonly casework: CaseworkContext;
  readonly handlers: Handlers;
  readonly evidence: EvidenceService;
}

interface Person {
  readonly caller: Caller;
  readonly ask: CallHandler;
}

/** A person of the demonstration as a caller; undefined where there is none, or they may not use the dashboard. */
async function findPerson({ casework, handlers }: DemoParts, email: string): Promise<Person | undefined> {
  const row = await casework.store.transact(SYSTEM, (tx) => lockAccountByEmail(tx, toEmailKey(email)));
  if (!row?.isAllowed) return undefined;
  const caller: Caller = {
    role: toRole(row.role, row.isAllowed, true),
    account: { ...row, agency: row.agencyId },
    session: null,
    source: { address: '127.0.0.1', agent: 'trailmark serve --demo' },
  };
  const read = { signal: new AbortController().signal };
  return { caller, ask: createHandlerCaller(handlers, { read, caller, reply: new Headers() }) };
}

class CaseMaker {
  readonly #parts: DemoParts;
  readonly #people: ReadonlyMap<string, Person>;
  readonly #kept: Record<string, unknown>;

  constructor(parts: DemoParts, people: ReadonlyMap<string, Person>) {
    this.#parts = parts;
    this.#people = people;
    const ids = [...people].map(([name, { caller }]) => [name, caller.account?.id]);
    this.#kept = { people: Object.fromEntries(ids) };
  }

  async take(raw: DemoStep): Promise<void> {
    const { evidence, casework } = this.#parts;
    const step = fillIn(raw, { kept: this.#kept, now: casework.now() }) as DemoStep;
    const person = this.#people.get(step.by);
    if (!person) throw new Error(`The worked case has no person "${step.by}".`);
    const answer = await this.#answerOf(step, person, evidence);
    if (step.keep !== undefined) this.#kept[step.keep] = answer;
  }

  async #answerOf(step: DemoStep, person: Person, service: EvidenceService): Promise<unknown> {
    if ('file' in step) return this.#addEvidence(step, person, service);
    if ('flow' in step) return this.#addFlow(step, person);
    return this.#call(person, step.call, step.params, step.body);
  }

  async #call({ ask }: Person, name: Parameters<CallHandler>[0], params: Record<string, string>, body: unknown) {
    const of = this.#kept.case as { readonly id: string } | undefined;
    const answer = await ask(name, { params: { ...(of && { case: of.id }), ...params }, query: {}, body });
    return answer.kind === 'json' ? answer.value : undefined;
  }

  async #addEvidence({ file, lines, words }: DemoEvidence, person: Person, service: EvidenceService): Promise<unknown> {
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const { id } = this.#kept.case as { readonly id: string };
    const { id: item } = await beginUpload(
      service,
      { caller: person.caller, id },
      { name: Buffer.from(file), size: bytes.length },
    );
    const body = (async function* () {
      yield bytes;
    })();
    await appendUpload(service, { caller: person.caller, id, item }, { offset: 0, length: bytes.length, body });
    await this.#call(person, 'describeCaseEvidence', { item }, { version: 1, ...words });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (;;) {
      const read = await this.#call(person, 'finishCaseUpload', { upload: item }, { sha256 });
      if (read?.isDone) return read.item;
    }
  }

  async #addFlow(flow: DemoFlow, person: Person): Promise<unknown> {
    const document = await drawDemoFlow(person.ask, flow, this.#parts.casework.now());
    const head = await this.#call(person, 'createFlow', {}, { document });
    const id = String(head?.id);
    const version = await this.#call(person, 'nameFlowVersion', { flow: id }, { branch: 'main', name: flow.version });
    const input = { params: { flow: id, version: String(version?.number) } };
    return this.#call(person, 'pinCaseItem', {}, { kind: 'flow-version', input });
  }
}

async function makeCase(parts: DemoParts, { people, steps }: DemoCase): Promise<boolean> {
  const found = new Map<string, Person>();
  for (const [name, email] of Object.entries(people)) {
    const person = await findPerson(parts, email);
    if (!person) return false;
    found.set(name, person);
  }
  const maker = new CaseMaker(parts, found);
  for (const step of steps) await maker.take(step);
  return true;
}

/**
 * Makes the worked cases of a demonstration by the handlers that people's browsers call, each once. Returns how many it made:
 * none where they were made before, or where the people of a case are missing.
 */
export async function makeDemoCases(parts: DemoParts): Promise<number> {
  const { store } = parts.casework;
  const begun = (await store.transact(SYSTEM, (tx) => findFact<readonly string[]>(tx, FACT))) ?? [];
  const missing = listDemoCases().filter(({ id }) => !begun.includes(id));
  let made = 0;
  for (const [index, one] of missing.entries()) {
    // Written first: a start that is cut off leaves a part of a case, and never a second one.
    const names = [...begun, ...missing.slice(0, index + 1).map(({ id }) => id)];
    await store.transact(SYSTEM, (tx) => setFact(tx, FACT, names));
    if (await makeCase(parts, one)) made += 1;
  }
  return made;
}
