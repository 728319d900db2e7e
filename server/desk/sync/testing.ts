// Test practice with a real database, real keys and tablets that use the wire format, for tests of
// tablets, tasks and sync.

import { searchText } from '../../../shared/desk/patient.ts';
import { v7 } from 'uuid';
import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import {
  isFormData,
  type AnswersPayload,
  type FormData,
} from '../../../shared/forms/task/form-task.ts';
import { packPayload } from '../../../shared/exchange/payload.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { openSealed } from '../../../shared/exchange/opening.ts';
import {
  createSealKeys,
  fromBase64,
  SEALED,
  sealTo,
  sha256Hex,
} from '../../../shared/exchange/sealing.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { Reading } from '../../../shared/papers/reading.ts';
import {
  draftAad,
  feedAad,
  opAad,
  opDigestText,
  packFrame,
  PROTO,
  type OpHeader,
  type OpKind,
  type PullAnswer,
  type TaskBody,
} from '../../../shared/exchange/sync.ts';
import type { UnmatchedDeps } from '../forms/tray/take-unmatched.ts';
import type { Store } from '../../platform/db/store.ts';
import { insertTablet } from '../tablet/store.ts';
import { composeMappe, type Composition } from '../task/compose-mappe.ts';
import type { TaskLinks } from '../task/links.ts';
import { listBoardMappen } from '../task/list-mappen.ts';
import { markPrepared } from '../task/mark-prepared.ts';
import type { Actor, DomainEvent, Look, Work, Workshop } from '../../platform/work.ts';
import type { FileParked } from './parked/assign-parked.ts';
import { createSyncCore, type SyncCore } from './core.ts';
import type { SyncDeps } from './sync-deps.ts';
import { appendFeed, tabletSide } from './feed.ts';
import type { LiveSeals } from './live-seals.ts';
import { openPractice, tabletRow } from './practice.testing.ts';
import type { TabletActor } from './tablet-actor.ts';
import { type Pushed, verdictsOf } from './verdicts.testing.ts';

export const START = Date.parse('2026-11-20T09:00:00Z');
export interface World {
  cid: string;
  workshop: Workshop;
  core: SyncCore;
  /** For another core on the same database, as in a second process. */
  deps: SyncDeps;
  links: TaskLinks;
  tray: UnmatchedDeps;
  fileParked: FileParked;
  events: DomainEvent[];
  /** Retried failures of judging. */
  troubles: string[];
  /** Tablets with an open live channel. */
  listening: Set<string>;
  seals: LiveSeals;
  serverKeys: CryptoKeyPair;
  clock: { now: number };
  installation: { epoch: string; securityEpoch: number };
  dentist: Actor;
  desk: Actor;
  write<T>(work: (w: Work) => Promise<T>, actor?: Actor): Promise<T>;
  look(): Look;
  tablet(name?: string): Promise<Device>;
  addPatient(
    patid: string,
    firstName?: string,
    lastName?: string,
    geburtsdatum?: string,
  ): Promise<void>;
  /** Composes and prepares a Mappe; returns its task ids in order. */
  mappe(
    input: Partial<Composition> & { templates?: string[] },
  ): Promise<{ mappeId: string; taskIds: string[] }>;
}

