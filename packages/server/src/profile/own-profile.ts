import type { Profile, ProfileFields } from '@trailmark/api/contract/profile';
import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findProfile, isPhotoVisible, replacePhoto, updateProfile } from '@trailmark/store/cases/profile/profile-rows';
import type { Caller } from '../casework/caller.ts';
import { act, actThenNotify, type CaseworkContext, read } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { checkProfile } from './check-profile.ts';
import { isPhotoName, type PhotoFiles } from './photo-files.ts';
import { redrawPhoto } from './redraw-photo.ts';

async function readProfile(tx: Transaction, account: string): Promise<Profile> {
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
async function putPhoto(
  casework: CaseworkContext,
  files: PhotoFiles,
  caller: Caller,
  photo: string | null,
): Promise<void> {
  const { id } = ownAccount(caller);
  const action = photo === null ? 'profile.photo-remove' : 'profile.photo-set';
  const entry = { action, object: { kind: 'account', id } };
  const before = await act(casework, caller, entry, (tx) => replacePhoto(tx, id, photo));
  if (before !== null) await files.remove(before);
}

/** The caller's own profile. */
export function getOwnProfile(casework: CaseworkContext, caller: Caller): Promise<Profile> {
  return read(casework, caller, (tx) => readProfile(tx, ownAccount(caller).id));
}

/** Changes the caller's own profile; the audit log gets the names of the fields, not what they say. */
export async function updateOwnProfile(
  casework: CaseworkContext,
  caller: Caller,
  fields: ProfileFields,
): Promise<Profile> {
  const { id } = ownAccount(caller);
  const change = checkProfile(fields);
  let changed = '';
  const entry = () => ({ action: 'profile.update', object: { kind: 'account', id }, details: { changed } });
  return actThenNotify(
    casework,
    caller,
    async (tx) => {
      changed = nameChanges(await readProfile(tx, id), change);
      await updateProfile(tx, id, change);
      return readProfile(tx, id);
    },
    entry,
  );
}

/** Redraws a photo and puts it into the caller's account. Returns its name. */
export async function setOwnPhoto(
  casework: CaseworkContext,
  files: PhotoFiles,
  caller: Caller,
  image: string,
): Promise<string> {
  const photo = await files.add(await redrawPhoto(image));
  try {
    await putPhoto(casework, files, caller, photo);
  } catch (error) {
    await files.remove(photo);
    throw error;
  }
  return photo;
}

/** Takes the photo out of the caller's account. */
export function removeOwnPhoto(casework: CaseworkContext, files: PhotoFiles, caller: Caller): Promise<void> {
  return putPhoto(casework, files, caller, null);
}

/** A photo the caller may see. Throws `not-found`. */
export async function getPhoto(
  casework: CaseworkContext,
  files: PhotoFiles,
  caller: Caller,
  name: string,
): Promise<Buffer> {
  const isVisible = isPhotoName(name) && (await read(casework, caller, (tx) => isPhotoVisible(tx, name)));
  const bytes = isVisible ? await files.find(name) : undefined;
  if (!bytes) throw new AppError('not-found', 'There is no such photo.');
  return bytes;
}
