import { randomBytes } from 'node:crypto';
import type { Host } from '../host.ts';
import { CHANGE } from '../notices/notices.ts';
import { expiresAt, type PixCharge } from './pix-book.ts';
import { pixScenario } from './scenarios.ts';

const ISPB = '18236120';
const MINUTE_LETTERS = 16;
const ENDING_LETTERS = 11;

/**
 * A payer pays. Undefined where Cielo does not take the money: it is paid, removed or over. `force`: it takes it all the same, for
 * what is removed or over.
 */
export function payPix(host: Host, charge: PixCharge, force = false): PixCharge | undefined {
  const now = host.clock.now();
  const isOpen = charge.removedAt === undefined && now < expiresAt(charge);
  if (charge.payment || !(isOpen || force)) return undefined;
  charge.payment = { endToEndId: endToEndIdAt(now), at: now };
  const { notices } = pixScenario(charge.amount);
  for (let told = 0; told < notices; told += 1) host.notices.add(charge.id, CHANGE.status);
  return charge;
}

function endToEndIdAt(at: number): string {
  const minute = new Date(at).toISOString().slice(0, MINUTE_LETTERS).replaceAll(/\D/g, '');
  return `E${ISPB}${minute}${randomBytes(ENDING_LETTERS).toString('hex').slice(0, ENDING_LETTERS)}`;
}
