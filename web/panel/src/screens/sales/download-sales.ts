import { callFile } from '../../api/call.ts';
import type { SaleSearch } from './sale-search.ts';

/** Fetches a file of sales and hands it to the browser to save. Throws `CallError`. */
export async function downloadSales(
  ending: 'xlsx' | 'csv',
  query: SaleSearch & { readonly columns?: string },
  how: { readonly signal: AbortSignal; readonly onReceived: (bytes: number) => void },
): Promise<void> {
  const { name, content } = await callFile(`/sales.${ending}`, query, how);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name ?? `vendas.${ending}`;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
