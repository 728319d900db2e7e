// Composes a Mappe: patient, texts and fields become resolved documents with their hashes; repeated with the same id it is the same Mappe.

import { berlinDay, berlinInstant, isTime, ZONE } from '../../shared/dates.ts';
import { DocumentError, resolveDocument, templateKey, type DocumentTemplate } from '../../shared/document.ts';
import { AppError } from '../../shared/errors.ts';
import type { Identification, Signer, TextScale } from '../../shared/mappe.ts';
import { actorWord, type Work } from '../work.ts';
import type { PraxisFacts, TaskLinks } from './links.ts';
import { claimTablet } from './place-mappe.ts';
import { findMappe, findPatient, insertMappe, insertTasks, sameLastName, type PatientRow } from './store.ts';

const UNDO_MS = 10_000;
const DAY_MS = 86_400_000;

export interface Composition {
  id?: string; patids: string[]; items: { template: string; fields?: Record<string, string> }[]; tabletId: string | null;
  language: string; textScale: TextScale; identifiedBy: Identification | null; signers: Signer[];
}
export interface Composed { mappeId: string; undoUntil: number; mayBeSameName?: { patid: string; name: string; geburtsdatum: string }[] }

const CLOSING_TIME = '20:00';

/** Next closing time after `now`, Berlin; after closing it is tomorrow's. A broken setting falls back to 20:00 (V8). */
export function closingAfter(now: number, setting: string): number {
  const closingTime = isTime(setting) ? setting : CLOSING_TIME;
  const today = berlinInstant(berlinDay(now), closingTime);
  return today > now ? today : berlinInstant(berlinDay(now + DAY_MS), closingTime);
}
/** `Dr. Anna Weber`: as a document names a person. */
export const fullName = (p: Pick<PatientRow, 'title' | 'firstName' | 'lastName'>): string => [p.title, p.firstName, p.lastName].filter(Boolean).join(' ');
/** `Weber, Anna`: as lists name a person. */
export const listName = (p: Pick<PatientRow, 'firstName' | 'lastName'>): string => `${p.lastName}, ${p.firstName}`;
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * @throws AppError `not_found` (patient, tablet), `validation` with the field's path, `state_conflict` (tablet busy),
 * `conflict` when the id belongs to something else
 */
export async function composeMappe(w: Work, links: TaskLinks, input: Composition): Promise<Composed> {
  const mappeId = input.id ?? w.newId();
  const before = await findMappe(w, mappeId);
  if (before) return { mappeId, undoUntil: before.undoUntil };
  const patid = input.patids[0] ?? '';
  const patient = await findPatient(w, patid);
  if (!patient) throw new AppError('not_found');
  if (input.tabletId !== null) await claimTablet(w, links, input.tabletId, mappeId);
  const praxis = await links.praxis(w);
  const chosen = input.items.map((item, i) => {
    const template = links.findTemplate(item.template);
    if (!template || template.validFrom > berlinDay(w.now)) throw new AppError('validation', { fields: { [`items.${i}.template`]: 'unknown' } });
    return { template, fields: item.fields ?? {} };
  });
  checkSigners(chosen.map(c => c.template), input.signers);

  const closesAt = closingAfter(w.now, praxis.closingTime), undoUntil = w.now + UNDO_MS;
  const made = await insertMappe(w, {
    id: mappeId, patids: [patient.patid], signers: input.signers, language: input.language, textScale: input.textScale,
    identifiedBy: input.identifiedBy === null || w.actor.kind !== 'user' ? null : { method: input.identifiedBy, by: w.actor.userId, byName: w.actor.name, at: w.now },
    tabletId: input.tabletId, createdBy: actorWord(w.actor), createdAt: w.now, undoUntil, closesAt, paperCopyWishedAt: null, paperCopyDoneAt: null, wrongPersonAt: null,
  });
  if (!made) throw new AppError('conflict');
  const tasks = chosen.map((c, position) => taskRow(w, links, { mappeId, position, praxis, patient, language: input.language, signers: input.signers, ...c }));
  await insertTasks(w, tasks);
  for (const task of tasks) await w.job('prepare-document', `prepare:${task.taskId}`, { taskId: task.taskId });
  await w.job('close-mappen', `close:${mappeId}`, { mappeId }, closesAt);
  await w.audit('mappe.composed', { mappeId, tabletId: input.tabletId, tasks: tasks.map(t => ({ taskId: t.taskId, template: t.template, dataSha256: t.dataSha256 })), identifiedBy: input.identifiedBy }, patient.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  const alike = (await sameLastName(w, patient)).filter(p => fold(p.firstName) === fold(patient.firstName));
  return { mappeId, undoUntil, ...(alike.length > 0 && { mayBeSameName: alike.slice(0, 5).map(p => ({ patid: p.patid, name: listName(p), geburtsdatum: p.geburtsdatum })) }) };
}

/** Who may consent; the others only stand by. */
const CONSENTING: readonly Signer['role'][] = ['patient', 'parent1', 'parent2', 'guardian', 'proxy'];

/** Every signer must be one that some document asks for, and every document to be signed needs one who may consent. */
function checkSigners(templates: readonly DocumentTemplate[], signers: readonly Signer[]): void {
  const signed = templates.filter(t => t.signerRoles.length > 0);
  if (signed.length === 0) return;
  const stray = signers.findIndex(s => !signed.some(t => t.signerRoles.includes(s.role)));
  if (stray >= 0) throw new AppError('validation', { fields: { [`signers.${stray}.role`]: 'not_asked' } });
  if (signed.some(t => !signers.some(s => CONSENTING.includes(s.role) && t.signerRoles.includes(s.role)))) throw new AppError('validation', { fields: { signers: 'missing' } });
}

interface TaskInput { mappeId: string; position: number; praxis: PraxisFacts; patient: PatientRow; language: string; signers: Signer[]; template: DocumentTemplate; fields: Record<string, string> }
function taskRow(w: Work, links: TaskLinks, t: TaskInput) {
  const taskId = w.newId(), { template, patient, praxis } = t;
  const data = resolved(t, () => resolveDocument(template, {
    praxis: { name: praxis.name, anschrift: praxis.anschrift, telefon: praxis.telefon, mail: praxis.mail },
    patient: { name: fullName(patient), geburtsdatum: patient.geburtsdatum, patid: patient.patid },
    fields: t.fields, language: t.language, signers: t.signers.filter(s => template.signerRoles.includes(s.role)), taskId, createdAt: w.now, zone: ZONE,
  }));
  const canonical = links.canonicalDocument(data);
  return {
    taskId, mappeId: t.mappeId, position: t.position, patid: patient.patid, kind: template.kind === 'notice' ? ('notice' as const) : ('document' as const),
    template: templateKey(template), title: data.title.de, formRequirement: data.formRequirement, state: 'created' as const, stateAt: w.now, taskRev: 1,
    data: canonical.text, dataSha256: canonical.sha256, presentedPdfSha256: null, presentedBytes: null, boxes: null, renderer: null, page: 0, of: 0,
    talk: { needed: template.talk }, read: null, attention: null, startedAt: null, submittedAt: null, filedAt: null, filedBy: null, export: 'none' as const, createdAt: w.now,
  };
}

function resolved<T>(t: Pick<TaskInput, 'position'>, make: () => T): T {
  try { return make(); } catch (error) {
    if (error instanceof DocumentError) throw new AppError('validation', { fields: { [`items.${t.position}.fields.${error.detail}`]: error.code }, cause: error });
    throw error;
  }
}
