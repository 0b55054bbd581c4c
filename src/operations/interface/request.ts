import Type, { type TSchema } from 'typebox';
import { compileReader, FieldFault } from '../../platform/http/index.ts';
import type { Operation } from './operation.ts';
import { RecordId } from './record-id.ts';
import { missingParameter, operationFieldRefusal } from './refusals.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads one part of a request; throws a Refusal 400. If no field is required, anything but an object counts as empty
 * (docs/contract/decided.md 2).
 */
export function refusingReader(schema: TSchema | undefined): (input: unknown) => unknown {
  if (!schema) return () => undefined;
  const read = compileReader(schema, { anyCase: true });
  const { required = [] } = schema as { required?: readonly string[] };
  return (input) => {
    try {
      return read(required.length > 0 || isObject(input) ? input : undefined);
    } catch (error) {
      if (error instanceof FieldFault) {
        throw operationFieldRefusal(error, error.path.split('.').reduce(member, input));
      }
      throw error;
    }
  };
}

type Named = Readonly<Record<string, number | undefined>>;

/** The parameter that says which record is meant: its schema for the query and the body, one of which must have it. */
export function recordNamed(name: string, example = 1) {
  const id = RecordId({ description: 'Obrigatório, na query ou no corpo', examples: [example] });
  return {
    parameters: Type.Object({ [name]: Type.Optional(id) }),
    /** Throws parameter_missing. */
    idIn: ({ query, body }: { readonly query: Named; readonly body: Named }): number => {
      const named = query[name] ?? body[name];
      if (named === undefined) throw missingParameter(name);
      return named;
    },
  };
}

/** A member by its name in any letter case; undefined for null and the empty text. */
export function member(value: unknown, name: string): unknown {
  const found = memberAsSent(value, name);
  return found === null || found === '' ? undefined : found;
}

/** The same, but null and the empty text are returned as they are. If a name occurs twice, the last one counts. */
export function memberAsSent(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  const wanted = name.toLowerCase();
  const key = Object.keys(value).findLast((candidate) => candidate.toLowerCase() === wanted);
  return key === undefined ? undefined : value[key];
}

/** Bodies come flat or wrapped in an object named after the record (docs/contract/decided.md 4). */
export function unwrapped(body: unknown, wrapper: Operation['wrapper']): unknown {
  const inner = wrapper === undefined ? undefined : member(body, wrapper);
  return isObject(inner) ? inner : body;
}

/** Both name the person on whose behalf the request acts; deployed clients send the second with orders and other calls. */
const PERSON_NAMES = ['pessoaId', 'pessoaVendedorId'] as const;

/**
 * The person that a request names: pessoaId or pessoaVendedorId of the query, else of the body, flat or as `pessoa: {
 * id }`, inside its wrapper or beside it. Undefined when it names none or 0; NaN for a value that cannot be an id.
 */
export function namedPerson(query: unknown, ...bodies: readonly unknown[]): number | undefined {
  const named = [
    ...PERSON_NAMES.map((name) => member(query, name)),
    ...bodies.flatMap((body) => [
      ...PERSON_NAMES.map((name) => member(body, name)),
      member(member(body, 'pessoa'), 'id'),
    ]),
  ];
  return named.map(idIn).find((id) => id !== undefined && id !== 0);
}

function idIn(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'object' ? '' : String(value).trim();
  return /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
