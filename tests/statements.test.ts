/**
 * Reception's polling requests take the same number of statements for one patient and for fifty.
 */
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertHomeLink } from '../server/desk/forms/home/home-store.ts';
import { insertAnswers } from '../server/desk/forms/answers/store.ts';
import { insertUnmatched } from '../server/desk/forms/tray/unmatched-store.ts';
import { insertForm } from '../server/desk/forms/library/form-store.ts';
import { addPatients, addAppointments } from '../server/desk/patient/add-records.ts';
import { insertArrival, insertRoomStay, setMergedInto } from '../server/desk/patient/store.ts';
import { insertTablet } from '../server/desk/tablet/store.ts';
import type { Work } from '../server/platform/work.ts';
import type { Board } from '../shared/exchange/board.ts';
import { berlinDay } from '../shared/base/dates.ts';
import type { Questionnaire } from '../shared/forms/questionnaire/questionnaire.ts';
import { statementsOf } from './support/count-statements.ts';
import { createTestApp, type TestApp } from './support/in-process.ts';
import { sendMappe } from './support/mappe.ts';
import { addPractice, person, type Practice } from './support/practice.ts';
import { quickRenderer } from './support/setup/quick-renderer.ts';

const MANY = 50;
const numberOf = (at: number): string => String(2000 + at);
const people = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    person(numberOf(at), 'Erika', `Beispiel${at}`, '1980-02-03'),
  );

/** Adds a tablet that still holds a task. */
async function addTablet(w: Work, r4cUuid: string, at: number, tabletId: string): Promise<void> {
  await insertTablet(w, {
    id: tabletId,
    r4cUuid,
    name: `Tablet ${at}`,
    posture: 'hand',
    signKey: {},
    sealKey: {},
    tokenHash: tabletId,
    gate: { storage: 'ok' } as never,
    exceptions: [],
    userAgent: '',
    inc: 'a',
    highN: 5,
    ackN: 1,
    safeN: 1,
    feedSeq: 0,
    health: {
      appVersion: '1',
      pending: 1,
      oldestPendingMs: 1,
      clockOffsetMs: 0,
      battery: null,
      charging: null,
      persisted: true,
      quarantined: 0,
      held: { inc: 'a', unsent: 1, ackSeen: 1, highN: 5, tasks: [v7()] },
    } as never,
    activity: null,
    activityAt: null,
    helpAt: null,
    helpAnsweredAt: null,
    lostSubmissions: null,
    loss: null,
    registeredAt: w.now,
    lastSeenAt: w.now,
    leaseUntil: w.now + 86_400_000,
    revokedAt: null,
  });
}

/** Adds answers of a merged record. */
async function addAnswers(w: Work, patid: string, answersId: string): Promise<void> {
  await insertAnswers(w, {
    id: answersId,
    patid,
    taskId: null,
    form: 'patientendaten@1',
    formSha256: 'a'.repeat(64),
    title: 'Ihre Daten',
    language: 'de',
    response: { resourceType: 'QuestionnaireResponse', status: 'completed', item: [] },
    answeredAt: w.now,
    receivedAt: w.now,
    tabletId: null,
    recordedBy: null,
    addsTo: null,
    problems: [],
  });
}

interface HomeIds {
  patid: string;
  homeId: string;
  tabletId: string;
  answersId: string;
}
/** Adds an invitation with waiting answers, and one with filed answers. */
async function addHomeAnswers(
  w: Work,
  at: number,
  { patid, homeId, tabletId, answersId }: HomeIds,
): Promise<void> {
  await insertHomeLink(w, {
    id: homeId,
    hash: homeId,
    kind: 'invitation',
    formId: 'schmerz',
    language: 'de',
    patid,
    label: '',
    createdBy: 'test',
    createdAt: w.now,
    expiresAt: w.now + 86_400_000,
    mailedAt: null,
    usedAt: null,
    endedAt: null,
    endedBy: null,
    answers: 0,
  });
  const waiting = {
    origin: 'home' as const,
    homeId,
    tabletId,
    recordedBy: null,
    firstName: 'Erika',
    lastName: `Beispiel${at}`,
    geburtsdatum: '1980-02-03',
    form: 'schmerz@1',
    formSha256: 'a'.repeat(64),
    title: 'Schmerzen',
    language: 'de',
    response: null,
    sha256: 'a'.repeat(64),
    answeredAt: w.now,
    receivedAt: w.now,
    problems: [],
    patid: null,
    answersId: null,
    decidedAt: null,
    decidedBy: null,
    reason: null,
  };
  await insertUnmatched(w, { ...waiting, id: v7(), state: 'open' });
  await insertUnmatched(w, {
    ...waiting,
    id: v7(),
    state: 'filed',
    patid,
    answersId,
    decidedAt: w.now,
    decidedBy: 'user:nobody',
  });
}

