/** A person of the demonstration with the whole dashboard. */
export const INVESTIGATOR = 'lead.investigator@northgate.example';

/** Headers of a signed-in browser: its cookies, and the token that requests which change something carry. */
export interface SessionHeaders {
  readonly cookie: string;
  readonly 'x-xsrf-token': string;
}

/** The password that a server started with --demo printed for a person, once. */
export function findDemoPassword(output: string, email: string): string {
  const line = output.split('\n').find((text) => text.startsWith(`${email} `));
  const password = line?.split(/\s+/)[1];
  if (!password) throw new Error(`The server printed no password of ${email}.`);
  return password;
}

function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    jar.set(name, value);
  }
}

function toHeaders(jar: ReadonlyMap<string, string>): SessionHeaders {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' };
}

/** Signs in as a browser does, and gives what it then sends. */
export async function signInTo(origin: string, email: string, password: string): Promise<SessionHeaders> {
  const jar = new Map<string, string>();
  keepCookies(jar, await fetch(`${origin}/api/v1/me`));
  const response = await fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...toHeaders(jar) },
    body: JSON.stringify({ email, password }),
  });
  keepCookies(jar, response);
  const { flag } = (await response.json()) as { flag?: string };
  if (flag !== 'success') throw new Error(`${email} could not sign in: ${flag}`);
  return toHeaders(jar);
}
