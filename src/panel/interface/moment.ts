/** A time in the format of the panel's interface. */
export function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
