// News of the product, numbered and dated, in German and English.

import { newsFileSchema, type NewsItemText } from '../../shared/accounts/news.schema.ts';
import news from './news.json';

/** In order of publication, the newest last. */
export const NEWS: readonly NewsItemText[] = newsFileSchema.parse(news);
