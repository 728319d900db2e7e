// Calls of invoices: the practice's own, and the vendor's list.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  CancelInvoice,
  InvoiceChain,
  InvoiceDocuments,
  RefundInvoice,
  VendorInvoices,
} from '../../../shared/vendor/invoice.schema.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { openFile, saveBytes } from '../../ui/pdf.ts';

const KEY = 'invoice-documents',
  /** A file follows its number by seconds. */
  LOOK_MS = 5000;

const isMaking = (items: readonly { hasFile: boolean }[] | undefined): boolean =>
  items?.some(({ hasFile }) => !hasFile) === true;
export const useDocuments = (): UseQueryResult<InvoiceDocuments> =>
  useQuery({
    queryKey: [KEY],
    queryFn: () => call<InvoiceDocuments>('/api/invoices', { timeout: TIMEOUT }),
    refetchInterval: ({ state: { data } }) => (isMaking(data?.items) ? LOOK_MS : false),
  });
export const useVendorInvoices = (): UseQueryResult<VendorInvoices> =>
  useQuery({
    queryKey: [KEY, 'vendor'],
    queryFn: () => call<VendorInvoices>('/admin/invoices', { timeout: TIMEOUT }),
    refetchInterval: ({ state: { data } }) => (isMaking(data?.items) ? LOOK_MS : false),
  });
/** Fetches invoices again. */
export function useFreshInvoices(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}

const bytesOf = (path: string): Promise<Blob> =>
  call<Blob>(path, { answer: 'blob', timeout: LONG_TIMEOUT });
/** Opens a file; call it inside the click handler. */
export const openInvoice = (number: string, isVendor = false): Promise<boolean> =>
  openFile(
    () => bytesOf(isVendor ? `/admin/invoices/${number}/file` : `/api/invoices/${number}`),
    `${number}.pdf`,
  );
export const saveAllInvoices = async (): Promise<void> =>
  saveBytes(await bytesOf('/api/invoices/all'), 'rechnungen.zip');
export const cancelInvoice = (number: string, json: CancelInvoice): Promise<unknown> =>
  call(`/admin/invoices/${number}/cancel`, { json, answer: 'none', timeout: LONG_TIMEOUT });
/** Asks a second administrator for it. */
export const refundInvoice = (number: string, json: RefundInvoice): Promise<unknown> =>
  call(`/admin/invoices/${number}/refund`, { json, answer: 'none', timeout: LONG_TIMEOUT });
export const checkChain = (): Promise<InvoiceChain> =>
  call('/admin/invoices/check', { timeout: LONG_TIMEOUT });
