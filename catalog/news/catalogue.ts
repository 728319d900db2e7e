// News of the product, numbered and dated, in German and English.

import { newsFileSchema, type NewsItemText } from '../../shared/accounts/news.schema.ts';
import news from './news.json';

/** Newest last, as they were written. */
export const NEWS: readonly NewsItemText[] = newsFileSchema.parse(news);
