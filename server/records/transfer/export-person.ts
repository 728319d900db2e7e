// Hands accepted changes of master data over without a paper: queued when staff accept them, one
// file for each decision, through the same folder and the same steps as the papers.

import { FIELD_NAMES, type MasterField } from '../../../shared/desk/master-fields.ts';
import { fieldsCarried, masterDataRecord } from '../../../shared/records/gdt-person.ts';
import { CHARSET_OF } from '../../../shared/records/gdt-records.ts';
import { writeGdt } from '../../../shared/records/gdt.ts';
import {
  targetsOf,
  type DoctosyncSettings,
  type ExportTarget,
} from '../../../shared/records/transfer.ts';
import type { Look, Work } from '../../platform/work.ts';
import { PERSON_HEAD } from './consider-file.ts';
import type { DoctosyncLinks, Person, TakenChange } from './links.ts';
import { indexCells, requireNumber, stemOf } from './make-files.ts';
import { ExportFailed, type PutFile } from './put-files.ts';
import { readSetup } from './settings.ts';
import { insertItems, type ExportRow } from './store.ts';

/** Title of the hand-over and part of its file name. */
const TITLE = 'Stammdaten';

/**
 * Queues the hand-over of accepted changes, if the practice wants it; a FHIR bundle describes
 * papers only.
 */
export async function queuePerson(w: Work, patid: string, changes: string[]): Promise<void> {
  const { settings } = await readSetup(w),
    targets = targetsOf(settings).filter((one) => one !== 'fhir');
  if (!settings.sendsPersons || changes.length === 0 || targets.length === 0) return;
  const taskId = w.newId();
  await insertItems(
    w,
    targets.map((target) => ({
      taskId,
      target,
      patid,
      title: TITLE,
      changes,
      state: 'queued' as const,
      files: [],
      marker: null,
      attempts: 0,
      error: null,
      queuedAt: w.now,
      changedAt: w.now,
      doneBy: null,
    })),
  );
  await w.job('export-task', `export:${taskId}`, { taskId });
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
}

/** What a hand-over is about. */
interface Case {
  person: Person;
  /** Changes that the record still agrees with and that no user has entered by hand. */
  changes: TakenChange[];
}
async function caseOf(s: Look | Work, links: DoctosyncLinks, item: ExportRow): Promise<Case> {
  const person = await links.person(s, item.patid);
  if (!person) throw new ExportFailed('no_person');
  return { person, changes: await links.takenChanges(s, item.patid, item.changes ?? []) };
}

const gdtOf = (settings: DoctosyncSettings, { person, changes }: Case) => {
  const record = Object.fromEntries(
    FIELD_NAMES.map((field) => [
      field,
      (person as Partial<Record<MasterField, string | null>>)[field] ?? '',
    ]),
  ) as Record<MasterField, string>;
  const { pvsId, ownId, charset } = settings;
  return {
    pvsId,
    ownId,
    charset,
    patid: person.patid,
    record,
    fields: changes.map((one) => one.field),
  };
};

/** Returns the file of one target; none where nothing is left to be handed over. */
export async function makePersonFiles(
  look: Look,
  links: DoctosyncLinks,
  settings: DoctosyncSettings,
  item: ExportRow,
): Promise<PutFile[]> {
  const one = await caseOf(look, links, item),
    { person, changes } = one;
  if (changes.length === 0) return [];
  const { taskId, title, queuedAt } = item,
    stem = stemOf({ task: { taskId, title }, person, at: queuedAt, change: null });
  if (item.target === 'gdt') {
    requireNumber(settings, person);
    return [
      {
        name: settings.gdtNames === 'counted' ? '' : `${stem}.gdt`,
        bytes: writeGdt(masterDataRecord(gdtOf(settings, one)), CHARSET_OF[settings.charset]),
      },
    ];
  }
  const rows = changes.map(({ field, before, after, decidedAt }) =>
    indexCells([
      person.patid,
      person.lastName,
      person.firstName,
      person.geburtsdatum,
      field,
      before,
      after,
      decidedAt === null ? '' : new Date(decidedAt).toISOString(),
    ]),
  );
  const text = `\ufeff${[PERSON_HEAD, ...rows].join('\r\n')}\r\n`;
  return [{ name: `${stem}.csv`, bytes: new TextEncoder().encode(text) }];
}

/**
 * Ticks off the changes that a put GDT file carried exactly; the others stay on the list for
 * entering by hand, as all those of a table do.
 */
export async function tickHanded(
  w: Work,
  links: DoctosyncLinks,
  settings: DoctosyncSettings,
  item: ExportRow,
): Promise<void> {
  const target: ExportTarget = item.target;
  if (item.changes === null || target !== 'gdt') return;
  const one = await caseOf(w, links, item),
    carried = fieldsCarried(gdtOf(settings, one));
  const ids = one.changes.flatMap(({ id, field }) => (carried.includes(field) ? [id] : []));
  if (ids.length > 0) await links.noteHanded(w, item.patid, ids);
}
