import type { RowBeside } from '../transactions/rules/row-beside.ts';
import { chargeRow } from './charge-writes.ts';

/** What a person wants tried once more: a look at a charge, by its reference, or a surplus to be given back. */
export function chargeAgain(subject: string, now: number): RowBeside {
  return chargeRow({
    charges: [{ reference: subject, values: { nextAt: now } }],
    payment: { endToEndId: subject, values: { surplus: 'refunding', nextAt: now, tries: 0 } },
  });
}
