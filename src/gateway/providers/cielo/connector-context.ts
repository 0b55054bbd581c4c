import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorOptions } from '../connector-kind.ts';
import { createHttpLink, type DeadlineIn, deadlineIn as realDeadlineIn } from '../http/index.ts';
import { createCieloHost } from './call/host.ts';
import { type CieloTiming, cieloTiming } from './call/timing.ts';
import type { CieloContext } from './context.ts';
import { createSpacing } from './movements/spacing.ts';

/** What a test replaces. */
export interface CieloParts {
  readonly timing?: CieloTiming;
  readonly deadlineIn?: DeadlineIn;
  /** Between two cancels of one sale. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** What a connector to Cielo keeps: connections, and when it last canceled of a sale. */
export function cieloContext(
  { clock, timeScale, ending }: Pick<ConnectorOptions, 'clock' | 'timeScale' | 'ending'>,
  parts: CieloParts,
): CieloContext {
  const { timing = cieloTiming(timeScale), deadlineIn = realDeadlineIn } = parts;
  // A service that ends waits for nobody: the call that follows is then not begun.
  const { wait = (ms) => sleep(ms, undefined, { signal: ending }).catch(() => undefined) } = parts;
  const link = createHttpLink({ connectMs: timing.connectMs, ending });
  return {
    host: createCieloHost({ link, leastMs: timing.leastMs }),
    spacing: createSpacing({ clock, gapMs: timing.betweenCancelsMs, wait }),
    clock,
    timing,
    deadlineIn,
  };
}
