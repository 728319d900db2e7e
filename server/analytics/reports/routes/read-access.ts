// What a caller may read of reports: the filter with which they may, and what of an answer is not told to them.

import type { Bericht, BerichtFilter } from '../../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import {
  lesbar,
  leserOf,
  siehtBehandler,
  type Leser,
} from '../../../../shared/analytics/reports/read-right.ts';
import { allows, isOpenToReaders, type PolicyName } from '../../../platform/http/policy.ts';
import type { RequestContext } from '../../../platform/http/route.ts';

/** Programs read as the person who made their token would as an owner; nobody else gets as far as this. */
export const leserVon = ({ actor }: RequestContext): Leser | null =>
  actor.kind === 'user'
    ? leserOf({
        role: actor.role,
        reportGrant: actor.reportGrant ?? null,
        behandlerId: actor.behandlerId ?? null,
      })
    : actor.kind === 'machine' && actor.role === 'owner'
      ? { recht: 'alle', behandlerId: null }
      : null;

/** Whether somebody may read a report by its policy: by role, or by what the owner granted. */
export function darf(context: RequestContext, policy: PolicyName): boolean {
  const { actor } = context,
    role = actor.kind === 'user' || actor.kind === 'machine' ? actor.role : 'anonymous';
  return allows(policy, role) || (isOpenToReaders(policy) && leserVon(context) !== null);
}
export interface Lesung {
  filter: BerichtFilter;
  /** What of the answer is told. */ zeige: (found: Bericht) => Bericht;
  /** Words that the report is asked so that nobody is named. */ extra: Readonly<
    Record<string, string>
  >;
}
/** @throws AppError forbidden, noted, for a report or a practitioner that somebody may not read */
export async function lese(
  context: RequestContext,
  policy: PolicyName,
  pfad: string,
  filter: BerichtFilter,
): Promise<Lesung> {
  const all = { filter, zeige: (found: Bericht) => found, extra: {} };
  // Lists of the day and of patients belong to who works with them, whatever figures they may read.
  if (policy !== 'report.read') return all;
  const leser = leserVon(context),
    mine = leser && lesbar(leser, pfad, filter);
  if (!leser || !mine) return context.deny();
  if (siehtBehandler(leser, mine)) return { ...all, filter: mine };
  return {
    filter: mine,
    extra: { ohneBehandler: 'ja' },
    zeige(found) {
      const names = new Set(
        found.zeilen.flatMap((row) => (row['art'] === 'BEHANDLER' ? [String(row['name'])] : [])),
      );
      return {
        ...found,
        spalten: found.spalten.filter((one) => one.key !== 'behandler'),
        zeilen: found.zeilen
          .filter((row) => row['art'] !== 'BEHANDLER')
          .map(({ behandler: _who, ...row }) => row),
        // A line or a bar may say the same as the rows do.
        serien: found.serien.map((one) => ({
          ...one,
          punkte: one.punkte.filter((point) => !names.has(point.x)),
        })),
      };
    },
  };
}

const NAMES = ['name', 'vorname', 'nachname', 'geburtsdatum'];
/** The numbers stay true; whose record is closed is not named (Art. 18 GDPR), and has no page of their own. @throws AppError not_found */
export function ohneGesperrte(
  closed: readonly string[],
  params: Readonly<Record<string, unknown>> | undefined,
  found: Bericht,
): Bericht {
  if (closed.length === 0) return found;
  if (typeof params?.patid === 'string' && closed.includes(params.patid))
    throw new AppError('not_found');
  return {
    ...found,
    zeilen: found.zeilen.map((row) =>
      typeof row.patid === 'string' && closed.includes(row.patid)
        ? {
            ...row,
            patid: null,
            ...Object.fromEntries(
              NAMES.filter((name) => name in row).map((name) => [
                name,
                name === 'geburtsdatum' ? null : '–',
              ]),
            ),
          }
        : row,
    ),
  };
}
