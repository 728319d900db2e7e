// Mails news to users who enabled them: once per user and item, and only while it is new.

import { NEWS } from '../../../catalog/news/catalogue.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import { languageOf, type UserSettings } from '../../../shared/accounts/user-settings.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import { listRead } from './store.ts';

export interface NewsMailDeps {
  workshop: Workshop;
  /** Users of one practice who can sign in. */
  people: (look: Look) => Promise<{ id: string; email: string; settings: UserSettings | null }[]>;
  mail: (w: Work, order: MailOrder) => Promise<void>;
}

/** Older news are not mailed, for example to a user who has just enabled them. */
const NEW_MS = 14 * DAY_MS;

/** Mails a news item. Idempotent: queued mails are not queued again. */
export async function mailNews(
  { workshop, people, mail }: NewsMailDeps,
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = workshop.look(cid, actor);
  const fresh = NEWS.filter(
    (item) => item.date > berlinDay(look.now - NEW_MS) && item.date <= berlinDay(look.now),
  );
  if (fresh.length === 0) return;
  for (const person of await people(look)) {
    if (person.settings?.mails?.news !== true) continue;
    const read = await listRead(look, person.id),
      unread = fresh.filter((item) => !read.has(item.id)),
      language = languageOf(person);
    if (unread.length === 0) continue;
    await workshop.write(cid, actor, async (w) => {
      for (const item of unread)
        await mail(w, {
          key: `news:${item.id}:${person.id}`,
          to: person.email,
          template: 'news',
          language,
          data: { title: item[language].title, link: '/practice/' },
        });
    });
  }
}
