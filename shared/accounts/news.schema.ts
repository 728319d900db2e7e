// Schemas of news: as stored in the catalogue, and as sent to one user.
import { z } from 'zod';

const textSchema = z.strictObject({ title: z.string().min(1), text: z.string().min(1) });
const itemShape = {
  id: z.string().regex(/^\d{1,6}$/),
  date: z.iso.date(),
  de: textSchema,
  en: textSchema,
};
export const newsFileSchema = z.array(z.strictObject(itemShape));
export type NewsItemText = z.output<typeof newsFileSchema>[number];
export const newsListSchema = z
  .strictObject({
    items: z.array(z.strictObject({ ...itemShape, isRead: z.boolean() })),
    unread: z.int(),
  })
  .meta({ id: 'News' });
export type NewsList = z.output<typeof newsListSchema>;
export const newsReadSchema = z.strictObject({ ids: z.array(z.string().max(6)).min(1).max(200) });
