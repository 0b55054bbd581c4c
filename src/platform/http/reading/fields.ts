import Type, {
  type Static,
  type TOptional,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
} from 'typebox';

/** Where a value goes that clients send as text or as number, and that is answered as text: `amount`. */
export const INTEGER_TEXT = 'x-integer-text';

/** What a text's pattern asks for, in Portuguese, where it is not that of one line: `uma etiqueta de idioma BCP 47`. */
export const PATTERN_MEANING = 'x-pattern-meaning';

/** The unit of a number, in Portuguese, said where a value is refused: `em centavos, sem vírgula`. */
export const UNIT_MEANING = 'x-unit-meaning';

/** Of amounts. */
const CENTAVOS = 'em centavos, sem vírgula nem ponto: R$ 10,00 é 1000';

/** A member that is described like any other, but read only where it matters. */
export const READ_LATER = 'x-read-later';

/**
 * Of a text that is not searched for card numbers, and why: a document, a password, a picture, a token, the number of a
 * card. Everything else is (`compileTextSearch`).
 */
export const UNSEARCHED = 'x-unsearched';

/** What the code of a refused field starts with, where it is not the field's own name: `card_type` for `payment.card.type`. */
export const CODE_STEM = 'x-code-stem';

/** Which values of a member take away what is stored: see `clearable`. */
export const CLEARED_BY = 'x-cleared-by';

/** Of a filter of a list: see `filters`. */
export const FILTER = 'x-filter';

/**
 * The filters of a list, all optional. What cannot be read counts as not sent, because a list must not be refused for
 * it; a number out of its range is read as the nearest one, and a text that no record can have is compared as it is.
 */
export function filters<Fields extends TProperties>(fields: Fields) {
  const marked = Object.entries(fields).map(([name, schema]) => [
    name,
    Type.Optional(Type.Unsafe({ ...schema, [FILTER]: true })),
  ]);
  return Type.Object(Object.fromEntries(marked) as { [Name in keyof Fields]: TOptional<Fields[Name]> });
}

/**
 * A member that an edit can clear. Sent as an empty text, or one of white space, it is read as `null`, while absent and
 * `null` mean that nothing was said of it. `byNull`: a sent `null` clears it too.
 */
export function clearable<Schema extends TSchema>(schema: Schema, { byNull = false } = {}) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, [CLEARED_BY]: byNull ? 'null' : 'text' });
}

/** Comes through the reader as it was sent, whatever it is; who needs it reads it by the schema. */
export function readLater<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<unknown>({ ...schema, [READ_LATER]: true });
}

/**
 * Text of at most `maxLength` characters. Clients may also send a number.
 * `Text({ maxLength: 100, description: '…' })`
 */
export function Text(options: TSchemaOptions & { maxLength: number; minLength?: number; pattern?: string }) {
  return Type.String(options);
}

/** Whole number. Clients may also send it as text. */
export function Int(options: TSchemaOptions & { minimum: number; maximum: number }) {
  return Type.Integer(options);
}

/** Clients may also send `"true"`, `"false"` in any case, `1`, `0`. */
export function Bool(options: TSchemaOptions = {}) {
  return Type.Boolean(options);
}

/** An amount: written as a text of digits, read as a number of centavos. */
export function IntegerText(options: TSchemaOptions & { minimum: number; maximum: number }) {
  const { minimum, maximum, ...rest } = options;
  return Type.Unsafe<number>({
    type: 'string',
    pattern: '^[0-9]+$',
    ...rest,
    [UNIT_MEANING]: CENTAVOS,
    [INTEGER_TEXT]: { minimum, maximum },
  });
}
