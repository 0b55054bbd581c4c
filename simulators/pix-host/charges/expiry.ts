import { type Fields, objectOf } from '../../host/fields.ts';
import type { Charge } from './book.ts';

const USUAL_LIFE_SECONDS = 86_400;
export const USUAL_VALIDITY_DAYS = 30;
const DAY_MS = 86_400_000;
/** Brasília is three hours behind. */
const MIDNIGHT_UTC_HOURS = 3;
const SATURDAY = 6;

/** From when on nobody can pay it, although it stays `ATIVA`. */
export function expiresAt({
  kind,
  createdAt,
  members,
}: Pick<Charge, 'kind' | 'createdAt' | 'members'>): number {
  const calendar = objectOf(members.calendario);
  return kind === 'cob' ? createdAt + lifeSecondsOf(calendar) * 1_000 : endOfValidity(calendar);
}

export function lifeSecondsOf({ expiracao }: Fields): number {
  return typeof expiracao === 'number' ? expiracao : USUAL_LIFE_SECONDS;
}

/** The day after the last one of validity. That day, as the due date, moves from a weekend to Monday. */
function endOfValidity({ dataDeVencimento, validadeAposVencimento = USUAL_VALIDITY_DAYS }: Fields): number {
  const due = workingDay(Date.parse(`${dataDeVencimento}T00:00:00Z`));
  const last = workingDay(due + Number(validadeAposVencimento) * DAY_MS);
  return last + DAY_MS + MIDNIGHT_UTC_HOURS * 3_600_000;
}

function workingDay(day: number): number {
  const weekday = new Date(day).getUTCDay();
  if (weekday === SATURDAY) return day + 2 * DAY_MS;
  return weekday === 0 ? day + DAY_MS : day;
}
