// Routes of news for the signed-in user, newest first, with their read state.

import { NEWS } from '../../../catalog/news/catalogue.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  newsListSchema,
  newsReadSchema,
  type NewsList,
} from '../../../shared/accounts/news.schema.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { insertRead, listRead } from './store.ts';

const idOf = ({ actor }: RequestContext): string => {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor.userId;
};
async function readNews(context: RequestContext): Promise<NewsList> {
  const read = await listRead(context.look(), idOf(context));
  const items = NEWS.map((item) => ({ ...item, isRead: read.has(item.id) })).reverse();
  return { items, unread: items.filter((i) => !i.isRead).length };
}

export const newsRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/news',
      policy: 'account.own',
      summary: 'News of the product and which are unread',
      answer: newsListSchema,
    },
    (_input, context) => readNews(context),
  ),
  route(
    {
      method: 'post',
      path: '/news/read',
      policy: 'account.own',
      summary: 'These news were read',
      body: newsReadSchema,
      answer: newsListSchema,
    },
    async ({ body }, context) => {
      const known = body.ids.filter((id) => NEWS.some((n) => n.id === id)),
        userId = idOf(context);
      if (known.length > 0) await context.write((w) => insertRead(w, userId, known));
      return readNews(context);
    },
  ),
];
