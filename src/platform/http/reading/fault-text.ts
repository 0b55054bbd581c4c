import { INTEGER_TEXT, PATTERN_MEANING, UNIT_MEANING } from './fields.ts';
import type { FieldFault, JsonSchema } from './reader.ts';

/** What the patterns of texts ask for. */
const ONE_LINE = 'sem quebras de linha nem caracteres de controle';

/** What is wrong with a field and what to send instead, in Portuguese, for the client's programmer. */
export function faultText(fault: FieldFault): string {
  const field = fault.path === '' ? 'O corpo da requisição' : `O campo ${fault.path}`;
  if (fault.rule === 'required') return `${field} é obrigatório.`;
  const shape = fault.rule === 'pattern' ? `, ${fault.schema[PATTERN_MEANING] ?? ONE_LINE}` : '';
  const unit = fault.schema[UNIT_MEANING];
  const found = fault.items === undefined ? '' : `, e tem ${fault.items}`;
  return `${field} deve ${expected(fault.schema)}${found}${shape}${unit === undefined ? '' : `, ${unit}`}.`;
}

function expected(schema: JsonSchema): string {
  const integerText = schema[INTEGER_TEXT];
  if (integerText) return `ser um número inteiro entre ${integerText.minimum} e ${integerText.maximum}`;
  if (schema.enum) return `ser um destes valores: ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return `ser um número inteiro${range(schema)}`;
    case 'number':
      return `ser um número${range(schema)}`;
    case 'boolean':
      return 'ser true ou false';
    case 'object':
      return 'ser um objeto';
    case 'array':
      return `ser uma lista${itemsAllowed(schema)}`;
    default:
      return textExpectation(schema);
  }
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` entre ${minimum} e ${maximum}`;
  if (minimum !== undefined) return `, no mínimo ${minimum}`;
  return maximum === undefined ? '' : `, no máximo ${maximum}`;
}

function itemsAllowed({ minItems = 0, maxItems }: JsonSchema): string {
  if (maxItems === undefined) return minItems === 0 ? '' : ` de no mínimo ${itemsText(minItems)}`;
  if (minItems === 0) return ` de no máximo ${itemsText(maxItems)}`;
  return minItems === maxItems ? ` de ${itemsText(maxItems)}` : ` de ${minItems} a ${itemsText(maxItems)}`;
}

function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} itens`;
}

function textExpectation(schema: JsonSchema): string {
  const { minLength, maxLength } = schema;
  if (minLength !== undefined && minLength > 1) {
    return maxLength === undefined
      ? `ser um texto de no mínimo ${minLength} caracteres`
      : `ser um texto de ${minLength} a ${maxLength} caracteres`;
  }
  return maxLength === undefined ? 'ser um texto' : `ser um texto de no máximo ${maxLength} caracteres`;
}
