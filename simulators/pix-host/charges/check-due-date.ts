import type { Fields } from '../../host/fields.ts';
import type { Violation } from '../wire/problems.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MAX_VALIDITY_DAYS = 2_147_483_647;
const BRASILIA_MS = 3 * 3_600_000;

/** What is wrong with the calendar of a charge with a due date. */
export function dueDateViolations(calendar: Fields, now: number): Violation[] {
  const { dataDeVencimento: due, validadeAposVencimento: validity } = calendar;
  const found: Violation[] = [];
  if (typeof due !== 'string' || !isDate(due)) {
    found.push({
      propriedade: 'calendario.dataDeVencimento',
      razao: 'não respeita o schema',
      valor: String(due),
    });
  } else if (due < new Date(now - BRASILIA_MS).toISOString().slice(0, 10)) {
    found.push({ propriedade: 'calendario.dataDeVencimento', razao: 'está no passado', valor: due });
  }
  const isValidity =
    validity === undefined ||
    (typeof validity === 'number' &&
      Number.isInteger(validity) &&
      validity >= 0 &&
      validity <= MAX_VALIDITY_DAYS);
  if (!isValidity) {
    found.push({
      propriedade: 'calendario.validadeAposVencimento',
      razao: 'não pode ser negativa',
      valor: String(validity),
    });
  }
  return found;
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
