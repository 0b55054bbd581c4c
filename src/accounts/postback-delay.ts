/** How long the postback of a sale's first result waits after the answer, in seconds: 0 to 60. */
export const DEFAULT_POSTBACK_DELAY_SECONDS = 3;
export const MAX_POSTBACK_DELAY_SECONDS = 60;

export function isPostbackDelay(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= MAX_POSTBACK_DELAY_SECONDS;
}
