/** The branch that every saved coin flow begins with. */
export const MAIN_BRANCH = 'main';
