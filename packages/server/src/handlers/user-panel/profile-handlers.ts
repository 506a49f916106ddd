import type { Profile, ProfileFields } from '@trailmark/api/contract/profile';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findProfile, isPhotoVisible, replacePhoto, updateProfile } from '@trailmark/store/cases/profile/profile-rows';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Caller } from '../../office/caller.ts';
import { act, actThenTell, type Office, read } from '../../office/office.ts';
import { ownAccount } from '../../office/own-account.ts';
import { checkProfile } from '../../profile/check-profile.ts';
import { createPhotoFiles, isPhotoName, type PhotoFiles } from '../../profile/photo-files.ts';
import { redrawPhoto } from '../../profile/redraw-photo.ts';

type ProfileHandlers = Pick<Handlers, 'getProfile' | 'updateProfile' | 'setPhoto' | 'removePhoto' | 'getUserImage'>;

async function getProfile(tx: Transaction, account: string): Promise<Profile> {
  const row = await findProfile(tx, account);
  if (!row) throw new AppError('not-found', 'There is no such account.');
  const { createdAt, language, ...rest } = row;
  return { ...rest, language: language === 'en' ? language : 'en', createdAt: createdAt.toISOString() };
}

function nameChanges(before: Profile, after: ProfileFields): string {
  const keys = Object.keys(after) as (keyof ProfileFields)[];
  return keys.filter((key) => before[key] !== after[key]).join(', ') || 'nothing';
}

/** Puts another photo into the account; the file of the one before goes when that is certain. */
async function putPhoto(office: Office, files: PhotoFiles, caller: Caller, photo: string | null): Promise<void> {
  const { id } = ownAccount(caller);
  const action = photo === null ? 'profile.photo-remove' : 'profile.photo-set';
  const entry = { action, object: { kind: 'account', id } };
  const before = await act(office, caller, entry, (tx) => replacePhoto(tx, id, photo));
  if (before !== null) await files.remove(before);
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The own profile and photos of people. */
export function createProfileHandlers(office: Office): ProfileHandlers {
  const files = createPhotoFiles(office.filesDir);
  return {
    getProfile: (_, { caller }) => read(office, caller, (tx) => getProfile(tx, ownAccount(caller).id)),

    async updateProfile({ body }, { caller }) {
      const { id } = ownAccount(caller);
      const change = checkProfile(body);
      let changed = '';
      const entry = () => ({ action: 'profile.update', object: { kind: 'account', id }, details: { changed } });
      return actThenTell(
        office,
        caller,
        async (tx) => {
          changed = nameChanges(await getProfile(tx, id), change);
          await updateProfile(tx, id, change);
          return getProfile(tx, id);
        },
        entry,
      );
    },

    async setPhoto({ body }, { caller }) {
      const photo = await files.add(await redrawPhoto(body.image));
      try {
        await putPhoto(office, files, caller, photo);
      } catch (error) {
        await files.remove(photo);
        throw error;
      }
      return { photo };
    },

    async removePhoto(_, { caller }) {
      await putPhoto(office, files, caller, null);
      return { done: true as const };
    },

    async getUserImage({ params: { file } }, { caller }) {
      const isVisible = isPhotoName(file) && (await read(office, caller, (tx) => isPhotoVisible(tx, file)));
      const bytes = isVisible ? await files.find(file) : undefined;
      if (!bytes) throw new AppError('not-found', 'There is no such photo.');
      return new FileStream({ name: file, mediaType: 'image/webp', chunks: once(bytes), onCancel: () => undefined });
    },
  };
}
