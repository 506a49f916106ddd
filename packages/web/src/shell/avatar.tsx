import { useQuery } from '@tanstack/react-query';
import { sessionRoutes } from '@trailmark/api/contract/session';
import { useState } from 'react';
import { callRoute } from '../api.ts';
import { useSession } from '../session.ts';

/** "Lead investigator" gives "LI". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => (/\p{L}/u.exec(word)?.[0] ?? '').toUpperCase()).join('');
}

/** Where photos are served; the file's name is the server's own. */
export function photoUrl(file: string): string {
  return `/users/images/${encodeURIComponent(file)}`;
}

/** Photo of the own account; null without one. A failure is no more than that. */
function usePhoto(): string | null {
  const { isSignedIn, isKnown, role, email } = useSession();
  const { data } = useQuery({
    queryKey: ['photo', email],
    queryFn: ({ signal }) => callRoute(sessionRoutes.getUserProfileByEmail, { body: { email }, signal }),
    enabled: isKnown && isSignedIn && role !== 'pending' && email !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.data.data.photo ?? null;
}

/** Photo of the person who is signed in, or the initials. */
export function Avatar() {
  const { name } = useSession();
  const photo = usePhoto();
  const [broken, setBroken] = useState<string | null>(null);
  if (photo && photo !== broken) {
    return (
      <img className="tm-avatar" src={photoUrl(photo)} alt="" width={30} height={30} onError={() => setBroken(photo)} />
    );
  }
  return (
    <span className="tm-avatar" aria-hidden="true">
      {initialsOf(name) || '?'}
    </span>
  );
}
