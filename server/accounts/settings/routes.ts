// Routes below /api for the practice's own settings.

import {
  settingsPatchSchema,
  settingsViewSchema,
} from '../../../shared/accounts/settings.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { patchSettings } from './patch-settings.ts';
import { readSettings } from './read-settings.ts';
import type { SettingsDeps } from './settings-deps.ts';

export const settingsRoutes = (deps: SettingsDeps): Route[] => [
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
];
