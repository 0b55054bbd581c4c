import type { LocalTime } from '../../platform/time/clock.ts';

/** A time in the format of the panel's interface. */
export function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** `26/11/2026 às 10:15` */
export function momentText(at: number, time: LocalTime): string {
  const [day = '', clock = ''] = time.brazilian(at).split(' ');
  return `${day} às ${clock.slice(0, 5)}`;
}
