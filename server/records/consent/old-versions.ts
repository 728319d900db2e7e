// Signers of outdated versions, text by text.

import { berlinDay } from '../../../shared/base/dates.ts';
import { stateOf, purposeOf } from '../../../shared/papers/consent.ts';
import type { OldVersions } from '../../../shared/papers/consent.schema.ts';
import { templateKey } from '../../../shared/desk/document.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import type { ConsentLinks } from './links.ts';
import { voidOf } from './paper-void.ts';
import { decidedKeys, decidedOf, envelopesOf, replacementsOf, withdrawalsOf } from './store.ts';

/**
 * Lists papers signed in an old version; only valid ones: a withdrawn, declined or voided one is
 * not requested again.
 */
export async function listOldVersions(look: Look, links: ConsentLinks): Promise<OldVersions> {
  const used = await decidedKeys(look),
    basis = await links.basisOf(look),
    items: OldVersions['items'] = [];
  for (const template of await links.textsInUse(look, berlinDay(look.now))) {
    const keys = used.filter((key) => key.startsWith(`${template.id}@`));
    if (!keys.some((key) => key !== templateKey(template))) continue;
    const tasks = await decidedOf(look, keys),
      ids = tasks.map((t) => t.taskId);
    const envelopes = new Map((await envelopesOf(look, ids)).map((e) => [e.taskId, e])),
      withdrawals = await withdrawalsOf(look, ids);
    const replaced = new Set(
      (
        await replacementsOf(
          look,
          [...envelopes.values()].map((e) => e.id),
        )
      ).map((e) => e.prevEnvelopeId),
    );
    const people = await links.records(
        look,
        tasks.map((t) => t.patid),
      ),
      last = new Map<string, OldVersions['items'][number]['people'][number]>();
    for (const task of tasks) {
      const envelope = envelopes.get(task.taskId),
        person = people.get(task.patid);
      const state = stateOf({
        purpose: purposeOf(template.id, template.kind, basis.get(template.id)),
        state: task.state,
        voidedAt: voidOf(task, envelope)?.at ?? null,
        isReplaced: envelope !== undefined && replaced.has(envelope.id),
        withdrawals: withdrawals.filter((one) => one.taskId === task.taskId),
      });
      if (!person || state === undefined || state === 'voided') continue;
      // The newest decision counts: a patient who declined or withdrew later is not asked.
      if (state !== 'holds') {
        last.delete(person.patid);
        continue;
      }
      last.set(person.patid, {
        taskId: task.taskId,
        patid: person.patid,
        name: listName(person),
        geburtsdatum: person.geburtsdatum,
        version: Number(task.template.split('@')[1]),
        since: envelope?.signedAt ?? task.filedAt ?? task.stateAt,
      });
    }
    const old = [...last.values()]
      .filter((one) => one.version < template.version)
      .sort((a, b) => a.name.localeCompare(b.name, 'de'));
    if (old.length > 0)
      items.push({
        newest: templateKey(template),
        version: template.version,
        validFrom: template.validFrom,
        title: template.title,
        people: old,
      });
  }
  return { items };
}
