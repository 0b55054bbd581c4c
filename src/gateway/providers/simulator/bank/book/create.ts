import { scenarioOf } from '../scenarios.ts';
import type { BankCharge, Happening } from './bank-charge.ts';
import { nextEndToEndId } from './pay.ts';

export type AskedCharge = Omit<BankCharge, 'state' | 'revision' | 'payments' | 'agenda'>;

/** A charge as it enters the book, with what will happen to it. */
export function newBankCharge(asked: AskedCharge, timeScale: number): BankCharge {
  return { ...asked, state: 'active', revision: 0, payments: [], agenda: agendaOf(asked, timeScale) };
}

function agendaOf(asked: AskedCharge, timeScale: number): readonly Happening[] {
  const { txid, createdAt } = asked;
  const { paidAfterMs, noticesAfterMs, paidByBoth } = scenarioOf(asked);
  if (paidAfterMs === undefined) return [];
  const paidAt = createdAt + Math.round(paidAfterMs / timeScale);
  const endToEndId = nextEndToEndId({ txid, payments: [] }, paidAt);
  const early = noticesAfterMs.filter((ms) => ms < 0);
  return [
    { kind: 'pay', at: paidAt },
    ...(paidByBoth ? [{ kind: 'pay', at: paidAt + 1, byPix: true } as const] : []),
    ...early.map(
      (ms): Happening => ({ kind: 'tell', at: paidAt + Math.round(ms / timeScale), endToEndId, tries: 0 }),
    ),
  ];
}
