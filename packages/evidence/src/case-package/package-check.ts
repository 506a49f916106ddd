/** One check of a package, and its result. `stated`: what the file states about itself and nobody can check. */
export interface PackageCheck {
  readonly state: 'passed' | 'failed' | 'stated';
  readonly sentence: string;
}