export async function openWorld(store: Store, change: Partial<SyncDeps> = {}): Promise<World> {
  const practice = await openPractice(store, START, change),
    { cid, workshop, links, desk } = practice;
  const core = createSyncCore(practice.deps);
  const world: World = {
    ...practice,
    core,
    write: (work, actor = desk) => workshop.write(cid, actor, work),
    look: () => workshop.look(cid, desk),
    tablet: (name = 'Tablet 1') => addTablet(world, name),
    async addPatient(patid, firstName = 'Anna', lastName = 'Weber', geburtsdatum = '1958-03-12') {
      await world.write((w) =>
        w.tx.insert(w.t.patient, {
          patid,
          title: '',
          firstName,
          lastName,
          geburtsdatum,
          street: '',
          plz: '',
          city: '',
          herkunft: 'hand',
          mergedInto: null,
          createdAt: 1,
          search: searchText({ firstName, lastName }),
        }),
      );
    },
    async mappe({ templates = ['foto@1'], ...input }) {
      const { mappeId } = await world.write((w) =>
        composeMappe(w, links, {
          patids: ['1'],
          tabletId: null,
          language: 'de',
          textScale: 100,
          identifiedBy: 'bekannt',
          signers: [{ role: 'patient', name: 'Anna Weber' }],
          items: templates.map((template) => ({ template, fields: fieldsOf(template) })),
          ...input,
        }),
      );
      const tasks =
        (await listBoardMappen(world.look())).find((m) => m.mappeId === mappeId)?.tasks ?? [];
      for (const t of tasks)
        await world.write((w) =>
          markPrepared(w, tabletSide, t.taskId, {
            presentedPdfSha256: 'b'.repeat(64),
            presentedBytes: 1000,
            boxes: null,
            renderer: null,
          }),
        );
      return { mappeId, taskIds: tasks.map((t) => t.taskId) };
    },
  };
  await world.addPatient('1');
  return world;
}

const fieldsOf = (key: string): Record<string, string> =>
  Object.fromEntries((findTemplate(key)?.fields ?? []).map((f) => [f.id, 'Wert']));

/**
 * A tablet with its own keys and counter, like the kiosk; nothing is lost unless the test drops it.
 */
export class Device {
  readonly id: string;
  readonly world: World;
  readonly keys: CryptoKeyPair;
  inc: string;
  n = 0;
  constructor(world: World, id: string, keys: CryptoKeyPair) {
    this.world = world;
    this.id = id;
    this.keys = keys;
    this.inc = v7();
  }
  get actor(): TabletActor {
    return {
      kind: 'tablet',
      ip: '127.0.0.1',
      tabletId: this.id,
      cid: this.world.cid,
      r4cUuid: 'r4c',
    };
  }

  /** Seals an op and gives it the next number. */
  async op(
    kind: OpKind | 'task.dance',
    task: { taskId: string; taskRev: number },
    payload: object,
    change: Partial<OpHeader> & { bytes?: Uint8Array } = {},
  ): Promise<{ h: OpHeader; bytes: Uint8Array }> {
    const { bytes: given, ...rest } = change;
    const base = {
      id: v7(),
      kind: kind as OpKind,
      schema: 1,
      taskId: task.taskId,
      taskRev: task.taskRev,
      ...rest,
    };
    const bytes =
      given ??
      (await sealTo(
        this.world.serverKeys.publicKey,
        packPayload(payload),
        opAad({ device: this.id, inc: this.inc, ...base }),
      ));
    return {
      h: {
        n: ++this.n,
        at: START,
        mono: 1,
        sealed: SEALED,
        len: bytes.length,
        sha256: await sha256Hex(opDigestText(base), bytes),
        ...base,
        ...rest,
      },
      bytes,
    };
  }
  frame(
    ops: { h: OpHeader; bytes: Uint8Array }[],
    change: Record<string, unknown> = {},
  ): Uint8Array {
    return packFrame(
      {
        proto: PROTO,
        device: this.id,
        inc: this.inc,
        epoch: this.world.installation.epoch,
        ops: ops.map((o) => o.h),
        ...change,
      },
      ops.map((o) => o.bytes),
    );
  }
  /** Pushes and waits until everything is judged. */
  async push(...ops: { h: OpHeader; bytes: Uint8Array }[]): Promise<Pushed> {
    const answer = await this.world.core.push(this.actor, this.frame(ops));
    await this.world.core.judged();
    return { ...answer, verdicts: await verdictsOf(this.world.look(), answer, this.id, this.inc) };
  }
  pull(cursor = 0, limit = 100): Promise<PullAnswer> {
    return this.world.core.pull(this.actor, cursor, limit);
  }
  /** Opens a feed body as the tablet does. */
  async open(item: PullAnswer['items'][number]): Promise<unknown> {
    const plain = await openSealed(
      this.keys.privateKey,
      fromBase64(item.body ?? ''),
      feedAad(this.id, item.seq, item.op),
    );
    return JSON.parse(new TextDecoder().decode(plain));
  }
  /** Tasks the tablet would hold after pulling everything. */
  async inbox(): Promise<TaskBody[]> {
    const { items } = await this.pull();
    return Promise.all(
      items.filter((i) => i.op === 'put').map(async (i) => (await this.open(i)) as TaskBody),
    );
  }
  async putDraft(
    task: { taskId: string; taskRev: number },
    draftRev: number,
    payload: object,
    page = 1,
  ): Promise<{ draftRev: number }> {
    const bytes = await sealTo(
      this.world.serverKeys.publicKey,
      packPayload(payload),
      draftAad(this.id, task.taskId, task.taskRev, draftRev),
    );
    return this.world.core.putDraft(this.actor, {
      taskId: task.taskId,
      taskRev: task.taskRev,
      draftRev,
      page,
      of: 9,
      bytes,
    });
  }
}

