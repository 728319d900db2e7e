// Content visible after login to a share: the list, one item, the file. Every view is audited
// before any data leaves.

import { AppError } from '../../../shared/base/errors.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { titleOf } from '../../../shared/forms/questionnaire/words.ts';
import type {
  ShareContents,
  ShareItem,
  ShareItemContent,
} from '../../../shared/exchange/share.schema.ts';
import { openingName } from '../../../shared/exchange/share.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { brokenCells } from '../../platform/db/cells/cells.ts';
import type { Look } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { whoIsFullyIn, type LetIn } from './session.ts';
import {
  findDocument,
  findTask,
  finishItem,
  itemsOf,
  noteEvent,
  type ShareItemRow,
} from './store.ts';

/**
 * An item of the share and the record it refers to; the reference comes from the share's key, not
 * from the database.
 */
interface Held {
  row: ShareItemRow;
  ref: string;
}
async function heldBy(context: RequestContext, { share, opened }: LetIn): Promise<Held[]> {
  const refs = new Map(opened.items.map((one) => [one.id, one.ref]));
  return (await itemsOf(context.look(), [share.id])).flatMap((row) => {
    const ref = refs.get(row.id);
    return ref === undefined ? [] : [{ row, ref }];
  });
}
/**
 * Finds an item of a share.
 * @throws AppError share_over, not_found (also for items of other shares)
 */
export async function heldItem(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
): Promise<Held & { who: LetIn }> {
  const who = await whoIsFullyIn(context, deps),
    held = (await heldBy(context, who)).find((one) => one.row.id === itemId);
  if (!held) throw new AppError('not_found');
  return { ...held, who };
}

/** Returns the signer that the link was created for. */
export const roleOf = (row: Pick<ShareItemRow, 'role'>): SignerRole => row.role ?? 'patient';
const isBroken = (task: object): boolean => brokenCells(task).includes('data');
/** Of a paper that was signed meanwhile, or has open questions; undefined for a damaged one. */
async function textOf(look: Look, taskId: string): Promise<DocumentData | undefined> {
  const task = await findTask(look, taskId);
  return task && !isBroken(task) ? (JSON.parse(task.data) as DocumentData) : undefined;
}
/** Titles of papers and forms are in the language of the share, files have the practice's names. */
async function itemOf(
  deps: PortalDeps,
  context: RequestContext,
  { row, ref }: Held,
  language: string,
): Promise<ShareItem | undefined> {
  const look = context.look(),
    isDone = row.doneAt !== null;
  if (row.kind === 'document') {
    const file = await findDocument(look, ref);
    return file && { id: row.id, kind: 'document', title: file.title, at: file.at, isDone };
  }
  if (row.kind === 'sign') {
    const role = roleOf(row),
      paper = isDone ? undefined : await deps.paper(look, ref, role),
      text = paper?.data ?? (await textOf(look, ref)),
      signer = paper?.signer ?? text?.signers.find((one) => one.role === role);
    return (
      signer && {
        id: row.id,
        kind: 'sign',
        title: text?.title[language] ?? row.title,
        isDone,
        said: paper ? null : row.said,
        signer: { ...signer },
        waitsFor: isDone && row.said === null ? await deps.waitsFor(look, ref) : [],
      }
    );
  }
  const form = await deps.form(look, ref),
    said = form && titleOf((await form.inLanguages([language])) as Questionnaire, language);
  return (
    form && {
      id: row.id,
      kind: 'questionnaire',
      title: said?.isTranslated ? said.text : row.title,
      minutes: form.minutes,
      languages: [...form.languages],
      isDone,
    }
  );
}

/** Lists the contents of a share. @throws AppError share_over */
export async function listShared(
  deps: PortalDeps,
  context: RequestContext,
): Promise<ShareContents> {
  const who = await whoIsFullyIn(context, deps),
    look = context.look(),
    { share } = who;
  const { name, anschrift, telefon, mail } = await deps.praxis(look),
    person = await deps.record(look, share.patid);
  const items: ShareItem[] = [];
  for (const held of await heldBy(context, who)) {
    const item = await itemOf(deps, context, held, share.language);
    if (item) items.push(item);
  }
  return {
    praxis: { name, anschrift, telefon, mail },
    firstName: person ? openingName(person) : '',
    language: share.language,
    expiresAt: share.expiresAt,
    endsAt: who.endsAt,
    isOnce: share.isOnce,
    items,
  };
}

