/** Names and values are fixed by the specification. They only say what to paint first: the server decides every call. */
const LASTING = ['login', 'loggedEmail', 'loggedUser', 'user_type', 'allow_status'] as const;
const OF_THE_TAB = ['previousPage', 'formSubmitted'] as const;

export interface SessionHints {
  readonly email: string;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly isAllowed: boolean;
}

/** Storage may be blocked: then nothing is remembered, and the page waits for the server instead. */
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/** Who was signed in when the page was last open; undefined for nobody. */
export function readHints(): SessionHints | undefined {
  return attempt(() => {
    if (localStorage.getItem('login') !== 'true') return undefined;
    return {
      email: localStorage.getItem('loggedEmail') ?? '',
      name: localStorage.getItem('loggedUser') ?? '',
      isAdmin: localStorage.getItem('user_type') === 'admin',
      isAllowed: localStorage.getItem('allow_status') === 'Yes',
    };
  }, undefined);
}

export function writeHints({ email, name, isAdmin, isAllowed }: SessionHints): void {
  const values = {
    login: 'true',
    loggedEmail: email,
    loggedUser: name,
    user_type: isAdmin ? 'admin' : 'user',
    allow_status: isAllowed ? 'Yes' : 'No',
  };
  attempt(() => {
    for (const key of LASTING) if (localStorage.getItem(key) !== values[key]) localStorage.setItem(key, values[key]);
  }, undefined);
}

/** Forgets who was signed in; other tabs hear of it. */
export function clearHints(): void {
  attempt(() => {
    for (const key of LASTING) localStorage.removeItem(key);
  }, undefined);
}

/** Forgets every value of the session, as signing out does. The theme belongs to the browser session and stays. */
export function clearStoredSession(): void {
  clearHints();
  attempt(() => {
    for (const key of OF_THE_TAB) sessionStorage.removeItem(key);
  }, undefined);
}

/** Where a visitor wanted to go when the sign-in page came between. */
export function rememberPage(path: string): void {
  attempt(() => sessionStorage.setItem('previousPage', path), undefined);
}

/** Takes the remembered page; only a path of this site counts. */
export function takeRememberedPage(): string | undefined {
  return attempt(() => {
    const path = sessionStorage.getItem('previousPage');
    sessionStorage.removeItem('previousPage');
    return path && /^\/(?![/\\])/.test(path) ? path : undefined;
  }, undefined);
}
