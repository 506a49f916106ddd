type Values = Readonly<Record<string, string>>;

interface Side {
  readonly value: string;
  /** As people read it. */
  readonly text: string;
}

/** A field that two people changed to something else. */
export interface FieldClash {
  readonly name: string;
  readonly label: string;
  readonly mine: Side;
  readonly theirs: Side;
}

export interface Versions {
  /** What the form began with. */
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** What was changed by others alone, which the form can have, and the names of the fields that both changed. */
export function compareVersions({ base, mine, theirs }: Versions) {
  const names = Object.keys(theirs);
  const isChanged = (side: Values) => (name: string) => (side[name] ?? '').trim() !== (base[name] ?? '').trim();
  const changedByOthers = names.filter(isChanged(theirs));
  const isMine = isChanged(mine);
  return {
    taken: Object.fromEntries(
      changedByOthers.filter((name) => !isMine(name)).map((name) => [name, theirs[name] ?? '']),
    ),
    clashing: changedByOthers.filter(
      (name) => isMine(name) && (mine[name] ?? '').trim() !== (theirs[name] ?? '').trim(),
    ),
  };
}
