/** The three courses, each building on the one before. */
export const COURSE_LEVELS = ['essentials', 'intermediate', 'advanced'] as const;
export type CourseLevel = (typeof COURSE_LEVELS)[number];

/** Names as the menu has them. */
export const COURSE_NAMES: Readonly<Record<CourseLevel, string>> = {
  essentials: 'Cryptocurrency Essentials',
  intermediate: 'Intermediate',
  advanced: 'Advanced Crypto',
};

const PREREQUISITES: Readonly<Record<CourseLevel, CourseLevel | undefined>> = {
  essentials: undefined,
  intermediate: 'essentials',
  advanced: 'intermediate',
};

/** The course that has to be passed first; undefined for the first. */
export function prerequisiteOf(level: CourseLevel): CourseLevel | undefined {
  return PREREQUISITES[level];
}