async function note(
  context: RequestContext,
  { who, row }: Pick<Awaited<ReturnType<typeof heldItem>>, 'who' | 'row'>,
  what: 'read' | 'downloaded',
): Promise<void> {
  await context.write(async (w) => {
    await noteEvent(w, who.share.id, what, row.id);
    // A document is completed once it was opened; a form once it was submitted.
    if (row.kind === 'document') await finishItem(w, row.id, null);
    await w.audit(
      `share.${what}`,
      { share: who.share.id, item: row.id, kind: row.kind },
      who.share.patid,
    );
  });
}

/** Returns the text of a sealed document; null for a task without a text. */
function readable(json: string): DocumentData | null {
  const data = JSON.parse(json) as Partial<DocumentData>;
  return data.v === 1 && Array.isArray(data.sections) ? (data as DocumentData) : null;
}

/** Reads an item of a share. @throws AppError share_over, not_found */
export async function readShared(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
): Promise<ShareItemContent> {
  const held = await heldItem(deps, context, itemId),
    {
      row,
      ref,
      who: { share },
    } = held,
    look = context.look();
  if (row.kind === 'document') {
    const file = await findDocument(look, ref),
      task = file?.taskId == null ? undefined : await findTask(look, file.taskId);
    if (!file) throw new AppError('not_found');
    await note(context, held, 'read');
    return {
      id: row.id,
      kind: 'document',
      title: file.title,
      at: file.at,
      document: task && !isBroken(task) ? readable(task.data) : null,
    };
  }
  if (row.kind === 'sign') {
    const paper = row.doneAt === null ? await deps.paper(look, ref, roleOf(row)) : undefined;
    if (!paper) throw new AppError('not_found');
    await note(context, held, 'read');
    return {
      id: row.id,
      kind: 'sign',
      title: row.title,
      taskId: paper.taskId,
      dataSha256: paper.dataSha256,
      presentedPdfSha256: paper.presentedPdfSha256,
      document: paper.data,
      signer: { ...paper.signer },
      waitsFor: paper.waitsFor,
    };
  }
  const form = await deps.form(look, ref),
    person = await deps.record(look, share.patid);
  if (!form || !person) throw new AppError('not_found');
  const language = form.languages.includes(share.language) ? share.language : 'de';
  await note(context, held, 'read');
  return {
    id: row.id,
    kind: 'questionnaire',
    title: row.title,
    key: form.key,
    sha256: form.sha256,
    languages: [...form.languages],
    minutes: form.minutes,
    language,
    questionnaire: (await form.inLanguages([...new Set(['de', language])])) as Questionnaire,
    person: {
      firstName: person.firstName,
      lastName: person.lastName,
      geburtsdatum: person.geburtsdatum,
    },
  };
}

/** A document, or the paper to be signed. */
async function fileOf(
  deps: PortalDeps,
  context: RequestContext,
  { row, ref }: Held,
): Promise<{ sha256: string; mime: string } | undefined> {
  if (row.kind === 'document') return findDocument(context.look(), ref);
  const paper =
    row.kind === 'sign' ? await deps.paper(context.look(), ref, roleOf(row)) : undefined;
  return paper && { sha256: paper.presentedPdfSha256, mime: 'application/pdf' };
}

/** Returns the file itself. @throws AppError share_over, not_found */
export async function downloadShared(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const held = await heldItem(deps, context, itemId),
    file = await fileOf(deps, context, held);
  if (!file) throw new AppError('not_found');
  await note(context, held, 'downloaded');
  const keys = await deps.keys(context.cid);
  return {
    bytes: await deps.blobs.get(context.cid, file.sha256, {
      keyId: keys.blobKeyId,
      key: keys.blobKey,
    }),
    type: file.mime,
  };
}
