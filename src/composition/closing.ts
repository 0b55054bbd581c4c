import type { Room } from './room.ts';

/** Waits that long at most. What fails or hangs while it is closed follows from what made the start fail. */
export async function closedWithin(ms: number, opened: AsyncDisposableStack): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([opened.disposeAsync().catch(() => undefined), patience]);
  clearTimeout(timer);
}

/** In reverse; one that fails keeps no other open. */
export async function closeRooms(built: readonly Room[]): Promise<void> {
  const closing = new AsyncDisposableStack();
  for (const room of built) closing.defer(async () => room.close());
  await closing.disposeAsync();
}
