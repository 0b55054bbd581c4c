/** The part of JSON Schema that rule sets are described with. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Where a value breaks its schema, `rules.0.when.bins.2`, and what is wrong there, in Portuguese. */
export interface Fault {
  readonly path: string;
  readonly problem: string;
}

/** The first fault, in the order of the schema. Undefined: the value is as the schema says. A name that it does not know is one. */
export function schemaFault(value: unknown, schema: Schema, path = ''): Fault | undefined {
  switch (schema.type) {
    case 'object':
      return objectFault(value, schema, path);
    case 'array':
      return arrayFault(value, schema, path);
    case 'string':
      return textFault(value, schema, path);
    case 'integer':
      return integerFault(value, schema, path);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { path, problem: 'deve ser true ou false' };
    default:
      throw new Error(`no check for a schema of type ${schema.type}`);
  }
}

function objectFault(value: unknown, schema: Schema, path: string): Fault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { path, problem: 'deve ser um objeto' };
  }
  const given = value as Readonly<Record<string, unknown>>;
  const { properties = {}, required = [] } = schema;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(given, name)) {
      if (required.includes(name)) return { path: at(name), problem: 'é obrigatório' };
      continue;
    }
    const fault = schemaFault(given[name], property, at(name));
    if (fault) return fault;
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  return { path: at(unknown), problem: `não existe; aqui cabem ${Object.keys(properties).join(', ')}` };
}

function arrayFault(value: unknown, { items = {}, minItems = 0, maxItems }: Schema, path: string) {
  if (!Array.isArray(value)) return { path, problem: 'deve ser uma lista' };
  if (value.length < minItems) return { path, problem: 'não pode ser uma lista vazia' };
  if (maxItems !== undefined && value.length > maxItems) {
    return { path, problem: `pode ter até ${maxItems} itens, e tem ${value.length}` };
  }
  for (const [index, item] of value.entries()) {
    const fault = schemaFault(item, items, `${path}.${index}`);
    if (fault) return fault;
  }
  return undefined;
}

function textFault(value: unknown, schema: Schema, path: string): Fault | undefined {
  if (typeof value !== 'string') return { path, problem: 'deve ser um texto entre aspas' };
  if (schema.enum && !schema.enum.includes(value)) {
    return { path, problem: `deve ser ${schema.enum.join(', ')}, não "${shown(value)}"` };
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const length = [...value].length;
  if (length < minLength || length > maxLength || !value.isWellFormed() || /\p{Cc}/u.test(value)) {
    return { path, problem: `deve ter de ${minLength} a ${maxLength} caracteres, numa linha só` };
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
    return { path, problem: `não pode ser "${shown(value)}"` };
  }
  return undefined;
}

function integerFault(value: unknown, { minimum, maximum }: Schema, path: string): Fault | undefined {
  const isFine =
    Number.isSafeInteger(value) &&
    (value as number) >= (minimum ?? Number.MIN_SAFE_INTEGER) &&
    (value as number) <= (maximum ?? Number.MAX_SAFE_INTEGER);
  return isFine ? undefined : { path, problem: `deve ser um número inteiro de ${minimum} a ${maximum}` };
}

const MOST_SHOWN = 12;

/** What was typed may be anything, a card number too: its beginning is enough to find it. */
function shown(value: string): string {
  const beginning = value
    .slice(0, MOST_SHOWN)
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\d{7,}/g, (digits) => `${digits.slice(0, 6)}…`);
  return value.length > MOST_SHOWN ? `${beginning}…` : beginning;
}
