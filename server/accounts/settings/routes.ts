// Routes below /api for the practice's own settings.

import {
  settingsPatchSchema,
  settingsViewSchema,
} from '../../../shared/accounts/settings.schema.ts';
import { IMAGE_LIMIT, IMAGE_TYPES } from '../../../shared/accounts/pictures.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { patchSettings } from './patch-settings.ts';
import { readSettings } from './read-settings.ts';
import { dropLogo, setLogo } from './set-logo.ts';
import type { SettingsDeps } from './settings-deps.ts';

export const settingsRoutes = (
  deps: SettingsDeps & { pictures: Pick<Pictures, 'reencode'> },
): Route[] => [
  route(
    {
      method: 'get',
      path: '/settings',
      policy: 'settings.read',
      summary: 'Settings of the practice, without secrets',
      answer: settingsViewSchema,
    },
    (_, context) => readSettings(context.look()),
  ),
  route(
    {
      method: 'post',
      path: '/settings/patch',
      policy: 'settings.write',
      summary: 'Change settings (RFC 6902) against a version; /tabletPin is write-only',
      body: settingsPatchSchema,
      answer: settingsViewSchema,
      errors: ['conflict'],
    },
    ({ body }, context) => patchSettings(deps, context, body),
  ),
  route(
    {
      method: 'post',
      path: '/settings/logo',
      policy: 'settings.write',
      summary: 'Set the logo: PNG, JPEG or WebP by its content; re-encoded to 320 × 96 at most',
      raw: { types: [...IMAGE_TYPES, 'application/octet-stream'], limit: IMAGE_LIMIT },
      answer: settingsViewSchema,
      errors: [
        'conflict',
        'bad_request',
        'unsupported_media',
        'unreadable_file',
        'too_large',
        'not_found',
      ],
    },
    ({ bytes }, context) => setLogo(deps, context, bytes),
  ),
  route(
    {
      method: 'delete',
      path: '/settings/logo',
      policy: 'settings.write',
      summary: 'Take the logo away: the name stands in its place',
      answer: settingsViewSchema,
      errors: ['conflict', 'not_found'],
    },
    (_, context) => dropLogo(deps, context),
  ),
];
