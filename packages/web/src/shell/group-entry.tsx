import { lazy, Suspense, useState } from 'react';
import { GroupButton } from './group-button.tsx';
import { isCurrentPage, type PublicGroup } from './public-menu.ts';

const loadMenu = () => import('./group-menu.tsx');
const GroupMenu = lazy(() => loadMenu().then(({ GroupMenu: component }) => ({ default: component })));

/** A group of the public menu: its button is there at once, what it opens is loaded when somebody reaches for it. */
export function GroupEntry({ group, path }: { readonly group: PublicGroup; readonly path: string }) {
  const [isWanted, setWanted] = useState(false);
  const isHere = group.pages.some((page) => isCurrentPage(path, page.path));
  const button = (
    <GroupButton
      name={group.name}
      isHere={isHere}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <GroupMenu group={group} isHere={isHere} />
    </Suspense>
  );
}
