import type { CaseworkContext } from '../../casework/casework-context.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import { getOwnProfile, getPhoto, removeOwnPhoto, setOwnPhoto, updateOwnProfile } from '../../profile/own-profile.ts';
import { createPhotoFiles } from '../../profile/photo-files.ts';

type ProfileHandlers = Pick<Handlers, 'getProfile' | 'updateProfile' | 'setPhoto' | 'removePhoto' | 'getUserImage'>;

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The own profile and photos of people. */
export function createProfileHandlers(casework: CaseworkContext): ProfileHandlers {
  const files = createPhotoFiles(casework.filesDir);
  return {
    getProfile: (_, { caller }) => getOwnProfile(casework, caller),
    updateProfile: ({ body }, { caller }) => updateOwnProfile(casework, caller, body),
    setPhoto: async ({ body }, { caller }) => ({ photo: await setOwnPhoto(casework, files, caller, body.image) }),
    removePhoto: async (_, { caller }) => {
      await removeOwnPhoto(casework, files, caller);
      return { done: true as const };
    },
    async getUserImage({ params: { file } }, { caller }) {
      const bytes = await getPhoto(casework, files, caller, file);
      return new FileStream({ name: file, mediaType: 'image/webp', chunks: once(bytes), onCancel: () => undefined });
    },
  };
}
