import { type RefusalRow, refusals } from '../../../src/platform/refusal.ts';
import { type Fields, isObject, parsedBody } from '../fields.ts';

export const MAX_LISTED = 500;
const DEFAULT_LISTED = 50;

/** Refusals of the control interface, which are the same at every host. */
export const refuseControl = refusals({
  sim_invalid: { status: 400, message: 'Pedido inválido.' },
  sim_unknown: { status: 404, message: 'Não encontrado.' },
  sim_conflict: { status: 409, message: 'O estado não o permite.' },
} as const satisfies Record<string, RefusalRow>);

export function readControlBody(body: unknown): Fields {
  const value = parsedBody(body);
  if (!isObject(value)) throw refuseControl('sim_invalid', { message: 'O corpo deve ser um objeto JSON.' });
  return value;
}

export function numberUpTo(name: string, value: unknown, max: number): number {
  const isGood = typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= max;
  if (!isGood) {
    throw refuseControl('sim_invalid', { message: `${name} deve ser um número de 0 a ${max}.` });
  }
  return value;
}

export function limitOf(value: unknown): number {
  if (value === undefined) return DEFAULT_LISTED;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
    throw refuseControl('sim_invalid', { message: `limit deve ser um inteiro de 1 a ${MAX_LISTED}.` });
  }
  return limit;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