/** Adds a form of the practice. */
async function addForm(w: Work, name: string, at: number): Promise<void> {
  const questionnaire: Questionnaire = {
    resourceType: 'Questionnaire',
    status: 'active',
    title: `Eigenes ${name} ${at}`,
    item: [{ linkId: 'a', type: 'string', text: 'Frage' }],
  };
  await insertForm(w, {
    id: `p${at}`,
    version: 1,
    state: 'active',
    rev: 1,
    questionnaire,
    sha256: `${name}${at}`.padEnd(64, 'f'),
    languages: ['de'],
    changedBy: 'test',
    changedAt: w.now,
    publishedAt: w.now,
  });
}

/**
 * A practice that `count` patients visit today: each with an appointment under an old number, a
 * Mappe, answers, links, answers in the tray, a room and a tablet.
 */
async function practiceOf(t: TestApp, name: string, count: number): Promise<Practice> {
  const p = await addPractice(t, name, people(count)),
    day = berlinDay(t.clock.now);
  for (let at = 0; at < count; at++)
    await sendMappe(p, {
      patid: numberOf(at),
      name: `Erika Beispiel${at}`,
      templates: ['datenschutz@1'],
    });
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await addPatients(
      w,
      'hand',
      Array.from({ length: count }, (_, at) => ({
        ...person(`${numberOf(at)}-alt`, 'Erika', `Alt${at}`, '1980-02-03'),
      })),
    );
    for (let at = 0; at < count; at++) {
      const patid = numberOf(at),
        old = `${patid}-alt`,
        homeId = v7(),
        tabletId = v7(),
        answersId = v7();
      await setMergedInto(w, old, patid);
      await addAppointments(w, [
        {
          terminId: `t${at}`,
          patid: old,
          day,
          time: '10:00',
          minutes: 30,
          zimmer: `Zimmer ${at}`,
          behandler: 'Dr. Weber',
          art: 'Kontrolle',
        },
      ]);
      await insertArrival(w, { day, patid: old, at: w.now, by: 'test', leftRoomAt: null });
      await insertRoomStay(w, { room: `Zimmer ${at}`, patid: old, since: w.now, by: 'test' });
      await addTablet(w, p.r4cUuid, at, tabletId);
      await addAnswers(w, old, answersId);
      await addHomeAnswers(w, at, { patid: old, homeId, tabletId, answersId });
      await addForm(w, name, at);
    }
  });
  return p;
}

describe('statements per read', () => {
  let t: TestApp, one: Practice, many: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer: quickRenderer() });
    one = await practiceOf(t, 'eins', 1);
    many = await practiceOf(t, 'viele', MANY);
  });
  afterAll(() => t.drop());

  const read = async (p: Practice, path: string): Promise<unknown> => {
    const answer = await p.call(path, { as: p.users.owner });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  /**
   * Repeated reads: a displayed record is logged once per user. The minimum of some readings
   * counts: other work here may add statements, never remove them.
   */
  const counted = async (p: Practice, path: string): Promise<number> => {
    await read(p, path);
    let least = Infinity;
    for (let time = 0; time < 4; time++)
      least = Math.min(least, await statementsOf(() => read(p, path)));
    return least;
  };

  test('is independent of the size of the practice', async () => {
    const { mappen, expected, tablets, arrivals, rooms } = (await read(
      many,
      '/tablet/board',
    )) as Board;
    expect([mappen, expected, tablets, arrivals, rooms].map((list) => list.length)).toEqual([
      MANY,
      MANY,
      MANY,
      MANY,
      MANY,
    ]);
    expect(
      (await read(many, '/anamnese/unmatched')) as {
        open: { invited: object | null; tabletName: string }[];
        decided: { decided: { patientName: string } }[];
      },
    ).toMatchObject({
      open: Array.from({ length: MANY }, () => ({
        invited: { name: expect.stringContaining('Beispiel') },
      })),
      decided: Array.from({ length: MANY }, () => ({
        decided: { patientName: expect.stringContaining('Beispiel') },
      })),
    });
    expect(await read(many, '/anamnese/home-links')).toHaveLength(MANY);
    expect(
      await statementsOf(() =>
        t.deps.workshop.look(one.cid, one.system).db.find(t.deps.store.t.patient),
      ),
    ).toBe(1);
  });
  test.each([
    '/tablet/board',
    '/anamnese/tray',
    '/anamnese/unmatched',
    '/anamnese/home-links',
    '/anamnese/questionnaires',
    '/anamnese/forms',
    '/tablet/rules/proposal?patid=2000',
    '/patient/changes',
    '/texts',
    '/documents/list',
  ])('%s', async (path) => {
    const [few, lots] = [await counted(one, path), await counted(many, path)];
    expect(few).toBeGreaterThan(0);
    expect(lots).toBe(few);
  });
});
