import { useMutation, useQueryClient } from '@tanstack/react-query';
import { contract } from '@trailmark/api/contract';
import { routeUrl } from '@trailmark/api/route-call';
import { AppError } from '@trailmark/core/errors';
import { type ChangeEvent, useRef } from 'react';
import { api } from '../../api.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';

const MAX_BYTES = 5 * 1024 * 1024;

/** The bytes of a file as base64. Throws a sentence for what the server would refuse anyway. */
async function readPhoto(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new AppError('invalid', 'The photo has more than 5 MB. Choose a smaller one.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

export interface PhotoSectionProps {
  readonly name: string;
  readonly photo: string | null;
}

/** First letters of a name, where there is no photo. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}

/** The own photo: choosing another one, and removing it. */
export function PhotoSection({ name, photo }: PhotoSectionProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const refresh = () =>
    Promise.all(['profile', 'me'].map((key) => client.invalidateQueries({ queryKey: [key] }))).then(() => undefined);
  const putting = useMutation({
    mutationFn: async (file: File) => api.call('setPhoto', { body: { image: await readPhoto(file) } }),
    onSuccess: refresh,
  });
  const removing = useMutation({ mutationFn: () => api.call('removePhoto', { body: {} }), onSuccess: refresh });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    removing.reset();
    putting.mutate(file);
  };
  const isBusy = putting.isPending || removing.isPending;
  const failure = putting.error ?? removing.error;
  return (
    <section className="up-photo" aria-labelledby="up-photo">
      <h2 className="tm-h" id="up-photo">
        Photo
      </h2>
      <div className="row">
        {photo === null ? (
          <span className="none" aria-hidden="true">
            {initialsOf(name)}
          </span>
        ) : (
          <img src={routeUrl(contract.getUserImage, { params: { file: photo } })} alt="" width={96} height={96} />
        )}
        <div>
          <div className="tm-row tm-wrap">
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              className="tm-sr"
              tabIndex={-1}
              aria-label="Photo file"
              onChange={choose}
            />
            <button type="button" className="tm-btn" disabled={isBusy} onClick={() => input.current?.click()}>
              {photo === null ? 'Choose a photo' : 'Choose another photo'}
            </button>
            {photo !== null && (
              <button type="button" className="tm-btn quiet" disabled={isBusy} onClick={() => removing.mutate()}>
                Remove photo
              </button>
            )}
          </div>
          <p className="help">
            JPEG, PNG or WebP, at most 5 MB. Location and camera metadata are removed. People of your agency see it.
          </p>
          <p role="status">{putting.isPending && 'The photo is being sent.'}</p>
        </div>
      </div>
      {failure && <ErrorPanel error={failure} what="The photo" />}
    </section>
  );
}
