// Names of products in the language of the page.

import type { Shop } from '../../../shared/vendor/shop/shop.schema.ts';

export const nameIn = (shop: Shop, sku: string, language: string): string => {
  const found = shop.products.find((one) => one.sku === sku);
  return (language === 'de' ? found?.nameDe : found?.nameEn) ?? sku;
};
