import { ACCOUNT_ROLES } from '@trailmark/core/role';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { currency } from './price.ts';
import { done, instant } from './session.ts';

const tag = 'Profile';

/** What a person states about themselves; everything else of an account belongs to the server and its administrators. */
export const profileFields = z.object({
  name: z.string().max(200),
  title: z.string().max(100),
  unit: z.string().max(200),
  phone: z.string().max(40),
  badge: z.string().max(60),
  /** An OpenPGP public key block, or an age recipient; empty for none. */
  publicKey: z.string().max(20_000),
  language: z.enum(['en']),
  /** IANA name, `UTC`. */
  timeZone: z.string().min(1).max(60),
  currency,
  hasSingleKeys: z.boolean(),
});
export type ProfileFields = z.output<typeof profileFields>;

export const profile = profileFields.extend({
  email: z.string(),
  role: z.enum(ACCOUNT_ROLES),
  isAllowed: z.boolean(),
  agency: z.string(),
  /** File name for `/users/images/{file}`. */
  photo: z.string().nullable(),
  createdAt: instant,
});
export type Profile = z.output<typeof profile>;

/** Base64 of a file of 5 MB, with what JSON adds. */
const PHOTO_BODY_BYTES = 7_200_000;

export const profileRoutes = {
  getProfile: defineRoute({
    method: 'GET',
    path: '/profile',
    tag,
    summary: 'The own profile',
    access: 'member',
    audit: 'none',
    output: profile,
  }),
  updateProfile: defineRoute({
    method: 'POST',
    path: '/profile',
    tag,
    summary: 'Changes the own profile',
    access: 'member',
    audit: 'act',
    body: z.strictObject(profileFields.shape),
    output: profile,
  }),
  setPhoto: defineRoute({
    method: 'POST',
    path: '/profile/photo',
    tag,
    summary: 'Takes a photo of the own account',
    description:
      'JPEG, PNG or WebP of at most 5 MB and 40 megapixels, as base64. It is redrawn at 256 pixels; location and camera metadata are removed.',
    access: 'member',
    audit: 'act',
    maxBodyBytes: PHOTO_BODY_BYTES,
    body: z.strictObject({ image: z.string().max(PHOTO_BODY_BYTES) }),
    output: z.object({ photo: z.string() }),
  }),
  removePhoto: defineRoute({
    method: 'POST',
    path: '/profile/photo/remove',
    tag,
    summary: 'Removes the photo of the own account',
    access: 'member',
    audit: 'act',
    body: z.strictObject({}),
    output: done,
  }),
  getUserImage: defineRoute({
    method: 'GET',
    path: '/users/images/:file',
    alsoAt: ['/api/users/images/:file', '/users/images/:file'],
    tag,
    summary: 'Photo of an account of the own agency',
    access: 'member',
    audit: 'view',
    params: z.object({ file: z.string().max(200) }),
    mediaTypes: ['image/webp'],
  }),
};
