import { callFile } from './call.ts';

/** Fetches a file and hands it to the browser to save. */
export async function downloadFile(
  path: string,
  filter: Readonly<Record<string, string>>,
  name: string,
): Promise<void> {
  const { signal } = new AbortController();
  const file = await callFile(path, filter, { signal, onReceived: () => undefined });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file.content);
  link.download = file.name ?? name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
