import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';
import { getOwnProfile, getPhoto, removeOwnPhoto, setOwnPhoto, updateOwnProfile } from '../../profile/own-profile.ts';
import { createPhotoFiles } from '../../profile/photo-files.ts';

type ProfileHandlers = Pick<Handlers, 'getProfile' | 'updateProfile' | 'setPhoto' | 'removePhoto' | 'getUserImage'>;

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The own profile and photos of people. */
export function createProfileHandlers(office: Office): ProfileHandlers {
  const files = createPhotoFiles(office.filesDir);
  return {
    getProfile: (_, { caller }) => getOwnProfile(office, caller),
    updateProfile: ({ body }, { caller }) => updateOwnProfile(office, caller, body),
    setPhoto: async ({ body }, { caller }) => ({ photo: await setOwnPhoto(office, files, caller, body.image) }),
    removePhoto: async (_, { caller }) => {
      await removeOwnPhoto(office, files, caller);
      return { done: true as const };
    },
    async getUserImage({ params: { file } }, { caller }) {
      const bytes = await getPhoto(office, files, caller, file);
      return new FileStream({ name: file, mediaType: 'image/webp', chunks: once(bytes), onCancel: () => undefined });
    },
  };
}
