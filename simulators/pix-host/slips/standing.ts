import type { SimulatedClock } from '../../host/simulated-clock.ts';
import type { Slip } from './book.ts';

const BRASILIA_MS = 3 * 3_600_000;

/** The local day of a moment. */
export function dayOf(at: number): string {
  return new Date(at - BRASILIA_MS).toISOString().slice(0, 10);
}

/** Paid by either half. */
export function isPaid({ payments, charge }: Slip): boolean {
  return payments.length > 0 || charge?.status === 'CONCLUIDA';
}

export function isRegistered({ registeredAt }: Slip, clock: SimulatedClock): boolean {
  return clock.now() >= registeredAt;
}
