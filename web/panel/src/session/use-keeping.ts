import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { onUse } from '../api/use.ts';

/** The service stores the use of a session no more often. */
const KEEP_EVERY_MS = 60_000;

/** Tells the service of use that leads to no calls, such as typing: at once, then once for each minute with use. */
export function useKeeping(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return undefined;
    let keptAt = Date.now();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      keptAt = Date.now();
      waiting = undefined;
      call('POST /session/keep').catch(() => undefined);
    };
    const stop = onUse(() => {
      const left = keptAt + KEEP_EVERY_MS - Date.now();
      if (left <= 0) keep();
      else waiting ??= setTimeout(keep, left);
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [enabled]);
}
