// Routes of backup and recovery sheet below /api; only the owner may change them, and only on an
// installation with one practice.

import {
  backupEverySchema,
  backupStatusSchema,
  backupTargetSchema,
  confirmSheetSchema,
  recoverySheetSchema,
  type BackupStatus,
} from '../../../shared/operations/backup.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { BackupService } from './service.ts';
import { confirmSheet, makeSheet, type SheetDeps } from './sheet.ts';
import { listCids } from './store.ts';

export interface BackupRoutesDeps {
  service: BackupService;
  sheet: SheetDeps;
  note: (type: string, data: Record<string, unknown>) => Promise<void>;
  changed: () => void;
}

export function backupRoutes(deps: BackupRoutesDeps): Route[] {
  const access = accessOf(deps);
  return [...runRoutes(deps, access), ...sheetRoutes(deps, access)];
}

/** Actions open to the owner, and the status in the view of the caller. */
interface Access {
  /**
   * @returns the user. One practice's owner may not decide for another's patients: then only the
   * commands work.
   */
  owner(c: RequestContext): Promise<string>;
  status(c: RequestContext): Promise<BackupStatus>;
}
function accessOf({ service, sheet }: BackupRoutesDeps): Access {
  const isOwner = async ({ actor }: RequestContext): Promise<boolean> =>
    actor.kind === 'user' && actor.role === 'owner' && (await listCids(sheet.store)).length === 1;
  return {
    async owner(c) {
      if (c.actor.kind !== 'user') throw new AppError('forbidden');
      if (!(await isOwner(c))) throw new AppError('state_conflict');
      return c.actor.userId;
    },
    status: async (c) => service.status(await isOwner(c)),
  };
}

function runRoutes({ service }: BackupRoutesDeps, { owner, status }: Access): Route[] {
  const begin = async (c: RequestContext, kind: 'backup' | 'drill') => {
    await owner(c);
    // Responds when it has started, not when it is over; the result is in the status.
    await service.begin(kind);
    return { body: undefined, extras: { status: 202 } };
  };
  return [
    route(
      {
        method: 'get',
        path: '/backup',
        policy: 'backup.read',
        summary: 'How the backup stands; details for the owner',
        answer: backupStatusSchema,
      },
      (_input, c) => status(c),
    ),
    route(
      {
        method: 'post',
        path: '/backup/target',
        policy: 'backup.write',
        summary: 'Folder that backups go to',
        body: backupTargetSchema,
        answer: backupStatusSchema,
        errors: ['validation', 'state_conflict'],
      },
      async ({ body }, c) => {
        await service.setTarget(body.path, await owner(c));
        void service.look();
        return status(c);
      },
    ),
    route(
      {
        method: 'post',
        path: '/backup/every',
        policy: 'backup.write',
        summary: 'Minutes between two backups',
        body: backupEverySchema,
        answer: backupStatusSchema,
      },
      async ({ body }, c) => {
        await service.setEvery(body.everyMinutes, await owner(c));
        return status(c);
      },
    ),
    route(
      {
        method: 'post',
        path: '/backup/run',
        policy: 'backup.write',
        summary: 'Back up now',
        answerType: 'none',
        errors: ['state_conflict'],
      },
      (_input, c) => begin(c, 'backup'),
    ),
    route(
      {
        method: 'post',
        path: '/backup/drill',
        policy: 'backup.write',
        summary: 'Try the newest backup now',
        answerType: 'none',
        errors: ['state_conflict'],
      },
      (_input, c) => begin(c, 'drill'),
    ),
  ];
}

function sheetRoutes(
  { service, sheet, note, changed }: BackupRoutesDeps,
  { owner, status }: Access,
): Route[] {
  return [
    route(
      {
        method: 'post',
        path: '/backup/sheet',
        policy: 'backup.write',
        stepUp: true,
        summary: 'Make a recovery sheet; its secrets are answered once',
        answer: recoverySheetSchema,
        errors: ['step_up'],
      },
      async (_input, c) => {
        const by = await owner(c),
          made = await makeSheet(sheet, by);
        await note('backup.sheet', {
          by,
          sheetId: made.sheetId,
          fingerprint: made.recovery.fingerprint,
        });
        return made;
      },
    ),
    route(
      {
        method: 'post',
        path: '/backup/sheet/confirm',
        policy: 'backup.write',
        summary: 'The sheet is on paper: its last group proves it',
        body: confirmSheetSchema,
        answer: backupStatusSchema,
        errors: ['validation', 'state_conflict'],
      },
      async ({ body }, c) => {
        const by = await owner(c);
        await confirmSheet(sheet, body.sheetId, body.group);
        await note('backup.sheet_confirmed', { by, sheetId: body.sheetId });
        changed();
        // Starts a backup encrypted for the new sheet; there is no reason to wait.
        await service.begin('backup').catch(() => undefined);
        return status(c);
      },
    ),
  ];
}