async function addTablet(world: World, name: string): Promise<Device> {
  const id = v7(),
    keys = await createSealKeys(true),
    sealKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
  await world.write(async (w) => {
    await insertTablet(w, tabletRow(id, name, sealKey, w.now));
    await appendFeed(w, id, 'config');
  });
  return new Device(world, id, keys);
}

/** State that a tablet reports. */
export const DEVICE = {
  userAgent: 'test',
  screen: '1280x800',
  standalone: true,
  online: true,
  clockOffsetMs: 0,
  appVersion: '1',
};
export const READING: Reading = {
  shownAt: START,
  sections: [],
  reachedEnd: true,
  fontScale: 1,
  openedPdf: false,
  languageSwitches: 0,
  unclear: [],
};

/** Builds a complete submission of the given task. */
export function submission(body: TaskBody): SubmitPayload {
  const data = JSON.parse(body.data) as { declarations: { id: string }[] };
  return {
    taskId: body.taskId,
    dataSha256: body.dataSha256,
    presentedPdfSha256: body.presentedPdfSha256,
    language: 'de',
    signedAt: START,
    wantsPaperCopy: false,
    reading: READING,
    signers: body.signers.map((s) => ({
      ...s,
      mark: {
        how: 'drawn',
        ink: {
          width: 800,
          height: 300,
          clears: 0,
          undos: 0,
          strokes: [
            {
              pointerType: 'pen',
              points: [
                { x: 1, y: 1, t: 0, p: 0.5 },
                { x: 90, y: 40, t: 20, p: 0.5 },
              ],
            },
          ],
        },
      },
    })),
    declarations: data.declarations.map((d) => ({ id: d.id, value: true, at: START })),
    device: DEVICE,
  };
}

/** Sends a questionnaire to a tablet; returns it as the tablet receives it. */
export async function sendForm(world: World, to: Device, template: string): Promise<TaskBody> {
  await world.mappe({ templates: [template], tabletId: to.id, signers: [] });
  const [body] = (await to.inbox()).slice(-1);
  if (!body) throw new Error('nothing arrived');
  return body;
}
/** Returns the document of a task, from its row or from the tablet. */
export const dataOf = ({ data }: { data: string }): DocumentData =>
  JSON.parse(data) as DocumentData;
/** Returns the data of a questionnaire in the same way. */
export function formDataOf(task: { data: string }): FormData {
  const data = dataOf(task);
  if (!isFormData(data)) throw new Error('not a form');
  return data;
}
/** Answers that the tablet submits to its questionnaire. */
export function answersTo(
  body: TaskBody,
  response: QuestionnaireResponse,
  change: Partial<AnswersPayload> = {},
): AnswersPayload {
  const { form } = formDataOf(body);
  return {
    taskId: body.taskId,
    dataSha256: body.dataSha256,
    form: { key: form.key, sha256: form.sha256 },
    language: 'de',
    at: START,
    response,
    device: DEVICE,
    ...(body.origin !== undefined && { origin: body.origin }),
    ...change,
  };
}
