/** The pair that packages of this installation are signed with. */
export const PACKAGE_KEY = 'case-package';
