// The ledger of consents of one person: computed from papers, envelopes and withdrawals on each
// read, never stored.

import { berlinDay } from '../../../shared/base/dates.ts';
import {
  partsLeft,
  purposeOf,
  recallOf,
  stateOf,
  type ConsentFacts,
  type RecallWay,
} from '../../../shared/papers/consent.ts';
import type { Consents, ConsentRow } from '../../../shared/papers/consent.schema.ts';
import { templateKey, type DocumentData } from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Evidence } from '../../paper/seal/evidence-file.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { brokenCells } from '../../platform/db/cells/cells.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { ConsentLinks } from './links.ts';
import { voidOf } from './paper-void.ts';
import {
  decidedTasks,
  envelopesOf,
  filesOf,
  replacementsOf,
  withdrawalsOf,
  type EnvelopeRow,
  type TaskRow,
  type WithdrawalRow,
} from './store.ts';

/** One paper with everything that determines its validity. */
export interface Paper {
  readonly task: TaskRow;
  readonly data: DocumentData;
  readonly envelope: EnvelopeRow | undefined;
  readonly withdrawals: readonly WithdrawalRow[];
  readonly facts: ConsentFacts;
}

/** Declarations answered with yes: as sealed, else as read out before a signature by hand. */
function agreedOf(task: TaskRow, envelope: EnvelopeRow | undefined): readonly string[] | null {
  const sealed = (envelope?.evidence as Evidence | null | undefined)?.declarations;
  return sealed
    ? sealed.filter((one) => one.value).map((one) => one.id)
    : task.kind === 'notice'
      ? []
      : null;
}

/** What a damaged paper still says: its template and title. */
function withoutText(task: TaskRow): DocumentData {
  const [id = '', version = '1'] = task.template.split('@');
  return {
    v: 1,
    template: {
      id,
      version: Number(version),
      kind: task.kind === 'notice' ? 'notice' : 'consent',
      talk: false,
      source: [],
    },
    formRequirement: task.formRequirement,
    languages: [],
    available: [],
    title: { de: task.title },
    sections: [],
    declarations: [],
    signers: [],
    fields: [],
    praxis: { name: '', anschrift: '', telefon: '', mail: '' },
    patient: { patid: task.patid, name: '', geburtsdatum: '' },
    taskId: task.taskId,
    createdAt: task.createdAt,
    zone: '',
  } as unknown as DocumentData;
}

/** Returns all decisions under these numbers, oldest first. */
export async function papersOf(
  s: Look | Work,
  links: ConsentLinks,
  patids: readonly string[],
): Promise<Paper[]> {
  const tasks = await decidedTasks(s, patids),
    ids = tasks.map((t) => t.taskId);
  const envelopes = new Map((await envelopesOf(s, ids)).map((e) => [e.taskId, e])),
    withdrawals = await withdrawalsOf(s, ids);
  const replaced = new Set(
      (
        await replacementsOf(
          s,
          [...envelopes.values()].map((e) => e.id),
        )
      ).map((e) => e.prevEnvelopeId),
    ),
    basis = await links.basisOf(s);
  return tasks.map((task) => {
    const envelope = envelopes.get(task.taskId),
      isUnreadable = brokenCells(task).includes('data'),
      isDamaged =
        isUnreadable || (envelope !== undefined && brokenCells(envelope).includes('evidence')),
      data = isUnreadable ? withoutText(task) : (JSON.parse(task.data) as DocumentData),
      own = withdrawals.filter((one) => one.taskId === task.taskId);
    const facts: ConsentFacts = {
      taskId: task.taskId,
      text: data.template.id,
      purpose: purposeOf(data.template.id, data.template.kind, basis.get(data.template.id)),
      state: task.state,
      at: envelope?.signedAt ?? task.filedAt ?? task.stateAt,
      voidedAt: voidOf(task, envelope)?.at ?? null,
      isReplaced: envelope !== undefined && replaced.has(envelope.id),
      withdrawals: own,
      agreed: isDamaged ? [] : agreedOf(task, envelope),
      ...(isDamaged && { isDamaged }),
    };
    return { task, data, envelope, withdrawals: own, facts };
  });
}

