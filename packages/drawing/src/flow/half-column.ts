/** Half of the distance between two columns of addresses; bars are in the middle. */
export const HALF_COLUMN = 104;
