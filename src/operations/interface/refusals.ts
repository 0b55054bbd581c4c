import { type FieldFault, faultText } from '../../platform/http/index.ts';
import { type Refusal, refusals } from '../../platform/refusal.ts';
import { isImpossibleId } from './record-id.ts';

/** Refusals of every operation (docs/contract/decided.md 4). */
export const operationRefuse = refusals({
  not_found: { status: 404, message: 'Registro não encontrado.' },
  parameter_missing: { status: 400, message: 'Falta um parâmetro.' },
  value_invalid: { status: 400, message: 'Um valor não é válido.' },
  card_number_exposed: { status: 400, message: 'Um texto contém um número de cartão. Retire-o.' },
  records_exceeded: { status: 409, message: 'A pessoa já tem o máximo de registros deste tipo.' },
  operator_forbidden: { status: 403, message: 'O perfil deste operador não permite esta operação.' },
  key_reused: {
    status: 422,
    message: 'Esta Idempotency-Key já foi usada com outra requisição. Use outra chave.',
  },
  writes_busy: { status: 503, message: 'Muitas gravações ao mesmo tempo. Tente de novo em instantes.' },
  too_many_lists: {
    status: 429,
    message: 'Há listas demais em andamento para esta pessoa. Leia as que já pediu antes de pedir outra.',
  },
});

/** A required parameter or field is missing. */
export function missingParameter(name: string): Refusal {
  return operationRefuse('parameter_missing', {
    field: name,
    message: `Parâmetro [${name}] não pode ser nulo.`,
  });
}

/** The refusal of a field that breaks its schema; `value` is what was sent for it. */
export function operationFieldRefusal(fault: FieldFault, value: unknown): Refusal {
  if (isImpossibleId(fault, value)) return operationRefuse('not_found', { field: fault.path });
  if (fault.rule === 'required') return missingParameter(fault.path.split('.').at(-1) ?? fault.path);
  return operationRefuse('value_invalid', { field: fault.path, message: faultText(fault) });
}
