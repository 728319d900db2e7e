// Calls of the shop: cart and orders of a practice, products and orders of the vendor.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import type {
  PlaceOrder,
  SaveProduct,
  SetStock,
  Shop,
  ShopOrder,
  VendorMove,
  VendorOrder,
  VendorProduct,
} from '../../../shared/vendor/shop/shop.schema.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'shop';
const useShopQuery = <T>(name: string, path: string): UseQueryResult<T> =>
  useQuery({ queryKey: [KEY, name], queryFn: () => call<T>(path, { timeout: TIMEOUT }) });
export const useShop = (): UseQueryResult<Shop> => useShopQuery('cart', '/api/shop');
export const useOrders = (): UseQueryResult<{ items: ShopOrder[] }> =>
  useShopQuery('orders', '/api/shop/orders');
export const useVendorOrders = (view: 'open' | 'all'): UseQueryResult<{ items: VendorOrder[] }> =>
  useShopQuery(`vendor-${view}`, `/admin/shop/orders?view=${view}`);
export const useProducts = (): UseQueryResult<{ items: VendorProduct[] }> =>
  useShopQuery('products', '/admin/shop/products');
/** Fetches the shop again. */
export function useFreshShop(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}

const send = (method: 'DELETE' | 'POST' | 'PUT', path: string, json?: object): Promise<unknown> =>
  call(path, { method, ...(json && { json }), answer: 'none', timeout: TIMEOUT });
export const putInCart = (sku: string, quantity: number): Promise<unknown> =>
  send('PUT', `/api/shop/cart/${sku}`, { quantity });
export const takeOut = (sku: string): Promise<unknown> => send('DELETE', `/api/shop/cart/${sku}`);
export const reserve = (): Promise<unknown> => send('POST', '/api/shop/reserve');
export const placeOrder = (json: PlaceOrder): Promise<unknown> =>
  send('POST', '/api/shop/orders', json);
export const moveOrder = (id: string, to: OrderState): Promise<unknown> =>
  send('POST', `/api/shop/orders/${id}/move`, { to });
export const moveVendorOrder = (id: string, json: VendorMove): Promise<unknown> =>
  send('POST', `/admin/shop/orders/${id}/move`, json);
export const saveProduct = (sku: string, json: SaveProduct): Promise<unknown> =>
  send('PUT', `/admin/shop/products/${sku}`, json);
export const setStock = (sku: string, json: SetStock): Promise<unknown> =>
  send('PUT', `/admin/shop/products/${sku}/stock`, json);

const PROBLEMS = ['stock', 'price', 'gone', 'empty'] as const;
/** Returns why a cart was not taken; undefined for other failures. */
export const cartProblem = (failed: unknown): (typeof PROBLEMS)[number] | undefined => {
  const why = failed instanceof CallError ? failed.fields?.cart : undefined;
  return PROBLEMS.find((one) => one === why);
};