/**
 * Checks whether a patient may be reminded of due recalls, and by which channel: anything that
 * sends recalls must call this.
 */
export async function mayRecall(
  s: Look | Work,
  links: ConsentLinks,
  patid: string,
): Promise<{ readonly may: boolean; readonly ways: readonly RecallWay[] | null }> {
  const person = await links.record(s, patid);
  return person
    ? recallOf(
        (await papersOf(s, links, await links.numbersOf(s, person.patid))).map((one) => one.facts),
      )
    : { may: false, ways: [] };
}

/**
 * Checks many patients of a list in the same way, by the given numbers; before sending, `mayRecall`
 * must be called, which knows merged numbers.
 */
export async function mayRecallEach(
  s: Look | Work,
  links: ConsentLinks,
  patids: readonly string[],
): Promise<Map<string, boolean>> {
  const papers = new Map<string, ConsentFacts[]>();
  for (const { task, facts } of await papersOf(s, links, patids))
    papers.set(task.patid, [...(papers.get(task.patid) ?? []), facts]);
  return new Map(patids.map((patid) => [patid, recallOf(papers.get(patid) ?? []).may]));
}

/** Reads the consents of a patient. @throws AppError not_found */
export async function readConsents(
  look: Look,
  links: ConsentLinks,
  patid: string,
): Promise<Consents> {
  const person = await links.record(look, patid);
  if (!person) throw new AppError('not_found');
  const papers = await papersOf(look, links, await links.numbersOf(look, person.patid)),
    files = await filesOf(
      look,
      papers.map((one) => one.task.taskId),
    );
  const newest = new Map(
    (await links.textsInUse(look, berlinDay(look.now))).map((one) => [one.id, one]),
  );
  const rows = papers.flatMap((paper): ConsentRow[] => {
    const state = stateOf(paper.facts);
    if (state === undefined) return [];
    const current = newest.get(paper.data.template.id);
    return [
      {
        ...rowOf(paper),
        state,
        newest:
          current && current.version > paper.data.template.version ? templateKey(current) : null,
        fileId: files.get(paper.task.taskId) ?? null,
      },
    ];
  });
  const { may, ways } = recallOf(papers.map((one) => one.facts));
  return {
    patid: person.patid,
    name: listName(person),
    geburtsdatum: person.geburtsdatum,
    rows: rows.reverse(),
    recall: { may, ways: ways && [...ways] },
  };
}

function rowOf(paper: Paper): Omit<ConsentRow, 'state' | 'newest' | 'fileId'> {
  const { task, data, envelope, facts } = paper,
    left = partsLeft(facts),
    agreed = facts.agreed;
  const gone = facts.withdrawals.some((one) => one.parts === null);
  return {
    taskId: task.taskId,
    template: task.template,
    title: data.title,
    purpose: facts.purpose,
    since: facts.at,
    how:
      task.state === 'declined'
        ? 'declined'
        : envelope
          ? 'tablet'
          : task.kind === 'notice'
            ? 'shown'
            : 'paper',
    signers:
      task.state === 'declined' || task.kind === 'notice'
        ? []
        : data.signers.map((one) => ({
            role: one.role,
            name: one.name,
            ...(one.capacity !== undefined && { capacity: one.capacity }),
          })),
    parts:
      agreed === null || left === null || task.state === 'declined'
        ? null
        : data.declarations.map((one) => ({
            id: one.id,
            text: one.text,
            isRequired: one.required,
            state: !agreed.includes(one.id)
              ? ('no' as const)
              : gone || !left.includes(one.id)
                ? ('withdrawn' as const)
                : ('holds' as const),
          })),
    withdrawals: paper.withdrawals.map((one) => ({
      id: one.id,
      at: one.at,
      by: one.byName,
      parts: one.parts,
      fileId: one.fileId,
      undoUntil: one.undoUntil,
    })),
    ...(task.readIn && { readIn: task.readIn }),
    voided: voidOf(task, envelope),
  };
}
