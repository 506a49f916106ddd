import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { done, emailText, passwordText } from './session.ts';

const tag = 'Registration';
/** 256 bits, base64url. */
const token = z.string().regex(/^[\w-]{43}$/);
const shortText = z.string().trim().max(200);

/** Routes that answer the same for known and unknown addresses. */
export const registrationRoutes = {
  register: defineRoute({
    method: 'POST',
    path: '/register',
    tag,
    summary: 'Requests an account with an official email address',
    description: 'Answers the same whether or not the address has an account; what comes next is sent to it.',
    access: 'public',
    audit: 'act',
    body: z.object({
      email: emailText,
      password: passwordText,
      name: shortText.min(1),
      agency: shortText.min(1),
      phone: shortText.min(1),
      title: shortText.default(''),
      badge: shortText.default(''),
      supervisor: shortText.default(''),
    }),
    output: done,
  }),
  checkRegistration: defineRoute({
    method: 'POST',
    path: '/register/check',
    tag,
    summary: 'What is wrong with an email domain or a new password, before the form is sent',
    access: 'public',
    audit: 'none',
    body: z.object({
      email: z.string().max(254).optional(),
      password: z.string().max(2_000).optional(),
      name: z.string().max(200).optional(),
      agency: z.string().max(200).optional(),
    }),
    output: z.object({
      /** Null where it is acceptable or was not requested. */
      email: z.string().nullable(),
      password: z.string().nullable(),
      /** 0 to 4, how hard the password is to guess; null where it was not requested. */
      strength: z.number().int().min(0).max(4).nullable(),
    }),
  }),
  verifyEmail: defineRoute({
    method: 'POST',
    path: '/verify-email',
    tag,
    summary: 'Uses the link of a verification mail',
    access: 'public',
    audit: 'act',
    body: z.object({ token }),
    output: z.object({
      done: z.literal(true),
      /** By when a person decides; null where none has to. */
      decisionBy: z.iso.datetime().nullable(),
    }),
  }),
  resendVerification: defineRoute({
    method: 'POST',
    path: '/re-verification',
    tag,
    summary: 'Sends the verification mail again',
    access: 'public',
    audit: 'act',
    body: z.object({ email: emailText }),
    output: done,
  }),
  forgotPassword: defineRoute({
    method: 'POST',
    path: '/forgot-password',
    tag,
    summary: 'Sends a link for setting a new password',
    access: 'public',
    audit: 'act',
    body: z.object({ email: emailText }),
    output: done,
  }),
  resetPassword: defineRoute({
    method: 'POST',
    path: '/reset-password',
    tag,
    summary: 'Sets a new password with the link of a mail; ends all sessions',
    access: 'public',
    audit: 'act',
    body: z.object({ token, password: passwordText }),
    output: done,
  }),
  updatePassword: defineRoute({
    method: 'POST',
    path: '/update-password',
    tag,
    summary: 'Changes the own password; ends the other sessions',
    access: 'session',
    audit: 'act',
    body: z.object({ current: passwordText, password: passwordText }),
    output: done,
  }),
  claimInstallation: defineRoute({
    method: 'POST',
    path: '/claim',
    tag,
    summary: 'Makes the first administrator, with the link that the first start prints',
    access: 'public',
    audit: 'act',
    body: z.object({
      token,
      email: emailText,
      name: shortText.min(1),
      agency: shortText.min(1),
      password: passwordText,
    }),
    output: done,
  }),
};
