import type { Capabilities } from '../connector.ts';

/** The simulated acquirer's limits, before the time scale. It decides within 25 s (scenario 602) or never. */
export const timing: Capabilities['timing'] = {
  connectMs: 3_000,
  authorizeMs: 30_000,
  otherMs: 10_000,
  maxProcessingMs: 30_000,
};
