import { callFile } from '../../api/call.ts';

/** Fetches the lines as a file and hands it to the browser to save. */
export async function downloadReconciliation(filter: Readonly<Record<string, string>>): Promise<void> {
  const { signal } = new AbortController();
  const { name, content } = await callFile('/reconciliation.csv', filter, {
    signal,
    onReceived: () => undefined,
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name ?? 'conciliacao.csv';
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
